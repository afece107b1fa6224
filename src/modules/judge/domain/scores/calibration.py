"""Whether probabilities mean what they say, by proper tests.

Slope and intercept are those of a logistic regression of the outcomes on the log-odds that were said: a slope below 1
says too much, above 1 too little, 0 says nothing. Spiegelhalter's z compares the Brier score with what it would be if
every probability were true: above zero it is worse. A forecaster is overconfident when the slope's whole 95 % interval
lies between 0 and 1 and z is above its 95 % point; underconfident when the slope's interval lies above 1 and z is
below; uninformative when the slope's interval holds 0 but not 1; miscalibrated when z alone is beyond its 95 % points,
and the slope cannot say in which way. Where the outcomes allow no slope, z decides alone.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from src.modules.judge.domain.scores.reliability import Z95, ConfidenceInterval
from src.modules.judge.domain.scores.scored import Floats

_CLIP = 1e-6
_STEPS = 50
# Where the outcomes are told apart without a miss, the slope grows for ever and its error faster.
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

    @property
    def is_overconfident(self) -> bool:
        return self.found is Calibration.OVERCONFIDENT


def calibration_of(said: Floats, came: Floats) -> CalibrationTest:
    order = np.lexsort((came, said))  # sums do not depend on the order of the calls
    said, came = said[order], came[order]
    fitted = _regression(np.clip(said, _CLIP, 1 - _CLIP), came)
    z = spiegelhalter_z(said, came)
    slope = (
        ConfidenceInterval(fitted.slope, fitted.slope - Z95 * fitted.error, fitted.slope + Z95 * fitted.error)
        if fitted
        else None
    )
    found = Calibration.CONSTANT if said[-1] - said[0] < 1e-9 else _found(slope, z)
    return CalibrationTest(found, slope, fitted.intercept if fitted else None, _in_the_large(said, came), z)


def spiegelhalter_z(said: Floats, came: Floats) -> float | None:
    """A standard normal number if every probability is true."""
    spread = float((((1 - 2 * said) ** 2) * said * (1 - said)).sum())
    if spread <= 1e-12:
        return None
    return float(((came - said) * (1 - 2 * said)).sum()) / math.sqrt(spread)


def _found(slope: ConfidenceInterval | None, z: float | None) -> Calibration:
    if z is None:
        return Calibration.CONSISTENT  # nothing but one half was said, give or take nothing
    if slope is None:  # every outcome was the same, or was told apart without a miss
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


def _regression(said: Floats, came: Floats) -> _Fit | None:
    """By Newton's method; None where the probabilities are all one, or tell the outcomes apart without a miss."""
    odds = np.log(said / (1 - said))
    if np.ptp(odds) < 1e-9 or came.min() == came.max():
        return None
    design = np.column_stack((np.ones(len(odds)), odds))
    weights = np.zeros(2)
    curvature = np.eye(2)
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        curvature = design.T @ (design * (fitted * (1 - fitted))[:, None])
        if np.linalg.cond(curvature) > 1e9:
            return None
        step = np.linalg.solve(curvature, design.T @ (came - fitted))
        weights = weights + step
        if float(np.abs(step).max()) < 1e-10:
            break
    error = math.sqrt(float(np.linalg.inv(curvature)[1, 1]))
    return _Fit(float(weights[1]), float(weights[0]), error) if error < _LARGEST_ERROR else None


def _in_the_large(said: Floats, came: Floats) -> ConfidenceInterval:
    gap = float((came - said).mean())
    half = Z95 * math.sqrt(max(float((said * (1 - said)).sum()), 1e-12)) / len(said)
    return ConfidenceInterval(gap, gap - half, gap + half)
