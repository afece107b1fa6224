"""Intervals at 95 %: Wilson's for shares, the bootstrap for means and for ratios of means."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.modules.judge.domain.scores.scored import Floats, ScoredCall

Z95 = 1.959963984540054
_DRAWS = 2000
_SEED = 20260105
_FEWEST_WEEKS = 10
Ratio = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between two bounds."""

    value: float
    low: float
    high: float


def wilson(ones: int, count: int) -> Interval:
    """For the share of ones; it holds for few, and at the ends of the scale."""
    share, z2 = ones / count, Z95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 / (1 + z2 / count) * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return Interval(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))


@dataclass(frozen=True, slots=True)
class Resamples:
    """How often each group of calls is drawn, in each of many draws. Calls of one week saw the same market, so weeks
    are drawn whole, as long as there are ten of them; otherwise calls are drawn."""

    by: str
    group: npt.NDArray[np.int64]
    weights: Floats

    @classmethod
    def of(cls, calls: Sequence[ScoredCall]) -> "Resamples":
        """In the order of the weeks, so that the order of the calls does not matter."""
        weeks = [call.as_of.date().isocalendar()[:2] for call in calls]
        names = sorted(set(weeks))
        if len(names) >= _FEWEST_WEEKS:
            place = {name: number for number, name in enumerate(names)}
            return cls("week", np.array([place[week] for week in weeks]), _weights(len(names)))
        order = sorted(range(len(calls)), key=lambda at: calls[at].call_id)
        group = np.empty(len(calls), dtype=np.int64)
        group[order] = np.arange(len(calls))
        return cls("call", group, _weights(len(calls)))

    def mean(self, values: Floats) -> Interval:
        return self.ratio(values, np.ones(len(values)), lambda top, bottom: top / bottom)

    def skill(self, losses: Floats, against: Floats) -> Interval:
        """1 - loss / the baseline's loss: above zero is better than the baseline."""
        return self.ratio(losses, against, lambda top, bottom: 1 - top / np.maximum(bottom, 1e-12))

    def ratio(self, top: Floats, bottom: Floats, how: Ratio) -> Interval:
        groups = self.weights.shape[1]
        tops = np.bincount(self.group, top, groups)
        bottoms = np.bincount(self.group, bottom, groups)
        drawn = how(self.weights @ tops, self.weights @ bottoms)
        low, high = np.quantile(drawn, [0.025, 0.975])
        return Interval(float(how(top.sum(keepdims=True), bottom.sum(keepdims=True))[0]), float(low), float(high))


def _weights(groups: int) -> Floats:
    """Few draws of many groups: the draws' own error is then below the groups'."""
    draws = max(200, min(_DRAWS, 8_000_000 // groups))
    return np.random.default_rng(_SEED).multinomial(groups, np.full(groups, 1 / groups), draws).astype(np.float64)
