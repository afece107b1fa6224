"""The scale of an axis: from where to where, by difference or by ratio, with marks at round numbers."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats

LOGARITHMIC_FROM = 10.0  # the ratio of highest to lowest above which differences hide the early years
_STEPS = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """Ticks lie within `low` and `high`."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False

    def share(self, values: Floats) -> Floats:
        """How far up the axis each value lies: 0 at the bottom, 1 at the top."""
        if self.is_log:
            low, high = math.log(self.low), math.log(self.high)
            return np.asarray((np.log(values) - low) / (high - low))
        return np.asarray((values - self.low) / (self.high - self.low))

    def place(self, value: float) -> float:
        return float(self.share(np.array([value]))[0])


def scale_of(*columns: Floats, most: int = 6, may_be_log: bool = False) -> Scale:
    """Holds every known value of the columns; what is not known does not count."""
    known = np.concatenate([column[np.isfinite(column)] for column in columns] or [np.zeros(0)])
    if not len(known):
        return linear(0.0, 1.0, most)
    low, high = float(known.min()), float(known.max())
    if may_be_log and low > 0 and high / low > LOGARITHMIC_FROM:
        return _logarithmic(low, high, most)
    return linear(low, high, most)


def linear(low: float, high: float, most: int = 6) -> Scale:
    if high - low <= abs(high) * 1e-12:
        margin = abs(high) * 0.05 or 1.0
        low, high = low - margin, high + margin
    step = round_step((high - low) / most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Scale(low, high, tuple(round(at * step, 12) for at in range(first, last + 1)))


def round_step(rough: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in _STEPS if step * power >= rough * (1 - 1e-9))


def _logarithmic(low: float, high: float, most: int) -> Scale:
    kinds = [tuple(_decades(low, high, steps)) for steps in ((1, 2, 5), (1, 3), (1,))]
    ticks = next((ticks for ticks in kinds if len(ticks) <= most), kinds[-1])
    return Scale(low, high, ticks[:: math.ceil(len(ticks) / most)], is_log=True)


def _decades(low: float, high: float, steps: tuple[int, ...]) -> Iterator[float]:
    for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        yield from (tick for step in steps if low <= (tick := step * 10.0**power) <= high)
