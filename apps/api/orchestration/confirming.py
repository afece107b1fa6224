"""The confirm button: a person's word on a strategy, given outside of a turn, under the same rules as in one."""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.api.agents.held_rules import HELD
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.strategy_standing import (
    CONFIRMED_HASH,
    SEEN_HASH,
    SHOWN_HASH,
    StrategyStanding,
    confirmed,
    strategy_block,
    strategy_standing,
)
from apps.api.orchestration.carryover import KEY, remember
from apps.api.orchestration.confirm_rules import Advance, Way, require_time, way_of
from apps.api.orchestration.tail import status_in
from apps.api.orchestration.types import HandlerOf, as_artifacts, ensure_phase_keyed
from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.core.events import JsonObject
from packages.core.ids import derived_id
from packages.core.messages import Language, Message
from packages.domain.accounts.ports import Profiles
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.conversation.constraints import check_strategy, constraints_of
from packages.domain.conversation.facts import StoredRecords
from packages.domain.conversation.fields import BacktestState
from packages.domain.conversation.model import ChatSession, SessionChange, title_of
from packages.domain.conversation.ports import Sessions
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.ports import StoredStrategy
from packages.domain.strategy.revisions import strategy_hash


class BreaksConstraints(Invalid):
    """The strategy does what the person's own answers rule out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmStrategy:
    """What the person sends. Without a `strategy_id` it is the conversation's own strategy, or a new one."""

    owner_id: str
    session_id: str
    dsl_json: Mapping[str, object]
    strategy_id: str | None = None
    auto_start_backtest: bool = False
    advance_to_stress_test: bool = False
    language: Language | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedStrategy:
    """What became of it."""

    strategy_id: str
    version: int
    phase: Phase
    backtest_job_id: str | None
    auto_started: bool
    transition: Advance


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyConfirming:
    """Stores a strategy, confirms it, and starts its backtest or moves on where that is asked and allowed."""

    sessions: Sessions
    records: StoredRecords
    profiles: Profiles
    book: StrategyBook
    backtests: BacktestService
    handlers: HandlerOf
    clock: Clock

    async def confirm(self, asked: ConfirmStrategy) -> ConfirmedStrategy:
        """Raises `UnknownSession`, `TurnInProgress`, `NotTheTime`, `BreaksConstraints`, and what is wrong with the
        dsl. The same again changes nothing."""
        session = await self.sessions.get(asked.owner_id, asked.session_id)
        require_time(Phase(session.phase))
        content_hash = await self._allowed(asked, session)
        blocks = ensure_phase_keyed(session.artifacts, self.handlers)
        before = await strategy_standing(self.records, asked.owner_id, blocks[Phase.STRATEGY])
        stored = await self._stored(asked, before, content_hash)
        agreed = await self._confirmed(asked, before.block, stored.id, content_hash)
        standing = await self._tested(asked, stored, agreed) if asked.auto_start_backtest else agreed
        way = self._way(asked, session, before, standing)
        blocks[Phase.STRATEGY] = standing.block
        change = await self._change(session, blocks, way, stored.name)
        await self.sessions.change(session, change, self.clock.now())
        return ConfirmedStrategy(
            strategy_id=stored.id,
            version=stored.version,
            phase=way.phase,
            backtest_job_id=None if standing.backtest is None else standing.backtest.backtest_job_id,
            auto_started=standing is not agreed,
            transition=way.advance,
        )

    async def _allowed(self, asked: ConfirmStrategy, session: ChatSession) -> str:
        """The hash of the rules, once nothing of the person's own answers speaks against them."""
        strategy = self.book.validate(asked.dsl_json).require()
        broken = check_strategy(constraints_of(await self.profiles.of(asked.owner_id)), strategy)
        if broken:
            reasons = " ".join(each.sentence(asked.language or session.language) for each in broken)
            raise BreaksConstraints(
                Message.verbatim(reasons), details={"violations": [each.as_json() for each in broken]}
            )
        return strategy_hash(strategy)

    async def _stored(self, asked: ConfirmStrategy, before: StrategyStanding, content_hash: str) -> StoredStrategy:
        """What says the same keeps its version; two clicks at once make one strategy."""
        own = None if before.strategy is None else before.strategy.strategy_id
        strategy_id = asked.strategy_id or own
        if strategy_id is None:
            key = derived_id("confirmed strategy", asked.session_id, content_hash)
            return await self.book.create(asked.owner_id, asked.dsl_json, key=key)
        current = await self.book.get(asked.owner_id, strategy_id)
        return await self.book.replace(asked.owner_id, strategy_id, asked.dsl_json, current.version)

    async def _confirmed(
        self, asked: ConfirmStrategy, block: PhaseBlock, strategy_id: str, content_hash: str
    ) -> StrategyStanding:
        named = strategy_block(
            {**block.profile, "strategy_id": strategy_id},
            {**block.runtime, SHOWN_HASH: content_hash, SEEN_HASH: content_hash, HELD: None},
        )
        return await strategy_standing(self.records, asked.owner_id, confirmed(named, content_hash))

    async def _tested(
        self, asked: ConfirmStrategy, stored: StoredStrategy, agreed: StrategyStanding
    ) -> StrategyStanding:
        """With a new backtest; as it is where one of the same rules runs or is done, which is enough."""
        last, block = agreed.backtest, agreed.block
        if last is not None and last.status != BacktestState.FAILED:
            return agreed
        request = BacktestRequest(strategy_id=stored.id, version=stored.version)
        again = "" if last is None else last.backtest_job_id
        key = derived_id("confirmed backtest", asked.session_id, stored.id, str(stored.version), again)
        started = await self.backtests.submit(asked.owner_id, request, key)
        named = strategy_block({**block.profile, "backtest_job_id": started.id}, block.runtime)
        return await strategy_standing(self.records, asked.owner_id, named)

    def _way(
        self, asked: ConfirmStrategy, session: ChatSession, before: StrategyStanding, standing: StrategyStanding
    ) -> Way:
        agreed = before.block.runtime.get(CONFIRMED_HASH) if before.is_confirmed else None
        changed = agreed != standing.block.runtime.get(CONFIRMED_HASH)
        wanted = asked.advance_to_stress_test
        return way_of(Phase(session.phase), standing, changed=changed, wanted=wanted, at=self.clock.now())

    async def _change(
        self, session: ChatSession, blocks: Mapping[Phase, PhaseBlock], way: Way, name: str
    ) -> SessionChange:
        moved = bool(way.transitions)
        return SessionChange(
            phase=way.phase.value,
            status=status_in(way.phase),
            artifacts=as_artifacts(blocks),
            metadata=await self._carried(session, blocks, way) if moved else session.metadata,
            previous_response_id=None if moved else session.previous_response_id,
            title=title_of(name),
            transitions=way.transitions,
        )

    async def _carried(self, session: ChatSession, blocks: Mapping[Phase, PhaseBlock], way: Way) -> JsonObject:
        said = await self.sessions.messages(session.owner_id, session.id)
        memory = remember(Phase(session.phase), way.phase, said, blocks[Phase(session.phase)])
        return {**session.metadata, KEY: memory}
