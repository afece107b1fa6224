"""Estimates of volatility from returns and ranges, per year where a number of bars a year is told."""

import math

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import HL, OHLC, defined, full, full_changes
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.windows import (
    change,
    lagged,
    ratio,
    rolling_deviation,
    rolling_mean,
    rolling_variance,
    smoothed,
)

ANNUAL = number("bars_per_year", 252.0, 1.0, 1_000_000.0)


def logs(values: Floats) -> Floats:
    """NaN where a price is not above zero."""
    return np.log(values) if (values > 0.0).all() else np.log(np.where(values > 0.0, values, np.nan))


def log_returns(values: Floats) -> Floats:
    """NaN at the first bar and where a price is not above zero."""
    return change(logs(values))


def _yearly(variance: Floats, p: Chosen) -> Floats:
    return np.sqrt(np.maximum(variance, 0.0) * p.real("bars_per_year"))


def _of_returns(bars: Bars, p: Chosen) -> Floats:
    return _yearly(rolling_variance(log_returns(bars.source), p.whole(), ddof=1), p)


def _parkinson(bars: Bars, p: Chosen) -> Floats:
    width = logs(bars.high) - logs(bars.low)
    return _yearly(rolling_mean(width * width, p.whole()) / (4.0 * math.log(2.0)), p)


def _garman_klass(bars: Bars, p: Chosen) -> Floats:
    width, body = logs(bars.high) - logs(bars.low), logs(bars.close) - logs(bars.open)
    daily = 0.5 * width * width - (2.0 * math.log(2.0) - 1.0) * body * body
    return _yearly(rolling_mean(daily, p.whole()), p)


def _rogers_satchell_daily(open_: Floats, high: Floats, low: Floats, close: Floats) -> Floats:
    """From logarithms of prices."""
    return (high - close) * (high - open_) + (low - close) * (low - open_)


def _rogers_satchell(bars: Bars, p: Chosen) -> Floats:
    daily = _rogers_satchell_daily(*(logs(price) for price in (bars.open, bars.high, bars.low, bars.close)))
    return _yearly(rolling_mean(daily, p.whole()), p)


def _yang_zhang(bars: Bars, p: Chosen) -> Floats:
    n = p.whole()
    open_, high, low, close = (logs(price) for price in (bars.open, bars.high, bars.low, bars.close))
    overnight = rolling_variance(open_ - lagged(close, 1), n, ddof=1)
    k = 0.34 / (1.34 + (n + 1.0) / (n - 1.0))
    within = k * rolling_variance(close - open_, n, ddof=1)
    within += (1.0 - k) * rolling_mean(_rogers_satchell_daily(open_, high, low, close), n)
    return _yearly(overnight + within, p)


def _ewma(bars: Bars, p: Chosen) -> Floats:
    """RiskMetrics': squared returns, each with the share that the decay leaves; seeded with the first one."""
    returns = log_returns(bars.source)
    return _yearly(smoothed(returns * returns, 1.0 - p.real("decay"), 1), p)


def _downside(bars: Bars, p: Chosen) -> Floats:
    fallen = np.minimum(log_returns(bars.source), 0.0)
    return _yearly(rolling_mean(fallen * fallen, p.whole()), p)


def _ratio_of_spans(bars: Bars, p: Chosen) -> Floats:
    returns = log_returns(bars.source)
    short, long = (rolling_deviation(returns, p.whole(name), ddof=1) for name in ("fast_period", "slow_period"))
    return ratio(short, long)


INDICATORS = (
    defined("standard_deviation", (period(20), SOURCE), (), full, lambda b, p: rolling_deviation(b.source, p.whole())),
    defined("realised_volatility", (period(20), ANNUAL, SOURCE), (), full_changes, _of_returns),
    defined("parkinson_volatility", (period(20), ANNUAL), HL, full, _parkinson),
    defined("garman_klass_volatility", (period(20), ANNUAL), OHLC, full, _garman_klass),
    defined("rogers_satchell_volatility", (period(20), ANNUAL), OHLC, full, _rogers_satchell),
    defined("yang_zhang_volatility", (period(20), ANNUAL), OHLC, full_changes, _yang_zhang),
    defined("ewma_volatility", (number("decay", 0.94, 0.5, 0.999), ANNUAL, SOURCE), (), 1, _ewma),
    defined("downside_volatility", (period(20), ANNUAL, SOURCE), (), full_changes, _downside),
    defined(
        "volatility_ratio",
        (period(10, name="fast_period"), period(60, name="slow_period"), SOURCE),
        (),
        lambda p: p.whole("slow_period"),
        _ratio_of_spans,
        rising=(("fast_period", "slow_period"),),
    ),
)
