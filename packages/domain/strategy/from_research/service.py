"""Turns a person's research into strategies, and says of a saved one what it stands on and what no longer holds."""

from dataclasses import dataclass, replace

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.core.messages import Language
from packages.domain.strategy.book import StrategyBook, StrategyDrafts
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.from_research.drafted import DraftedStrategy
from packages.domain.strategy.from_research.drafting import strategy_from
from packages.domain.strategy.from_research.ports import FinishedResearch, LimitsOf, OriginStore
from packages.domain.strategy.from_research.standing import fallen_claims, holds_still
from packages.domain.strategy.json_tree import Json, same, steps_of
from packages.domain.strategy.model import Direction
from packages.domain.strategy.ports import StoredStrategy
from packages.domain.strategy.revisions import Revision, rules_hash


@dataclass(frozen=True, slots=True)
class StrategyOrigins:
    """`drafted` with the clauses that the version still has. `fallen`: the pointers of those that `newer_session_id`
    no longer bears out, and `fallen_claims` the claims."""

    drafted: DraftedStrategy
    newer_session_id: str | None = None
    fallen: tuple[str, ...] = ()
    fallen_claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategiesFromResearch:
    """Every step is for one owner."""

    research: FinishedResearch
    limits: LimitsOf
    book: StrategyBook
    drafts: StrategyDrafts
    origins: OriginStore
    clock: Clock

    async def draft(
        self,
        owner_id: str,
        session_id: str,
        direction: Direction = Direction.LONG,
        language: Language | None = None,
    ) -> tuple[str, DraftedStrategy]:
        """The draft's id, and the draft; its origins are found again from the strategy that it is saved as."""
        facts = await self.research.facts(owner_id, session_id)
        drafted = strategy_from(facts, await self.limits(owner_id), direction, language)
        strategy = self.book.validate(drafted.document).require()
        drafted = replace(drafted, document=document_of(strategy))
        await self.origins.keep(owner_id, rules_hash(strategy), drafted, self.clock.now())
        return await self.drafts.keep(owner_id, strategy), drafted

    async def save(
        self,
        owner_id: str,
        session_id: str,
        direction: Direction = Direction.LONG,
        language: Language | None = None,
    ) -> tuple[StoredStrategy, DraftedStrategy]:
        """The draft as a strategy in the person's book; the same draft of the same session is saved once."""
        draft_id, drafted = await self.draft(owner_id, session_id, direction, language)
        key = derived_id("strategy from research", owner_id, session_id, draft_id)
        stored = await self.book.create(owner_id, drafted.document, key=key)
        if stored.archived_at is not None:
            stored = await self.book.create(owner_id, drafted.document)
        return stored, drafted

    async def origins_of(self, owner_id: str, strategy_id: str, version: int | None = None) -> StrategyOrigins | None:
        """None for a strategy that was not drafted from research. A version that was changed since keeps the clauses
        that say the same."""
        revision = await self.book.revision(owner_id, strategy_id, version)
        drafted = await self._drafted(owner_id, strategy_id, revision)
        if drafted is None:
            return None
        newer = await self.research.newer(owner_id, drafted.symbol, drafted.session_id)
        if newer is None or newer.as_of < drafted.as_of:
            return StrategyOrigins(drafted)
        return StrategyOrigins(drafted, newer.session_id, holds_still(drafted, newer), fallen_claims(drafted, newer))

    async def _drafted(self, owner_id: str, strategy_id: str, revision: Revision) -> DraftedStrategy | None:
        found = await self.origins.find(owner_id, rules_hash(revision.strategy))
        if found is None and revision.version > 1:
            first = await self.book.revision(owner_id, strategy_id, 1)
            found = await self.origins.find(owner_id, rules_hash(first.strategy))
        if found is None:
            return None
        kept = tuple(one for one in found.clauses if _says_the_same(found.document, revision.document, one.pointer))
        return replace(found, clauses=kept)


def _says_the_same(one: Json, other: Json, pointer: str) -> bool:
    there, here = _at(one, pointer), _at(other, pointer)
    return there is not None and here is not None and same(there, here)


def _at(value: Json, pointer: str) -> Json:
    for step in steps_of(pointer):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list):
            value = value[int(step)] if step.isdecimal() and int(step) < len(value) else None
        else:
            return None
    return value
