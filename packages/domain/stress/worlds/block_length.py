"""How long the blocks of a bootstrap should be, by the data: the rule of Politis and White (2004) for the stationary
bootstrap, as corrected by Patton, Politis and White (2009).

The rule is asked about the returns and about their size, and the longer answer is taken: calm and wild stretches last
longer than trends do, and stops and drawdowns live on them.
"""

import math

import numpy as np

from packages.domain.market_data.bars import Floats

SHORTEST = 2.0


def mean_block(returns: Floats) -> float:
    """In bars."""
    moved = returns - returns.mean()
    size = np.abs(moved)
    longest = math.ceil(min(3 * math.sqrt(len(returns)), len(returns) / 3))
    wanted = max(_rule(moved), _rule(size - size.mean()))
    return float(min(max(wanted, SHORTEST), longest))


def _rule(centred: Floats) -> float:
    count = len(centred)
    quiet = max(5, math.ceil(math.sqrt(math.log10(count))))
    furthest = min(math.ceil(math.sqrt(count)) + quiet, count - 1)
    covariance = np.array([float(np.dot(centred[lag:], centred[: count - lag])) / count for lag in range(furthest + 1)])
    if covariance[0] <= 0:
        return 1.0
    lags = min(2 * _memory(covariance / covariance[0], count, quiet), furthest)
    if lags == 0:
        return 1.0
    at = np.arange(1, lags + 1)
    weight = np.minimum(1.0, 2.0 * (1.0 - at / lags))  # a flat top, then a slope to 0
    slope = 2.0 * float(np.sum(weight * at * covariance[1 : lags + 1]))
    spectrum = covariance[0] + 2.0 * float(np.sum(weight * covariance[1 : lags + 1]))
    return float((slope * slope / (spectrum * spectrum) * count) ** (1 / 3)) if spectrum > 0 else 1.0


def _memory(correlation: Floats, count: int, quiet: int) -> int:
    """The last lag before a run of correlations that could be chance; the last one that stands out where none runs."""
    loud = np.abs(correlation[1:]) >= 2.0 * math.sqrt(math.log10(count) / count)
    for lag in range(len(loud) - quiet + 1):
        if not loud[lag : lag + quiet].any():
            return lag
    return int(np.flatnonzero(loud)[-1]) + 1
