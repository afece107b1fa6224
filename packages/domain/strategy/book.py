"""The strategies of a person: saved, changed, compared, forked, deleted; and drafts that were never saved."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Protocol

from packages.core.clock import Clock
from packages.core.errors import NotFound
from packages.core.ids import Ids, derived_id
from packages.core.messages import Language
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.errors import StaleVersion, UnknownRevision
from packages.domain.strategy.explain.strategy import RuleChange, rule_changes
from packages.domain.strategy.json_patch import Patch, diff
from packages.domain.strategy.lineage import TrialLedger, TrialPool, draft_lineage
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.ports import (
    ArchivedStrategy,
    RevisionHead,
    StoredStrategy,
    StrategyQuery,
    StrategyStore,
    UnknownStrategy,
)
from packages.domain.strategy.revisions import History, Revision, first_revision, rules_hash, strategy_hash
from packages.domain.strategy.validate import Validation, Validator

_ID = re.compile(r"[0-9a-f-]{36}")


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy as somebody typed it; without a format, what begins with a brace is JSON."""

    text: str
    format: Literal["json", "yaml"] | None = None

    @property
    def is_json(self) -> bool:
        return self.format == "json" if self.format else self.text.lstrip("\ufeff \t\r\n").startswith("{")


@dataclass(frozen=True, slots=True)
class RevisionDiff:
    """What makes one version into another: as a patch, and rule by rule in each language."""

    before: int
    after: int
    patch: Patch
    changes: Mapping[Language, tuple[RuleChange, ...]]

    @property
    def sentences(self) -> Mapping[Language, tuple[str, ...]]:
        return {each: tuple(change.sentence(each) for change in found) for each, found in self.changes.items()}


