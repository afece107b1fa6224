"""How sure a Sharpe ratio is: an interval that holds for skewed, fat-tailed and autocorrelated returns.

The error of the ratio is, for long samples, the mean of one influence a bar, z - s/2 (z² - 1), where z is the
standardised return and s the ratio of one bar. Were bars independent, the variance of that influence would be the one
of Mertens (2002), with its terms for skew and kurtosis. Bars are not, so its long-run variance is taken, as Lo (2002)
does: Newey and West's weights over 4 (n / 100)^(2/9) lags, after an autoregression of one lag has taken out the slow
part (Andrews and Monahan, 1992). The interval is for mean / deviation × sqrt(bars a year), the ratio as it is reported.
With only a handful of bars in the market it is too narrow, as every such formula is.

The Sharpe ratio of the end of a backtest takes its last 30 % of bars for the part out of sample, by rule. A backtest
fits nothing, so no bar of it is out of sample by itself. Who changes a strategy after looking at results fits it by
hand, mostly to what is older and longer; the rule is a yardstick for whether changes still help, no proof.
"""

import math
from statistics import NormalDist

import numpy as np

from packages.domain.backtest.analysis.curve import deviation, returns_of, sharpe_of
from packages.domain.backtest.analysis.report import EstimateInterval
from packages.domain.market_data.bars import Floats

_FEWEST = 3
_BLOCK = 16_384
_STRONGEST_MEMORY = 0.97  # beyond it, the correction would blow the interval up without a limit


def sharpe_interval(returns: Floats, bars_per_year: float, level: float = 0.95) -> EstimateInterval | None:
    """None where nothing moved, and for fewer than three returns."""
    if len(returns) < _FEWEST or deviation(returns) <= 0:
        return None
    value = sharpe_of(returns, bars_per_year)
    error = standard_error(returns) * math.sqrt(bars_per_year)
    reach = NormalDist().inv_cdf(0.5 + level / 2) * error
    return EstimateInterval(value, value - reach, value + reach, level)


def standard_error(returns: Floats) -> float:
    """Of the ratio of one bar."""
    z = (returns - returns.mean()) / returns.std()
    influence = z - float(returns.mean() / returns.std()) / 2 * (z * z - 1)
    return math.sqrt(long_run_variance(influence) / (len(returns) - 1))


def long_run_variance(values: Floats) -> float:
    """The variance of the sum of many values, by value; the mean of the values is taken to be 0."""
    memory = _memory(values)
    rest = values[1:] - memory * values[:-1]
    lags = min(len(rest) - 1, int(4 * (len(rest) / 100) ** (2 / 9)))
    weights = 2 * (1 - np.arange(lags + 1) / (lags + 1))
    weights[0] = 1.0
    total = float(np.dot(weights, _products(rest, lags)))
    return max(total, 0.0) / len(rest) / (1 - memory) ** 2


def _products(values: Floats, lags: int) -> Floats:
    """The sum of the products of values that stand 0, 1, 2 … `lags` places apart. A block at a time, which stays in the
    processor's cache for all lags: long backtests would otherwise be read from memory once a lag."""
    sums = np.zeros(lags + 1)
    for first in range(0, len(values), _BLOCK):
        block = values[first : first + _BLOCK]
        for lag in range(lags + 1):
            earlier = values[max(first - lag, 0) : first + len(block) - lag]
            sums[lag] += np.dot(block[len(block) - len(earlier) :], earlier)
    return sums


def _memory(values: Floats) -> float:
    before = float(np.dot(values[:-1], values[:-1]))
    slope = float(np.dot(values[1:], values[:-1])) / before if before > 0 else 0.0
    return min(max(slope, -_STRONGEST_MEMORY), _STRONGEST_MEMORY)


HELD_OUT_PERCENT = 30


def held_out_sharpe(equity: Floats, bars_per_year: float) -> float | None:
    """Of the returns on those bars, a year; None where nothing moved, and for fewer than three of them."""
    bars = len(equity) * HELD_OUT_PERCENT // 100
    measured = sharpe_interval(returns_of(equity)[len(equity) - 1 - bars :], bars_per_year) if bars else None
    return None if measured is None else measured.value
