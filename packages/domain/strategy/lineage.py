"""Everything that was tried on the way to a strategy: who keeps what looked best owes the count of the others.

A lineage is a strategy with all its revisions and forks. Its trials are only ever added to; a deleted strategy leaves
them behind.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from packages.core.errors import Invalid
from packages.core.ids import derived_id

LONGEST_KEY = 255
MOST_IN_ONE_TRIAL = 1_000_000


class BadTrial(Invalid):
    """A trial that cannot be counted."""


class TrialKind(StrEnum):
    """What was done with the strategy."""

    BACKTEST = "backtest"
    SWEEP = "sweep"
    OPTIMISATION = "optimisation"
    WALK_FORWARD = "walk_forward"


@dataclass(frozen=True, slots=True)
class Trial:
    """One look at the data, or `count` of them whose results are not told one by one. The same rules on the same data
    have the same `key`. `sharpe` is None where nothing could be measured."""

    key: str
    kind: TrialKind
    at: datetime
    count: int = 1
    sharpe: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.key) <= LONGEST_KEY:
            raise BadTrial("strategy.trial_key_length", longest=LONGEST_KEY)
        if not 1 <= self.count <= MOST_IN_ONE_TRIAL:
            raise BadTrial("strategy.trial_count", most=f"{MOST_IN_ONE_TRIAL:,}", count=self.count)
        if self.sharpe is not None and not math.isfinite(self.sharpe):
            raise BadTrial("strategy.trial_sharpe_not_number")


class TrialStore(Protocol):
    """Where trials are kept."""

    async def add(self, lineage_id: str, trials: Sequence[Trial]) -> None:
        """All at once; a key that the lineage has already stays as it is."""
        ...

    async def count(self, lineage_id: str) -> int: ...

    async def of(self, lineage_id: str) -> Sequence[Trial]:
        """Oldest first."""
        ...


class TrialLedger:
    """Counts the trials of every lineage."""

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
        return await self.record_all(lineage_id, [Trial(trial_key, kind, at, count, sharpe)])

    async def record_all(self, lineage_id: str, trials: Sequence[Trial]) -> int:
        """As `record`, for the points of a sweep."""
        await self._store.add(lineage_id, trials)
        return await self.count(lineage_id)

    async def count(self, lineage_id: str) -> int:
        return await self._store.count(lineage_id)

    async def trials(self, lineage_id: str) -> tuple[Trial, ...]:
        """Oldest first, for what has to know how the Sharpe ratios of the trials are spread."""
        return tuple(await self._store.of(lineage_id))


def draft_lineage(owner_id: str, name: str) -> str:
    """The lineage of drafts that nobody saved, by their name; the strategy that they become goes on in it."""
    return derived_id("draft lineage", owner_id, name.strip().casefold())
