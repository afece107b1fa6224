"""Statistics of a window (where a value stands in it, its shape, its line), and prices by themselves: combinations of a
bar's four, changes from bar to bar, levels of the bars before."""

import math

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import (
    HL,
    HLC,
    OHLC,
    Outcome,
    full,
    full_changes,
    statistic_indicator,
)
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import percent_rank, ta, ta_columns
from packages.domain.strategy.indicators.volatility import ANNUAL, log_returns, logs
from packages.domain.strategy.indicators.windows import (
    change,
    highest,
    lagged,
    lowest,
    ratio,
    rolling_correlation,
    rolling_covariance,
    rolling_deviation,
    rolling_kurtosis,
    rolling_mean,
    rolling_skewness,
    rolling_sum,
    rolling_variance,
    streak,
)

_HURST_LAGS = (1, 2, 4, 8, 16)


def _zscore(bars: Bars, p: Chosen) -> Floats:
    away = bars.source - rolling_mean(bars.source, p.whole())
    return ratio(away, rolling_deviation(bars.source, p.whole()))


def _skewness(bars: Bars, p: Chosen) -> Floats:
    return rolling_skewness(log_returns(bars.source), p.whole())


def _kurtosis(bars: Bars, p: Chosen) -> Floats:
    return rolling_kurtosis(log_returns(bars.source), p.whole()) - 3.0


def _autocorrelation(bars: Bars, p: Chosen) -> Floats:
    returns = log_returns(bars.source)
    return rolling_correlation(returns, lagged(returns, p.whole("lag")), p.whole())


def _lag_beta(bars: Bars, p: Chosen) -> Floats:
    returns = log_returns(bars.source)
    before = lagged(returns, p.whole("lag"))
    return ratio(rolling_covariance(returns, before, p.whole()), rolling_variance(before, p.whole()))


def _r_squared(bars: Bars, p: Chosen) -> Floats:
    n = p.whole()
    slope = ta("LINEARREG_SLOPE", bars.source, timeperiod=n)
    explained = slope * slope * (n * n - 1) / 12.0
    return np.minimum(ratio(explained, rolling_variance(bars.source, n)), 1.0)


def _hurst(bars: Bars, p: Chosen) -> Floats:
    """Half the slope of squared log moves against their lags, both as logarithms: 0.5 for a random walk, above it
    where moves go on, below it where they come back."""
    prices = logs(bars.source)
    centred = np.log(_HURST_LAGS) - np.mean(np.log(_HURST_LAGS))
    slope = np.zeros(bars.length)
    for lag, weight in zip(_HURST_LAGS, (centred / np.sum(centred**2)).tolist(), strict=True):
        moves = change(prices, lag)
        slope += weight * np.log(rolling_mean(moves * moves, p.whole() - lag))
    return slope / 2.0


def _variance_ratio(bars: Bars, p: Chosen) -> Floats:
    """Lo and MacKinlay's: the variance of moves over `lag` bars against `lag` times that over one bar."""
    prices, lag = logs(bars.source), p.whole("lag")
    return ratio(rolling_variance(change(prices, lag), p.whole()), lag * rolling_variance(change(prices), p.whole()))


def _sharpe(bars: Bars, p: Chosen) -> Floats:
    returns = ratio(change(bars.source), lagged(bars.source, 1))
    yearly = math.sqrt(p.real("bars_per_year"))
    return yearly * ratio(rolling_mean(returns, p.whole()), rolling_deviation(returns, p.whole(), ddof=1))


def _since(bars: Bars, p: Chosen, function: str) -> Floats:
    return np.arange(bars.length) - ta(function, bars.source, timeperiod=p.whole())


def _lagged_full(p: Chosen) -> int:
    return p.whole() + p.whole("lag")


_LEVELS = ("pivot", "r1", "s1", "r2", "s2", "r3", "s3")
_CANDLE = ("close", "open", "high", "low")


def _pivots(bars: Bars, p: Chosen) -> Outcome:
    """Of the `period` bars before this one, which does not count."""
    high, low = lagged(highest(bars.high, p.whole()), 1), lagged(lowest(bars.low, p.whole()), 1)
    pivot = (high + low + lagged(bars.close, 1)) / 3.0
    return {
        "pivot": pivot,
        "r1": lambda: 2.0 * pivot - low,
        "s1": lambda: 2.0 * pivot - high,
        "r2": lambda: pivot + (high - low),
        "s2": lambda: pivot - (high - low),
        "r3": lambda: high + 2.0 * (pivot - low),
        "s3": lambda: low - 2.0 * (high - pivot),
    }


