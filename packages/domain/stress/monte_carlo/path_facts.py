"""What is kept of a path once the strategy has lived through it: a handful of numbers, and the equity at a few bars."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats

CHECKPOINTS = 60


@dataclass(frozen=True, slots=True, eq=False)
class PathFacts:
    """One value a path; `fan` has a row a path and a column a checkpoint."""

    total_return: Floats
    drawdown: Floats
    sharpe: Floats
    lowest: Floats  # equity on any close
    recovery_bars: Floats  # from the peak before the deepest drawdown until it was reached again; NaN if it was not
    ends_below: Floats  # 1 where it ends below an earlier peak
    traded: Floats  # 1 where it did anything at all
    fan: Floats

    def __len__(self) -> int:
        return len(self.total_return)


def joined(parts: Sequence[PathFacts]) -> PathFacts:
    """In order."""
    return PathFacts(
        **{each.name: np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(PathFacts)}
    )


def checkpoints(bars: int) -> Counts:
    """Evenly spread, the first and the last bar among them."""
    return np.unique(np.linspace(0, bars - 1, min(CHECKPOINTS, bars)).round().astype(np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class DeepestFall:
    """By path: how deep, and the bars from the peak back to it (NaN where it never came back or never fell)."""

    depth: Floats
    recovery_bars: Floats


def deepest_fall(equity: Floats, bars: Counts) -> DeepestFall:
    """`bars` says on which bar each column of the equity stands. The equity begins above 0."""
    peak = np.maximum.accumulate(equity, axis=1)
    fall = equity / peak
    trough = fall.argmin(axis=1)[:, np.newaxis]
    depth = np.take_along_axis(fall, trough, axis=1)[:, 0] - 1.0
    at_peak = equity >= np.take_along_axis(peak, trough, axis=1)
    after = np.arange(equity.shape[1]) > trough
    left = equity.shape[1] - 1 - (at_peak & ~after)[:, ::-1].argmax(axis=1)
    at_peak &= after
    back = at_peak.argmax(axis=1)
    has_come = at_peak[np.arange(len(equity)), back] & (depth < 0)
    return DeepestFall(depth, np.where(has_come, bars[back] - bars[left], np.nan))
