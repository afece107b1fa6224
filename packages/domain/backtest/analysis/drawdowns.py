"""How far the equity stood below its peak, and when it was worst."""

import numpy as np

from packages.domain.backtest.analysis.report import DrawdownPeriod
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats


def drawdown_of(equity: Floats) -> Floats:
    """The fraction below the highest close so far: 0 at a peak, -1 or less once the equity is gone."""
    peak = np.maximum.accumulate(equity)
    return np.divide(equity - peak, peak, out=np.zeros(len(equity)), where=peak > 0)


def deepest(drawdown: Floats, count: int = 5) -> tuple[DrawdownPeriod, ...]:
    """The deepest first; of two as deep, the earlier one."""
    starts, ends = _spells(drawdown)
    if not len(starts):
        return ()
    depths = np.minimum.reduceat(drawdown, starts)
    worst = np.argsort(depths, kind="stable")[:count]
    return tuple(_period(drawdown, int(starts[at]), int(ends[at])) for at in worst)


def longest(drawdown: Floats) -> int:
    """The most bars from a peak until it was reached again, or until the end."""
    starts, ends = _spells(drawdown)
    last = len(drawdown) - 1
    return int((np.minimum(ends, last) - (starts - 1)).max()) if len(starts) else 0


def _spells(drawdown: Floats) -> tuple[Counts, Counts]:
    """Where each spell below a peak begins, and the bar after it; the first bar is always a peak."""
    below = np.concatenate(([False], drawdown < 0, [False]))
    edges = np.flatnonzero(below[1:] != below[:-1])
    return edges[::2], edges[1::2]


def _period(drawdown: Floats, start: int, end: int) -> DrawdownPeriod:
    trough = start + int(drawdown[start:end].argmin())
    recovered = end if end < len(drawdown) else None
    return DrawdownPeriod(start - 1, trough, recovered, float(drawdown[trough]))