def _heikin_ashi(bars: Bars, p: Chosen) -> Outcome:
    columns = ta_columns("HA", bars.open, bars.high, bars.low, bars.close)
    return dict(zip(("open", "high", "low", "close"), columns, strict=True))


def _streak(bars: Bars, p: Chosen) -> Floats:
    moves = change(bars.source)
    return streak(moves > 0.0) - streak(moves < 0.0)


INDICATORS = (
    statistic_indicator("zscore", (period(20), SOURCE), (), full, _zscore),
    statistic_indicator(
        "percentile_rank", (period(100), SOURCE), (), full_changes, lambda b, p: percent_rank(b.source, p.whole())
    ),
    statistic_indicator(
        "quantile",
        (period(20, maximum=500), number("percentile", 50.0, 0.0, 100.0), SOURCE),
        (),
        full,
        lambda b, p: ta("PERCENTILE", b.source, timeperiod=p.whole(), percentile=p.real("percentile")),
    ),
    statistic_indicator("variance", (period(20), SOURCE), (), full, lambda b, p: rolling_variance(b.source, p.whole())),
    statistic_indicator(
        "mean_deviation", (period(20), SOURCE), (), full, lambda b, p: ta("AVGDEV", b.source, timeperiod=p.whole())
    ),
    statistic_indicator("skewness", (period(60, 3), SOURCE), (), full_changes, _skewness),
    statistic_indicator("kurtosis", (period(60, 4), SOURCE), (), full_changes, _kurtosis),
    statistic_indicator(
        "autocorrelation", (period(60, 3), period(1, minimum=1, name="lag"), SOURCE), (), _lagged_full, _autocorrelation
    ),
    statistic_indicator(
        "lag_beta", (period(60, 3), period(1, minimum=1, name="lag"), SOURCE), (), _lagged_full, _lag_beta
    ),
    statistic_indicator("r_squared", (period(20, 3), SOURCE), (), full, _r_squared),
    statistic_indicator(
        "linear_intercept",
        (period(14), SOURCE),
        (),
        full,
        lambda b, p: ta("LINEARREG_INTERCEPT", b.source, timeperiod=p.whole()),
    ),
    statistic_indicator("hurst", (period(100, 32), SOURCE), (), full, _hurst),
    statistic_indicator(
        "variance_ratio",
        (period(60, 3), period(5, minimum=2, name="lag"), SOURCE),
        (),
        lambda p: p.whole() + p.whole("lag") - 1,
        _variance_ratio,
    ),
    statistic_indicator("rolling_sharpe", (period(60), ANNUAL, SOURCE), (), full_changes, _sharpe),
    statistic_indicator("highest", (period(20), SOURCE), (), full, lambda b, p: highest(b.source, p.whole())),
    statistic_indicator("lowest", (period(20), SOURCE), (), full, lambda b, p: lowest(b.source, p.whole())),
    statistic_indicator("bars_since_highest", (period(20), SOURCE), (), full, lambda b, p: _since(b, p, "MAXINDEX")),
    statistic_indicator("bars_since_lowest", (period(20), SOURCE), (), full, lambda b, p: _since(b, p, "MININDEX")),
    statistic_indicator("sum", (period(20), SOURCE), (), full, lambda b, p: rolling_sum(b.source, p.whole())),
    statistic_indicator("price", (SOURCE,), (), 0, lambda b, p: b.source),
    statistic_indicator("typical_price", (), HLC, 0, lambda b, p: ta("TYPPRICE", b.high, b.low, b.close)),
    statistic_indicator("weighted_close", (), HLC, 0, lambda b, p: ta("WCLPRICE", b.high, b.low, b.close)),
    statistic_indicator(
        "midprice", (period(14),), HL, full, lambda b, p: ta("MIDPRICE", b.high, b.low, timeperiod=p.whole())
    ),
    statistic_indicator("log_return", (SOURCE,), (), 1, lambda b, p: log_returns(b.source)),
    statistic_indicator(
        "gap_percent",
        (),
        ("open", "close"),
        1,
        lambda b, p: 100.0 * ratio(b.open - lagged(b.close, 1), lagged(b.close, 1)),
    ),
    statistic_indicator("streak", (SOURCE,), (), 1, _streak),
    statistic_indicator("pivot_points", (period(1, minimum=1),), HLC, lambda p: p.whole(), _pivots, _LEVELS),
    statistic_indicator("heikin_ashi", (), OHLC, 0, _heikin_ashi, _CANDLE),
)
