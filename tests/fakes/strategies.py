"""Strategies, drafts and trials in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from packages.domain.backtest.jobs.sample import same_data
from packages.domain.strategy.book import StrategyDraft
from packages.domain.strategy.lineage import SampleSeries, Trial, TrialPool, TrialSample
from packages.domain.strategy.ports import RevisionHead, StoredStrategy, StrategyQuery
from packages.domain.strategy.revisions import Revision


class InMemoryStrategies:
    def __init__(self) -> None:
        self._strategies: dict[str, StoredStrategy] = {}
        self._revisions: dict[str, list[Revision]] = {}
        self._keys: dict[str, str] = {}

    async def add(self, strategy: StoredStrategy, first: Revision, key: str | None = None) -> StoredStrategy:
        made = None if key is None else await self.made(strategy.owner_id, key)
        if made is not None:
            return made
        self._revisions[strategy.id] = [first]
        self._remember(key, strategy.id)
        return self._put(strategy)

    async def made(self, owner_id: str, key: str) -> StoredStrategy | None:
        return await self.find(owner_id, self._keys.get(key, ""))

    async def advance(
        self, owner_id: str, strategy_id: str, following: Revision, key: str | None = None
    ) -> StoredStrategy | None:
        stored = await self.find(owner_id, strategy_id)
        if stored is None or stored.archived_at is not None or stored.version != following.version - 1:
            return None
        self._revisions[strategy_id].append(following)
        self._remember(key, strategy_id)
        return self._put(
            replace(
                stored,
                version=following.version,
                name=following.strategy.name,
                updated_at=following.created_at,
            )
        )

    async def archive(self, owner_id: str, strategy_id: str, at: datetime | None) -> StoredStrategy | None:
        stored = await self.find(owner_id, strategy_id)
        if stored is None:
            return None
        return self._put(replace(stored, archived_at=(stored.archived_at or at) if at else None))

    async def find(self, owner_id: str, strategy_id: str) -> StoredStrategy | None:
        found = self._strategies.get(strategy_id)
        return found if found is not None and found.owner_id == owner_id else None

    async def page(self, owner_id: str, query: StrategyQuery) -> Sequence[StoredStrategy]:
        newest = sorted(self._strategies.values(), key=lambda one: one.id, reverse=True)
        found = [
            one
            for one in newest
            if one.owner_id == owner_id
            and (one.archived_at is not None) is query.archived
            and (query.before is None or one.id < query.before)
            and query.search.casefold() in one.name.casefold()
        ]
        return found[: query.limit]

    async def revision(self, owner_id: str, strategy_id: str, version: int) -> Revision | None:
        return next((one for one in await self._of(owner_id, strategy_id) if one.version == version), None)

    async def revisions(
        self, owner_id: str, strategy_id: str, limit: int, before: int | None = None
    ) -> Sequence[RevisionHead]:
        newest = reversed(await self._of(owner_id, strategy_id))
        found = [one for one in newest if before is None or one.version < before]
        return [RevisionHead(one.version, one.content_hash, one.created_at, one.restores) for one in found[:limit]]

    async def _of(self, owner_id: str, strategy_id: str) -> list[Revision]:
        return self._revisions[strategy_id] if await self.find(owner_id, strategy_id) else []

    def _remember(self, key: str | None, strategy_id: str) -> None:
        if key is not None:
            self._keys[key] = strategy_id

    def _put(self, stored: StoredStrategy) -> StoredStrategy:
        self._strategies[stored.id] = stored
        return stored


class InMemoryDrafts:
    def __init__(self) -> None:
        self._drafts: dict[str, StrategyDraft] = {}

    async def add(self, draft: StrategyDraft) -> None:
        self._drafts.setdefault(draft.id, draft)

    async def find(self, owner_id: str, draft_id: str) -> StrategyDraft | None:
        found = self._drafts.get(draft_id)
        return found if found is not None and found.owner_id == owner_id else None


class InMemoryTrials:
    """Data are compared as the database does it, pair by pair."""

    def __init__(self) -> None:
        self._trials: dict[str, dict[str, tuple[Trial, TrialSample | None]]] = {}

    async def add(self, lineage_id: str, trials: Sequence[Trial], sample: TrialSample | None = None) -> None:
        kept = self._trials.setdefault(lineage_id, {})
        for trial in trials:
            kept.setdefault(trial.key, (trial, sample))

    async def count(self, lineage_id: str, pool: TrialPool | None = None) -> int:
        return sum(trial.count for trial in await self.of(lineage_id, pool))

    async def of(self, lineage_id: str, pool: TrialPool | None = None) -> Sequence[Trial]:
        found: dict[str, Trial] = {}
        every = [(name, *each) for name, kept in self._trials.items() for each in kept.values()]
        named = [] if pool is None else self._named(pool)
        for name, trial, sample in sorted(every, key=lambda each: (each[1].at, each[1].key)):
            if name == lineage_id or (pool is not None and _shares(pool, named, trial, sample)):
                found.setdefault(trial.key, trial)
        return list(found.values())

    def _named(self, pool: TrialPool) -> list[SampleSeries]:
        samples = [sample for kept in self._trials.values() for _, sample in kept.values() if sample is not None]
        mine = {sample.digest: sample for sample in samples if sample.owner_id == pool.owner_id}
        return [each for sample in mine.values() for each in sample.series if each.ticker in pool.tickers]


def _shares(pool: TrialPool, named: Sequence[SampleSeries], trial: Trial, sample: TrialSample | None) -> bool:
    if sample is None or sample.owner_id != pool.owner_id:
        return False
    if pool.rules is not None and trial.rules == pool.rules:
        return True
    first, last = pool.first_day or date.min, pool.last_day or date.max
    on_days = [each for each in sample.series if each.first_day <= last and each.last_day >= first]
    return any(
        each.ticker in pool.tickers or any(same_data(each.closes, other.closes) for other in named) for each in on_days
    )
