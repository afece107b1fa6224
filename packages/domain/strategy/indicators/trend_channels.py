"""Bands and channels around the price, and the stops that trail it."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import HL, HLC, Outcome, full, trend_indicator, volatility_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, sma, ta, ta_columns
from packages.domain.strategy.indicators.windows import (
    highest,
    lagged,
    lowest,
    ratio,
    rolling_deviation,
    rolling_mean_and_deviation,
)

BANDS = ("middle", "upper", "lower")
_MULTIPLE = number("multiplier", 2.0, 0.01, 100.0)


def _around(middle: Floats, width: Floats) -> dict[str, Floats]:
    return {"middle": middle, "upper": middle + width, "lower": middle - width}


def _bollinger(bars: Bars, p: Chosen) -> Outcome:
    middle, deviation = rolling_mean_and_deviation(bars.source, p.whole())
    far = p.real("multiplier") * deviation

    def width() -> Floats:
        return (middle + far) - (middle - far)

    return {
        "middle": middle,
        "upper": lambda: middle + far,
        "lower": lambda: middle - far,
        "bandwidth": lambda: ratio(width(), middle),
        "percent_b": lambda: np.where(deviation > 0.0, (bars.source - (middle - far)) / width(), np.nan),
    }


def _keltner(bars: Bars, p: Chosen) -> Outcome:
    typical = ta("ATR", bars.high, bars.low, bars.close, timeperiod=p.whole("atr_period"))
    return _around(ema(bars.source, p.whole()), p.real("multiplier") * typical)


def _donchian(bars: Bars, p: Chosen) -> Outcome:
    upper, lower = highest(bars.high, p.whole()), lowest(bars.low, p.whole())
    return {"upper": upper, "lower": lower, "middle": lambda: (upper + lower) / 2.0}


def _envelope(bars: Bars, p: Chosen) -> Outcome:
    middle = sma(bars.source, p.whole())
    return _around(middle, middle * p.real("percent") / 100.0)


def _acceleration(bars: Bars, p: Chosen) -> Outcome:
    upper, middle, lower = ta_columns("ACCBANDS", bars.high, bars.low, bars.close, timeperiod=p.whole())
    return {"middle": middle, "upper": upper, "lower": lower}


def _regression(bars: Bars, p: Chosen) -> Outcome:
    """The spread of the window about its regression line."""
    n = p.whole()
    slope = ta("LINEARREG_SLOPE", bars.source, timeperiod=n)
    explained = slope * slope * (n * n - 1) / 12.0
    unexplained = np.maximum(rolling_deviation(bars.source, n) ** 2 - explained, 0.0)
    return _around(ta("LINEARREG", bars.source, timeperiod=n), p.real("multiplier") * np.sqrt(unexplained))


def _chandelier(bars: Bars, p: Chosen) -> Outcome:
    away = p.real("multiplier") * ta("ATR", bars.high, bars.low, bars.close, timeperiod=p.whole())
    return {
        "long_stop": lambda: highest(bars.high, p.whole()) - away,
        "short_stop": lambda: lowest(bars.low, p.whole()) + away,
    }


def _supertrend(bars: Bars, p: Chosen) -> Outcome:
    settings = {"timeperiod": p.whole(), "multiplier": p.real("multiplier")}
    value, direction = ta_columns("SUPERTREND", bars.high, bars.low, bars.close, **settings)
    return {"value": value, "direction": lambda: direction.astype(np.float64)}


def _middle(bars: Bars, n: int) -> Floats:
    return (highest(bars.high, n) + lowest(bars.low, n)) / 2.0


def _ichimoku(bars: Bars, p: Chosen) -> Outcome:
    """The spans that stand over a bar are those which were drawn `displacement` bars ago; there is no lagging span,
    because it would put a later close at an earlier bar."""
    ago = p.whole("displacement")
    conversion, base = _middle(bars, p.whole("conversion_period")), _middle(bars, p.whole("base_period"))
    return {
        "conversion": conversion,
        "base": base,
        "span_a": lambda: lagged((conversion + base) / 2.0, ago),
        "span_b": lambda: lagged(_middle(bars, p.whole("span_period")), ago),
    }


def _ichimoku_firsts(p: Chosen) -> dict[str, int]:
    conversion, base, span = (p.whole(f"{name}_period") - 1 for name in ("conversion", "base", "span"))
    ago = p.whole("displacement")
    return {"conversion": conversion, "base": base, "span_a": max(conversion, base) + ago, "span_b": span + ago}


INDICATORS = (
    volatility_indicator(
        "bollinger",
        (period(20), _MULTIPLE, SOURCE),
        (),
        full,
        _bollinger,
        (*BANDS, "bandwidth", "percent_b"),
        compiled="BANDS",
    ),
    volatility_indicator(
        "keltner",
        (period(20), period(10, name="atr_period"), _MULTIPLE, SOURCE),
        HLC,
        lambda p: {"middle": full(p)} | dict.fromkeys(("upper", "lower"), max(full(p), p.whole("atr_period"))),
        _keltner,
        BANDS,
    ),
    trend_indicator("donchian", (period(20),), HL, full, _donchian, ("upper", "middle", "lower")),
    trend_indicator(
        "ma_envelope", (period(20), number("percent", 2.5, 0.01, 99.0), SOURCE), (), full, _envelope, BANDS
    ),
    volatility_indicator("acceleration_bands", (period(20),), HLC, full, _acceleration, BANDS),
    trend_indicator("regression_channel", (period(50, 3), _MULTIPLE, SOURCE), (), full, _regression, BANDS),
    trend_indicator(
        "chandelier_exit",
        (period(22), number("multiplier", 3.0, 0.01, 100.0)),
        HLC,
        lambda p: p.whole(),
        _chandelier,
        ("long_stop", "short_stop"),
    ),
    trend_indicator(
        "supertrend",
        (period(10), number("multiplier", 3.0, 0.01, 100.0)),
        HLC,
        lambda p: p.whole(),
        _supertrend,
        ("value", "direction"),
    ),
    trend_indicator(
        "parabolic_sar",
        (number("acceleration", 0.02, 0.001, 0.2), number("maximum", 0.2, 0.01, 1.0)),
        HL,
        1,
        lambda b, p: ta("SAR", b.high, b.low, acceleration=p.real("acceleration"), maximum=p.real("maximum")),
    ),
    trend_indicator(
        "ichimoku",
        (
            period(9, name="conversion_period"),
            period(26, name="base_period"),
            period(52, name="span_period"),
            period(26, minimum=0, name="displacement"),
        ),
        HL,
        _ichimoku_firsts,
        _ichimoku,
        ("conversion", "base", "span_a", "span_b"),
    ),
)