class StrategyBook:
    """Every strategy is reached by its owner and its id; another person's is unknown. A source is a `StrategyText`, or
    a document that was parsed elsewhere. A request that comes again under its `key`, which nobody else has, is answered
    with what it made the first time."""

    def __init__(
        self,
        store: StrategyStore,
        ledger: TrialLedger,
        catalogue: Catalogue,
        clock: Clock,
        ids: Ids,
        validator: Validator | None = None,
    ) -> None:
        self._store = store
        self.ledger = ledger
        self.catalogue = catalogue
        self._clock = clock
        self._ids = ids
        self._validator = validator or Validator(catalogue)

    def validate(self, source: object) -> Validation:
        if not isinstance(source, StrategyText):
            return self._validator.document(source)
        text = source.text.removeprefix("\ufeff")
        return self._validator.json_text(text) if source.is_json else self._validator.yaml_text(text)

    async def create(
        self, owner_id: str, source: object, name: str | None = None, *, key: str | None = None
    ) -> StoredStrategy:
        """`name` replaces the one in the document. Drafts of that name that were tried before it was saved belong to
        its lineage."""
        strategy = self._named(self.validate(source).require(), name)
        draft = draft_lineage(owner_id, strategy.name)
        tried = await self.ledger.count(draft)
        return await self._begin(owner_id, strategy, draft if tried else self._ids.new(), key)

    async def get(self, owner_id: str, strategy_id: str) -> StoredStrategy:
        found = await self._store.find(owner_id, strategy_id) if _ID.fullmatch(strategy_id) else None
        if found is None:
            raise UnknownStrategy("strategy.unknown_strategy")
        return found

    async def list(self, owner_id: str, query: StrategyQuery) -> Sequence[StoredStrategy]:
        return await self._store.page(owner_id, query)

    async def revisions(
        self, owner_id: str, strategy_id: str, limit: int = 50, before: int | None = None
    ) -> Sequence[RevisionHead]:
        await self.get(owner_id, strategy_id)
        return await self._store.revisions(owner_id, strategy_id, limit, before)

    async def revision(self, owner_id: str, strategy_id: str, version: int | None = None) -> Revision:
        """The newest one unless a version is named."""
        return (await self.found(owner_id, strategy_id, version))[1]

    async def found(
        self, owner_id: str, strategy_id: str, version: int | None = None
    ) -> tuple[StoredStrategy, Revision]:
        """With the strategy that it is a revision of."""
        stored = await self.get(owner_id, strategy_id)
        return stored, await self._revision(stored, version)

    async def patch(
        self, owner_id: str, strategy_id: str, ops: object, expected_version: int, *, key: str | None = None
    ) -> StoredStrategy:
        """All operations (RFC 6902) on that version, or none; what says the same keeps the version."""

        async def patched(_: StoredStrategy, current: Revision) -> Revision:
            return History((current,)).patched(ops, expected_version, self._validator, self._clock.now()).current

        return await self._change(owner_id, strategy_id, expected_version, key, patched)

    async def would_be(self, owner_id: str, strategy_id: str, ops: object, expected_version: int) -> Strategy:
        """What `patch` would make of it, without saving anything."""
        stored = await self.get(owner_id, strategy_id)
        if expected_version > stored.version:
            raise StaleVersion(expected_version, stored.version)
        current = await self._revision(stored, expected_version)
        return History((current,)).patched(ops, expected_version, self._validator, self._clock.now()).current.strategy

    async def replace(
        self, owner_id: str, strategy_id: str, source: object, expected_version: int, *, key: str | None = None
    ) -> StoredStrategy:
        strategy = self.validate(source).require()

        async def replaced(_: StoredStrategy, current: Revision) -> Revision:
            return History((current,)).revised(strategy, expected_version, self._clock.now()).current

        return await self._change(owner_id, strategy_id, expected_version, key, replaced)

    async def rollback(
        self, owner_id: str, strategy_id: str, version: int, expected_version: int, *, key: str | None = None
    ) -> StoredStrategy:
        """A new revision that equals an old one."""

        async def restored(stored: StoredStrategy, current: Revision) -> Revision:
            wanted = await self._revision(stored, version)
            changed = History((current,)).revised(wanted.strategy, expected_version, self._clock.now())
            return replace(changed.current, restores=version)

        return await self._change(owner_id, strategy_id, expected_version, key, restored)

    async def diff(self, owner_id: str, strategy_id: str, before: int, after: int) -> RevisionDiff:
        stored = await self.get(owner_id, strategy_id)
        old, new = await self._revision(stored, before), await self._revision(stored, after)
        changes = {each: rule_changes(old.strategy, new.strategy, self.catalogue, each) for each in Language}
        return RevisionDiff(before, after, diff(old.document, new.document), changes)

    async def trials(self, stored: StoredStrategy, revision: Revision) -> int:
        """All that counts against this revision on any days: of its lineage, its instruments or its rules."""
        rules = rules_hash(revision.strategy, anywhere=True)
        pool = TrialPool(stored.owner_id, revision.strategy.universe.tickers, rules=rules)
        return await self.ledger.count(stored.lineage_id, pool)

    async def fork(
        self, owner_id: str, strategy_id: str, version: int | None = None, name: str | None = None
    ) -> StoredStrategy:
        """Another strategy of the same lineage that begins with a version of this one."""
        stored = await self.get(owner_id, strategy_id)
        strategy = (await self._revision(stored, version)).strategy
        return await self._begin(owner_id, self._named(strategy, name), stored.lineage_id)

    async def archive(self, owner_id: str, strategy_id: str) -> StoredStrategy:
        """Out of the list and not to be changed any more; its revisions and its trials stay."""
        stored = await self.get(owner_id, strategy_id)
        return await self._store.archive(owner_id, strategy_id, self._clock.now()) or stored

    async def unarchive(self, owner_id: str, strategy_id: str) -> StoredStrategy:
        """Back in the list as it was; one that was never archived stays as it is."""
        stored = await self.get(owner_id, strategy_id)
        return await self._store.archive(owner_id, strategy_id, None) or stored

    async def _begin(
        self, owner_id: str, strategy: Strategy, lineage_id: str, key: str | None = None
    ) -> StoredStrategy:
        now = self._clock.now()
        stored = StoredStrategy(self._ids.new(), owner_id, strategy.name, lineage_id, 1, now, now)
        return await self._store.add(stored, first_revision(strategy, now).current, key)

    async def _change(
        self,
        owner_id: str,
        strategy_id: str,
        expected: int,
        key: str | None,
        following: Callable[[StoredStrategy, Revision], Awaitable[Revision]],
    ) -> StoredStrategy:
        made = None if key is None else await self._store.made(owner_id, key)
        if made is not None and made.id == strategy_id:
            return made
        stored, current = await self._open(owner_id, strategy_id, expected)
        next_one = await following(stored, current)
        if next_one.version == current.version:
            return stored
        saved = await self._store.advance(owner_id, strategy_id, next_one, key)
        if saved is None:  # somebody was quicker: say what they did
            await self._open(owner_id, strategy_id, expected)
            raise StaleVersion(expected, next_one.version)
        return saved

    async def _open(self, owner_id: str, strategy_id: str, expected: int) -> tuple[StoredStrategy, Revision]:
        """A strategy that may be changed, with its newest revision."""
        stored = await self.get(owner_id, strategy_id)
        if stored.archived_at is not None:
            raise ArchivedStrategy("strategy.deleted")
        if stored.version != expected:
            raise StaleVersion(expected, stored.version)
        return stored, await self._revision(stored, None)

    async def _revision(self, stored: StoredStrategy, version: int | None) -> Revision:
        wanted = stored.version if version is None else version
        known = 1 <= wanted <= stored.version
        found = await self._store.revision(stored.owner_id, stored.id, wanted) if known else None
        if found is None:
            raise UnknownRevision("strategy.unknown_version", wanted=wanted, newest=stored.version)
        return found

    def _named(self, strategy: Strategy, name: str | None) -> Strategy:
        """With another name, which has to be as valid as the rest."""
        if name is None:
            return strategy
        return self._validator.document(document_of(replace(strategy, name=name))).require()


class UnknownDraft(NotFound):
    """There is no such draft, or it is another person's."""


@dataclass(frozen=True, slots=True)
class StrategyDraft:
    """A valid strategy of somebody's that has no place in their book yet."""

    id: str
    owner_id: str
    strategy: Strategy
    created_at: datetime


class DraftStore(Protocol):
    """Where drafts are kept; whoever asks names the owner."""

    async def add(self, draft: StrategyDraft) -> None:
        """A draft whose id is there already stays as it is."""
        ...

    async def find(self, owner_id: str, draft_id: str) -> StrategyDraft | None: ...


class StrategyDrafts:
    """Keeps each document once for each owner."""

    def __init__(self, store: DraftStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, owner_id: str, strategy: Strategy) -> str:
        """The id of the draft; what says the same is the same draft."""
        draft_id = derived_id("strategy draft", owner_id, strategy_hash(strategy))
        await self._store.add(StrategyDraft(draft_id, owner_id, strategy, self._clock.now()))
        return draft_id

    async def get(self, owner_id: str, draft_id: str) -> StrategyDraft:
        found = await self._store.find(owner_id, draft_id) if _ID.fullmatch(draft_id) else None
        if found is None:
            raise UnknownDraft("strategy.unknown_draft")
        return found
