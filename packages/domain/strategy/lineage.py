"""Everything that was tried on the way to a strategy: who keeps what looked best owes the count of the others.

A lineage is a strategy with all its revisions and forks. A pool is wider: whatever its owner tried in the same lineage,
on the same instruments with overlapping days, or with the same rules on other data, under any name. Trials are only
ever added to; a deleted strategy leaves them behind.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from packages.core.errors import Invalid
from packages.core.ids import derived_id
from packages.domain.work.stored import TrialPool

__all__ = [
    "GRID_KEY",
    "LONGEST_KEY",
    "MOST_IN_ONE_TRIAL",
    "BadTrial",
    "SampleSeries",
    "Trial",
    "TrialKind",
    "TrialLedger",
    "TrialPool",
    "TrialSample",
    "TrialStore",
    "draft_lineage",
]

LONGEST_KEY = 255
GRID_KEY = "grid:"
MOST_IN_ONE_TRIAL = 1_000_000


class BadTrial(Invalid):
    """A trial that cannot be counted."""


class TrialKind(StrEnum):
    """What was done with the strategy."""

    BACKTEST = "backtest"
    SWEEP = "sweep"
    OPTIMISATION = "optimisation"
    WALK_FORWARD = "walk_forward"
    DECLARED = "declared"  # searched elsewhere, by the person's own word


@dataclass(frozen=True, slots=True)
class Trial:
    """One run over the data, or `count` of them not recorded one by one. The same rules on the same data
    have the same `key`. `sharpe` is None where nothing could be measured, `rules` where other data need not know it."""

    key: str
    kind: TrialKind
    at: datetime
    count: int = 1
    sharpe: float | None = None
    rules: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.key) <= LONGEST_KEY:
            raise BadTrial("strategy.trial_key_length", longest=LONGEST_KEY)
        if not 1 <= self.count <= MOST_IN_ONE_TRIAL:
            raise BadTrial("strategy.trial_count", most=f"{MOST_IN_ONE_TRIAL:,}", count=self.count)
        if self.sharpe is not None and not math.isfinite(self.sharpe):
            raise BadTrial("strategy.trial_sharpe_not_number")

    @property
    def is_of_a_grid(self) -> bool:
        """Whether it stands for what a grid ran beside the sample that was recorded one by one."""
        return self.key.startswith(GRID_KEY)


@dataclass(frozen=True, slots=True)
class SampleSeries:
    """The closes of one instrument in a sample, day by day (see `same_data`), and the days that were traded."""

    ticker: str
    first_day: date
    last_day: date
    closes: bytes


@dataclass(frozen=True, slots=True)
class TrialSample:
    """The data that trials were made on, by the hash of all that the engine read, and whose they are."""

    owner_id: str
    digest: str
    series: tuple[SampleSeries, ...]


class TrialStore(Protocol):
    """Where trials are kept. Without a pool, reading is of the lineage alone."""

    async def add(self, lineage_id: str, trials: Sequence[Trial], sample: TrialSample | None = None) -> None:
        """All at once; a key that the lineage has already stays as it is."""
        ...

    async def count(self, lineage_id: str, pool: TrialPool | None = None) -> int:
        """A key that several lineages of the pool have counts once."""
        ...

    async def of(self, lineage_id: str, pool: TrialPool | None = None) -> Sequence[Trial]:
        """Oldest first, each key once, as it was recorded first."""
        ...


class TrialLedger:
    """Counts the trials of every lineage and of every pool."""

    def __init__(self, store: TrialStore) -> None:
        self._store = store

    async def record(
        self,
        lineage_id: str,
        trial_key: str,
        kind: TrialKind,
        count: int = 1,
        sharpe: float | None = None,
        *,
        at: datetime,
    ) -> int:
        """How many trials the lineage has then; the same key again adds nothing."""
        await self.record_all(lineage_id, [Trial(trial_key, kind, at, count, sharpe)])
        return await self.count(lineage_id)

    async def record_all(self, lineage_id: str, trials: Sequence[Trial], sample: TrialSample | None = None) -> None:
        """Counts all points of a sweep; `sample` is the data that they were made on."""
        await self._store.add(lineage_id, trials, sample)

    async def count(self, lineage_id: str, pool: TrialPool | None = None) -> int:
        return await self._store.count(lineage_id, pool)

    async def trials(self, lineage_id: str, pool: TrialPool | None = None) -> tuple[Trial, ...]:
        """Oldest first, for what has to know how the Sharpe ratios of the trials are spread."""
        return tuple(await self._store.of(lineage_id, pool))


def draft_lineage(owner_id: str, name: str) -> str:
    """The lineage of drafts that nobody saved, by their name; the strategy that they become goes on in it."""
    return derived_id("draft lineage", owner_id, name.strip().casefold())
