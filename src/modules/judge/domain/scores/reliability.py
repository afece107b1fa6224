"""Reliability: of what was said with a probability, how much came true, with intervals at 95 %."""

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
class ConfidenceInterval:
    """An estimate between two bounds."""

    value: float
    low: float
    high: float


def wilson(ones: int, count: int) -> ConfidenceInterval:
    """For the share of ones; it holds for few, and at the ends of the scale."""
    share, z2 = ones / count, Z95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 / (1 + z2 / count) * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return ConfidenceInterval(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))


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

    def mean(self, values: Floats) -> ConfidenceInterval:
        return self.ratio(values, np.ones(len(values)), lambda top, bottom: top / bottom)

    def skill(self, losses: Floats, against: Floats) -> ConfidenceInterval:
        """1 - loss / the baseline's loss: above zero is better than the baseline."""
        return self.ratio(losses, against, lambda top, bottom: 1 - top / np.maximum(bottom, 1e-12))

    def ratio(self, top: Floats, bottom: Floats, how: Ratio) -> ConfidenceInterval:
        groups = self.weights.shape[1]
        tops = np.bincount(self.group, top, groups)
        bottoms = np.bincount(self.group, bottom, groups)
        drawn = how(self.weights @ tops, self.weights @ bottoms)
        low, high = np.quantile(drawn, [0.025, 0.975])
        return ConfidenceInterval(
            float(how(top.sum(keepdims=True), bottom.sum(keepdims=True))[0]), float(low), float(high)
        )


def _weights(groups: int) -> Floats:
    """Few draws of many groups: the draws' own error is then below the groups'."""
    draws = max(200, min(_DRAWS, 8_000_000 // groups))
    return np.random.default_rng(_SEED).multinomial(groups, np.full(groups, 1 / groups), draws).astype(np.float64)


BINS = 10
_FEWEST_PER_BIN = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Calls with probabilities near each other: how many, what they said on average, and what came true."""

    count: int
    low: float
    high: float
    said: float
    came: ConfidenceInterval


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Murphy's: the Brier score is reliability - resolution + uncertainty, but for the spread inside the bins."""

    reliability: float
    resolution: float
    uncertainty: float


def equal_count_bins(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """As many calls in each, at least ten; equal probabilities stay together."""
    wanted = max(1, min(BINS, len(said) // _FEWEST_PER_BIN))
    edges = np.unique(np.quantile(said, np.linspace(0, 1, wanted + 1)[1:-1], method="higher"))
    return _bins(said, came, np.searchsorted(edges, said, side="right"))


def equal_width_bins(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """Tenths of the scale; empty ones are left out."""
    return _bins(said, came, np.minimum((said * BINS).astype(np.int64), BINS - 1))


def decomposition(bins: Sequence[Bin]) -> Decomposition:
    counts = np.array([one.count for one in bins], dtype=np.float64)
    said = np.array([one.said for one in bins])
    came = np.array([one.came.value for one in bins])
    rate = float((counts * came).sum() / counts.sum())
    weight = counts / counts.sum()
    return Decomposition(
        float((weight * (said - came) ** 2).sum()), float((weight * (came - rate) ** 2).sum()), rate * (1 - rate)
    )


def _bins(said: Floats, came: Floats, places: npt.NDArray[np.int64]) -> tuple[Bin, ...]:
    return tuple(_bin(said[places == place], came[places == place]) for place in np.unique(places))


def _bin(said: Floats, came: Floats) -> Bin:
    shares = wilson(int(came.sum()), len(came))
    return Bin(len(said), float(said.min()), float(said.max()), float(np.sort(said).mean()), shares)
