"""Days cut into bars, and bars into shorter ones, so that the parts give the whole again: open, high, low, close and
volume. Whole cents and whole lots, and sums in one order, so that every machine gives the same."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import BarSeries, Floats, Instants
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.reports import SOURCE

Whole = npt.NDArray[np.int64]
_RESTLESS = 0.12  # a step of a day of 48, as a part of the day's range
_STEPS = 48


@dataclass(frozen=True, slots=True, eq=False)
class CutDays:
    """The bars within days: a row for each day, a column for each bar; prices (open, high, low, close) in cents."""

    starts: Instants
    prices: Whole
    volume: Whole

    def since(self, day: int) -> "CutDays":
        """From a row on; below zero counted from the last."""
        return CutDays(self.starts[day:], self.prices[day:], self.volume[day:])

    def merged(self, count: int) -> "CutDays":
        """As many bars as that in one; what is left at the end of a day makes a shorter one."""
        firsts = np.arange(0, self.volume.shape[1], count)
        lasts = np.append(firsts[1:], self.volume.shape[1]) - 1
        prices = [
            self.prices[:, firsts, 0],
            np.maximum.reduceat(self.prices[:, :, 1], firsts, axis=1),
            np.minimum.reduceat(self.prices[:, :, 2], firsts, axis=1),
            self.prices[:, lasts, 3],
        ]
        return CutDays(self.starts[:, firsts], np.stack(prices, axis=2), np.add.reduceat(self.volume, firsts, axis=1))

    def series(self, symbol: Symbol, timeframe: Timeframe) -> BarSeries:
        open_, high, low, close = self.prices.reshape(-1, 4).T / 100
        volume = self.volume.reshape(-1).astype(np.float64)
        return assemble(
            symbol,
            timeframe,
            SOURCE,
            time=self.starts.reshape(-1),
            open_=open_,
            high=high,
            low=low,
            close=close,
            volume=volume,
        )


def walks(whole: Whole, steps: Floats) -> Whole:
    """For each row of prices, as many bars as it has steps: a walk from open to close within the range that touches
    both of its ends."""
    count = steps.shape[1]
    first, high, low, last = (column[:, None] for column in whole.T)
    walk = np.concatenate([np.zeros((len(steps), 1)), np.cumsum(steps, axis=1)], axis=1)
    width, n = np.maximum(high - low, 1) * (_RESTLESS * sqrt(_STEPS / count)), np.arange(count + 1)
    bridge = first + (last - first) * n / count + width * (walk - walk[:, -1:] * n / count)
    marks = np.minimum(np.maximum((bridge + 0.5).astype(np.int64), low), high)
    marks[:, 0], marks[:, -1] = whole[:, 0], whole[:, 3]
    begins, ends, rows = marks[:, :-1], marks[:, 1:], np.arange(len(marks))
    bars = np.stack([begins, np.maximum(begins, ends), np.minimum(begins, ends), ends], axis=2)
    bars[rows, begins.argmax(axis=1), 1] = whole[:, 1]
    bars[rows, begins.argmin(axis=1), 2] = whole[:, 2]
    return bars


def shared_out(units: Whole, weights: Floats, lot: int) -> Whole:
    """Each row's units, in whole lots by its weights; the first has what is left over."""
    lots = units // lot
    total = np.cumsum(weights, axis=1)[:, -1:]  # not a sum, whose order is the processor's choice
    shared = (lots[:, None] * weights / total).astype(np.int64)
    shared[:, 0] += lots - shared.sum(axis=1)
    return shared * lot
