"""How sure an estimate from so many paths is: shares by Wilson, quantiles by order statistics.

Neither assumes anything about how returns or drawdowns are spread. They say what more paths would change, not whether
the world is the right one.
"""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import Estimate

LEVEL = 0.95


def share_estimate(hits: int, count: int, level: float = LEVEL) -> Estimate:
    """Of so many, how many out of all; the interval of Wilson (1927)."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, weight = hits / count, z * z / count
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * math.sqrt(share * (1 - share) / count + weight / (4 * count))
    return Estimate(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)), level)


def quantile_estimate(values: Floats, quantile: float, level: float = LEVEL) -> Estimate | None:
    """None where there are too few values for an interval of this level."""
    places = _places(len(values), quantile, level)
    if places is None:
        return None
    ordered = np.sort(values)
    low, high = (float(ordered[place]) for place in places)
    return Estimate(float(np.quantile(ordered, quantile)), low, high, level)


@lru_cache(maxsize=64)
def _places(count: int, quantile: float, level: float) -> tuple[int, int] | None:
    """The places of the values between which the quantile lies, counted from 0. How many of the values lie below the
    quantile is binomial, and exactly so."""
    below = _binomial_cumulative(count, quantile)
    tail = (1 - level) / 2
    low = int(np.searchsorted(below, tail, side="right")) - 1
    high = int(np.searchsorted(below, 1 - tail, side="left"))
    return (low, high) if low >= 0 and high < count else None


def _binomial_cumulative(count: int, chance: float) -> Floats:
    """The chance of at most 0, 1, 2 … successes."""
    at = np.arange(1, count + 1)
    steps = np.log((count - at + 1) / at) + math.log(chance / (1 - chance))
    logs = np.concatenate(([0.0], np.cumsum(steps))) + count * math.log1p(-chance)
    told: Floats = np.minimum(np.cumsum(np.exp(logs)), 1.0)
    return told
