"""Our own statistics and prices, once more and slowly (with the defaults)."""

from collections.abc import Mapping
from math import sqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market
from tests.packages.domain.strategy.indicators.slowly import (
    Reference,
    ago,
    bottom,
    column,
    deviation,
    log_returns,
    mean,
    runs,
    step,
    top,
    total,
    windowed,
)


def zscore(m: Market) -> Floats:
    return windowed(lambda part: (part[-1] - part.mean()) / part.std(), 20, m["close"])


def percentile_rank(m: Market) -> Floats:
    return windowed(lambda part: 100 * np.mean(part[:-1] < part[-1]), 101, m["close"])


def quantile(m: Market) -> Floats:
    return windowed(lambda part: np.sort(part)[9], 20, m["close"])


def variance(m: Market) -> Floats:
    return deviation(m["close"], 20) ** 2


def skewness(m: Market) -> Floats:
    return windowed(lambda part: np.mean((part - part.mean()) ** 3) / part.std() ** 3, 60, log_returns(m))


def kurtosis(m: Market) -> Floats:
    return windowed(lambda part: np.mean((part - part.mean()) ** 4) / part.std() ** 4 - 3, 60, log_returns(m))


def autocorrelation(m: Market) -> Floats:
    return windowed(lambda x, y: np.corrcoef(x, y)[0, 1], 60, log_returns(m), ago(log_returns(m), 1))


def lag_beta(m: Market) -> Floats:
    return windowed(lambda x, y: np.polyfit(y, x, 1)[0], 60, log_returns(m), ago(log_returns(m), 1))


def r_squared(m: Market) -> Floats:
    return windowed(lambda part: np.corrcoef(part, np.arange(20))[0, 1] ** 2, 20, m["close"])


def hurst(m: Market) -> Floats:
    lags = [1, 2, 4, 8, 16]

    def exponent(part: Floats) -> float:
        sizes = [np.mean((part[lag:] - part[:-lag]) ** 2) for lag in lags]
        return float(np.polyfit(np.log(lags), np.log(sizes), 1)[0] / 2)

    return windowed(exponent, 100, np.log(m["close"]))


def variance_ratio(m: Market) -> Floats:
    prices = np.log(m["close"])
    return deviation(step(prices, 5), 60) ** 2 / (5 * deviation(step(prices), 60) ** 2)


def rolling_sharpe(m: Market) -> Floats:
    returns = m["close"] / ago(m["close"], 1) - 1
    return sqrt(252) * mean(returns, 60) / deviation(returns, 60, 1)


def bars_since_highest(m: Market) -> Floats:
    return windowed(lambda part: 19 - int(np.argmax(part)), 20, m["close"])


def bars_since_lowest(m: Market) -> Floats:
    return windowed(lambda part: 19 - int(np.argmin(part)), 20, m["close"])


def sum_(m: Market) -> Floats:
    return total(m["close"], 20)


def price(m: Market) -> Floats:
    return m["close"]


def highest(m: Market) -> Floats:
    return top(m["close"], 20)


def lowest(m: Market) -> Floats:
    return bottom(m["close"], 20)


def gap_percent(m: Market) -> Floats:
    return 100 * (m["open"] / ago(m["close"], 1) - 1)


def streak(m: Market) -> Floats:
    return runs(step(m["close"]))


def pivot_points(m: Market) -> Mapping[str, Floats]:
    high, low, close = (ago(m[name], 1) for name in ("high", "low", "close"))
    pivot = (high + low + close) / 3
    first = {"pivot": pivot, "r1": 2 * pivot - low, "s1": 2 * pivot - high}
    second = {"r2": pivot + high - low, "s2": pivot - high + low}
    return {**first, **second, "r3": high + 2 * (pivot - low), "s3": low - 2 * (high - pivot)}


def heikin_ashi(m: Market) -> Mapping[str, Floats]:
    closes = (m["open"] + m["high"] + m["low"] + m["close"]) / 4
    opens = [(m["open"][0] + m["close"][0]) / 2]
    for close in closes[:-1]:
        opens.append((opens[-1] + close) / 2)
    high, low = np.maximum(m["high"], np.maximum(opens, closes)), np.minimum(m["low"], np.minimum(opens, closes))
    return {"open": column(opens), "high": high, "low": low, "close": closes}


STATISTICS: dict[str, Reference] = {
    each.__name__.rstrip("_"): each
    for each in (
        *(zscore, percentile_rank, quantile, variance, skewness, kurtosis, autocorrelation, lag_beta, r_squared),
        *(hurst, variance_ratio, rolling_sharpe, bars_since_highest, bars_since_lowest, sum_, price, highest, lowest),
        *(gap_percent, streak, pivot_points, heikin_ashi),
    )
}
STATISTICS["log_return"] = log_returns
