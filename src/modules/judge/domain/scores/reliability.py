"""Reliability and calibration: of what was said with a probability, how much came true, with intervals at 95 %.

Slope and intercept are those of a logistic regression of the outcomes on the log-odds that were said: a slope below 1
says too much, above 1 too little, 0 says nothing. Spiegelhalter's z compares the Brier score with what it would be if
every probability were true: above zero it is worse. A forecaster is overconfident when the slope's whole 95 % interval
lies between 0 and 1 and z is above its 95 % point; underconfident when the slope's interval lies above 1 and z is
below; uninformative when the slope's interval holds 0 but not 1; miscalibrated when z alone is beyond its 95 % points,
and the slope cannot say in which way. Where the outcomes allow no slope, z decides alone.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

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


def equal_count_bins(forecast: Floats, observed: Floats) -> tuple[Bin, ...]:
    """As many calls in each, at least ten; equal probabilities stay together."""
    wanted = max(1, min(BINS, len(forecast) // _FEWEST_PER_BIN))
    edges = np.unique(np.quantile(forecast, np.linspace(0, 1, wanted + 1)[1:-1], method="higher"))
    return _bins(forecast, observed, np.searchsorted(edges, forecast, side="right"))


def equal_width_bins(forecast: Floats, observed: Floats) -> tuple[Bin, ...]:
    """Tenths of the scale; empty ones are left out."""
    return _bins(forecast, observed, np.minimum((forecast * BINS).astype(np.int64), BINS - 1))


def decomposition(bins: Sequence[Bin]) -> Decomposition:
    counts = np.array([one.count for one in bins], dtype=np.float64)
    forecast = np.array([one.said for one in bins])
    observed = np.array([one.came.value for one in bins])
    rate = float((counts * observed).sum() / counts.sum())
    weight = counts / counts.sum()
    return Decomposition(
        float((weight * (forecast - observed) ** 2).sum()),
        float((weight * (observed - rate) ** 2).sum()),
        rate * (1 - rate),
    )


def _bins(forecast: Floats, observed: Floats, places: npt.NDArray[np.int64]) -> tuple[Bin, ...]:
    return tuple(_bin(forecast[places == place], observed[places == place]) for place in np.unique(places))


def _bin(forecast: Floats, observed: Floats) -> Bin:
    shares = wilson(int(observed.sum()), len(observed))
    return Bin(len(forecast), float(forecast.min()), float(forecast.max()), float(np.sort(forecast).mean()), shares)


_CLIP = 1e-6
_STEPS = 50
# Where the probabilities separate the outcomes without a miss, the slope grows for ever and its error faster.
_LARGEST_ERROR = 100.0


class Calibration(StrEnum):
    """What the tests allow to say."""

    CONSISTENT = "consistent"
    OVERCONFIDENT = "overconfident"
    UNDERCONFIDENT = "underconfident"
    UNINFORMATIVE = "uninformative"
    MISCALIBRATED = "miscalibrated"
    CONSTANT = "constant"


@dataclass(frozen=True, slots=True)
class CalibrationTest:
    """`slope` and `spiegelhalter_z` None where they have no value: everything was said with one probability, or with
    one half. `in_the_large`: how much more came true than was said, on average."""

    found: Calibration
    slope: ConfidenceInterval | None
    intercept: float | None
    in_the_large: ConfidenceInterval
    spiegelhalter_z: float | None


def calibration_of(forecast: Floats, observed: Floats) -> CalibrationTest:
    order = np.lexsort((observed, forecast))  # sums do not depend on the order of the calls
    forecast, observed = forecast[order], observed[order]
    fitted = _regression(np.clip(forecast, _CLIP, 1 - _CLIP), observed)
    z = spiegelhalter_z(forecast, observed)
    slope = (
        ConfidenceInterval(fitted.slope, fitted.slope - Z95 * fitted.error, fitted.slope + Z95 * fitted.error)
        if fitted
        else None
    )
    found = Calibration.CONSTANT if forecast[-1] - forecast[0] < 1e-9 else _found(slope, z)
    return CalibrationTest(found, slope, fitted.intercept if fitted else None, _in_the_large(forecast, observed), z)


def spiegelhalter_z(forecast: Floats, observed: Floats) -> float | None:
    """A standard normal number if every probability is true."""
    spread = float((((1 - 2 * forecast) ** 2) * forecast * (1 - forecast)).sum())
    if spread <= 1e-12:
        return None
    return float(((observed - forecast) * (1 - 2 * forecast)).sum()) / math.sqrt(spread)


def _found(slope: ConfidenceInterval | None, z: float | None) -> Calibration:
    if z is None:
        return Calibration.CONSISTENT  # nothing but one half was said, give or take nothing
    if slope is None:  # every outcome was the same, or the outcomes were separated without a miss
        low, high = z < -Z95, z > Z95
    else:
        if slope.low <= 0 and slope.high < 1:
            return Calibration.UNINFORMATIVE
        low, high = slope.low > 1 and z < -Z95, slope.high < 1 and z > Z95
    if high:
        return Calibration.OVERCONFIDENT
    if low:
        return Calibration.UNDERCONFIDENT
    return Calibration.MISCALIBRATED if abs(z) > Z95 else Calibration.CONSISTENT


@dataclass(frozen=True, slots=True)
class _Fit:
    slope: float
    intercept: float
    error: float


def _regression(forecast: Floats, observed: Floats) -> _Fit | None:
    """By Newton's method; None where the probabilities are all one, or separate the outcomes without a miss."""
    odds = np.log(forecast / (1 - forecast))
    if np.ptp(odds) < 1e-9 or observed.min() == observed.max():
        return None
    design = np.column_stack((np.ones(len(odds)), odds))
    weights = np.zeros(2)
    curvature = np.eye(2)
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        curvature = design.T @ (design * (fitted * (1 - fitted))[:, None])
        if np.linalg.cond(curvature) > 1e9:
            return None
        step = np.linalg.solve(curvature, design.T @ (observed - fitted))
        weights = weights + step
        if float(np.abs(step).max()) < 1e-10:
            break
    error = math.sqrt(float(np.linalg.inv(curvature)[1, 1]))
    return _Fit(float(weights[1]), float(weights[0]), error) if error < _LARGEST_ERROR else None


def _in_the_large(forecast: Floats, observed: Floats) -> ConfidenceInterval:
    gap = float((observed - forecast).mean())
    half = Z95 * math.sqrt(max(float((forecast * (1 - forecast)).sum()), 1e-12)) / len(forecast)
    return ConfidenceInterval(gap, gap - half, gap + half)
