"""The normal distribution, and Student's for whole degrees of freedom."""

import math
from statistics import NormalDist

from packages.domain.stress.honesty.errors import BadOdds

_NORMAL = NormalDist()
_AS_GOOD_AS_NORMAL = 100_000


def normal_cdf(x: float) -> float:
    """Exact to the last digits in both tails."""
    return math.erfc(-x / math.sqrt(2)) / 2


def normal_quantile(probability: float) -> float:
    if not 0 < probability < 1:
        raise BadOdds("stress.bad_probability", probability=probability)
    return _NORMAL.inv_cdf(probability)


def student_cdf(x: float, freedom: int) -> float:
    """By finite sums (Abramowitz and Stegun, 26.7.3 and 26.7.4); good to 15 places, not to 15 digits."""
    if freedom < 1:
        raise BadOdds("stress.bad_freedom", freedom=freedom)
    if freedom > _AS_GOOD_AS_NORMAL:
        return normal_cdf(x)
    angle = math.atan2(x, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    if freedom % 2:
        tail = sine * cosine * _sum(cosine**2, range(2, freedom - 1, 2)) if freedom > 1 else 0.0
        return 0.5 + (angle + tail) / math.pi
    return 0.5 + sine * _sum(cosine**2, range(1, freedom - 1, 2)) / 2


def _sum(square: float, steps: range) -> float:
    """1 and the products that follow, each the one before times `step / (step + 1)` and the square."""
    term = total = 1.0
    for step in steps:
        term *= square * step / (step + 1)
        total += term
    return total
