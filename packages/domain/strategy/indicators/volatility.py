"""Volatility in the ranges of bars, and estimates of it from returns and ranges, per year where a number of bars a year
is given."""

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
    volatility_indicator,
)
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, rma, ta
from packages.domain.strategy.indicators.windows import (
    change,
    highest,
    lagged,
    lowest,
    once_moved,
    ranges,
    ratio,
    rolling_deviation,
    rolling_mean,
    rolling_slope,
    rolling_sum,
    rolling_variance,
    smoothed,
)


def _true_range(bars: Bars) -> Floats:
    return ta("TRANGE", bars.high, bars.low, bars.close)


def _chaikin(bars: Bars, p: Chosen) -> Floats:
    width = ema(bars.high - bars.low, p.whole())
    return 100.0 * ratio(change(width, p.whole("change_period")), lagged(width, p.whole("change_period")))


def _choppiness(bars: Bars, p: Chosen) -> Floats:
    """100 when the way back and forth fills the range many times over, towards 0 when it is crossed once."""
    travelled = rolling_sum(_true_range(bars), p.whole())
    crossings = ratio(travelled, ranges(bars.high, bars.low, p.whole()))
    return 100.0 * np.log(crossings) / math.log(p.whole())


def _mass(bars: Bars, p: Chosen) -> Floats:
    width = ema(bars.high - bars.low, p.whole("smoothing"))
    return rolling_sum(ratio(width, ema(width, p.whole("smoothing"))), p.whole())


def _ulcer(bars: Bars, p: Chosen) -> Floats:
    top = highest(bars.source, p.whole())
    fallen = 100.0 * ratio(bars.source - top, top)
    return np.sqrt(rolling_mean(fallen * fallen, p.whole()))


def _relative_volatility(bars: Bars, p: Chosen) -> Floats:
    """Dorsey's: the share of the deviation that came on rising bars, each side as Wilder's mean."""
    deviation, moves = rolling_deviation(bars.source, p.whole("deviation_period")), change(bars.source)
    missing = np.isnan(deviation) | np.isnan(moves)
    up, down = (np.where(missing, np.nan, np.where(way, deviation, 0.0)) for way in (moves > 0.0, moves < 0.0))
    up, down = rma(up, p.whole()), rma(down, p.whole())
    return 100.0 * ratio(up, up + down)


def _squeeze(bars: Bars, p: Chosen) -> Outcome:
    """Bollinger bands inside Keltner channels, and the regression of the distance from the middle of it all."""
    n = p.whole()
    middle = rolling_mean(bars.close, n)

    def on() -> Floats:
        inner = p.real("bollinger_multiplier") * rolling_deviation(bars.close, n)
        outer = p.real("keltner_multiplier") * rolling_mean(_true_range(bars), n)
        state = np.where(inner < outer, 1.0, 0.0)
        state[:n] = np.nan
        return state

    def momentum() -> Floats:
        centre = (highest(bars.high, n) + lowest(bars.low, n)) / 2.0
        away = bars.close - (centre + middle) / 2.0
        return rolling_mean(away, n) + rolling_slope(away, n) * (n - 1) / 2.0

    return {"momentum": momentum, "on": on}


def _range_percent(bars: Bars, p: Chosen) -> Floats:
    return 100.0 * ratio(rolling_mean(bars.high - bars.low, p.whole()), rolling_mean(bars.close, p.whole()))


def _drawdown(bars: Bars, p: Chosen) -> Floats:
    top = highest(bars.source, p.whole())
    return 100.0 * ratio(bars.source - top, top)


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
    volatility_indicator("true_range", (), HLC, 1, lambda b, p: _true_range(b)),
    volatility_indicator(
        "atr",
        (period(14),),
        HLC,
        full_changes,
        lambda b, p: ta("ATR", b.high, b.low, b.close, timeperiod=p.whole()),
        compiled="ATR",
    ),
    volatility_indicator(
        "atr_percent",
        (period(14),),
        HLC,
        full_changes,
        lambda b, p: ta("NATR", b.high, b.low, b.close, timeperiod=p.whole()),
    ),
    volatility_indicator(
        "average_range", (period(14),), HL, full, lambda b, p: rolling_mean(b.high - b.low, p.whole())
    ),
    volatility_indicator("range_percent", (period(14),), HLC, full, _range_percent),
    volatility_indicator(
        "chaikin_volatility",
        (period(10), period(10, minimum=1, name="change_period")),
        HL,
        lambda p: p.whole() + p.whole("change_period") - 1,
        _chaikin,
    ),
    volatility_indicator("choppiness", (period(14),), HLC, full_changes, _choppiness),
    volatility_indicator(
        "mass_index",
        (period(25), period(9, name="smoothing")),
        HL,
        lambda p: p.whole() + 2 * p.whole("smoothing") - 3,
        _mass,
    ),
    volatility_indicator("ulcer_index", (period(14), SOURCE), (), lambda p: 2 * (p.whole() - 1), _ulcer),
    volatility_indicator(
        "relative_volatility",
        (period(14), period(10, name="deviation_period"), SOURCE),
        (),
        lambda p: p.whole() + p.whole("deviation_period") - 2,
        lambda b, p: once_moved(_relative_volatility(b, p), b.source),
    ),
    volatility_indicator(
        "squeeze",
        (
            period(20),
            number("bollinger_multiplier", 2.0, 0.01, 100.0),
            number("keltner_multiplier", 1.5, 0.01, 100.0),
        ),
        HLC,
        lambda p: {"momentum": 2 * (p.whole() - 1), "on": p.whole()},
        _squeeze,
        ("momentum", "on"),
    ),
    volatility_indicator("drawdown", (period(252), SOURCE), (), full, _drawdown),
    volatility_indicator(
        "standard_deviation", (period(20), SOURCE), (), full, lambda b, p: rolling_deviation(b.source, p.whole())
    ),
    volatility_indicator("realised_volatility", (period(20), ANNUAL, SOURCE), (), full_changes, _of_returns),
    volatility_indicator("parkinson_volatility", (period(20), ANNUAL), HL, full, _parkinson),
    volatility_indicator("garman_klass_volatility", (period(20), ANNUAL), OHLC, full, _garman_klass),
    volatility_indicator("rogers_satchell_volatility", (period(20), ANNUAL), OHLC, full, _rogers_satchell),
    volatility_indicator("yang_zhang_volatility", (period(20), ANNUAL), OHLC, full_changes, _yang_zhang),
    volatility_indicator("ewma_volatility", (number("decay", 0.94, 0.5, 0.999), ANNUAL, SOURCE), (), 1, _ewma),
    volatility_indicator("downside_volatility", (period(20), ANNUAL, SOURCE), (), full_changes, _downside),
    volatility_indicator(
        "volatility_ratio",
        (period(10, name="fast_period"), period(60, name="slow_period"), SOURCE),
        (),
        lambda p: p.whole("slow_period"),
        _ratio_of_spans,
        rising=(("fast_period", "slow_period"),),
    ),
)
