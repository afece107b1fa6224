"""How strong a trend is, and which way it goes."""

from collections.abc import Callable

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import (
    HL,
    HLC,
    Indicator,
    Outcome,
    full,
    full_changes,
    trend_indicator,
)
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, period
from packages.domain.strategy.indicators.talib_library import ta, ta_columns
from packages.domain.strategy.indicators.windows import (
    change,
    highest,
    lagged,
    lowest,
    once_moved,
    ratio,
    rolling_mean,
    rolling_slope,
    rolling_sum,
    streak,
)


def _of_bars(name: str, function: str, first: Callable[[Chosen], int], usual: int = 14) -> Indicator:
    """A TA-Lib function of high, low, close and a period."""
    return trend_indicator(
        name,
        (period(usual),),
        HLC,
        first,
        lambda b, p: ta(function, b.high, b.low, b.close, timeperiod=p.whole()),
        compiled=function,
    )


def _aroon(bars: Bars, p: Chosen) -> Outcome:
    down, up = ta_columns("AROON", bars.high, bars.low, timeperiod=p.whole())
    return {"up": up, "down": down, "oscillator": lambda: up - down}


def _vortex(bars: Bars, p: Chosen) -> Outcome:
    travelled = rolling_sum(ta("TRANGE", bars.high, bars.low, bars.close), p.whole())
    return {
        "plus": lambda: ratio(rolling_sum(np.abs(bars.high - lagged(bars.low, 1)), p.whole()), travelled),
        "minus": lambda: ratio(rolling_sum(np.abs(bars.low - lagged(bars.high, 1)), p.whole()), travelled),
    }


def _efficiency(bars: Bars, p: Chosen) -> Floats:
    travelled = rolling_sum(np.abs(change(bars.source)), p.whole())
    return np.minimum(ratio(np.abs(change(bars.source, p.whole())), travelled), 1.0)


def _vhf(bars: Bars, p: Chosen) -> Floats:
    travelled = rolling_sum(np.abs(change(bars.source)), p.whole())
    return ratio(highest(bars.source, p.whole()) - lowest(bars.source, p.whole()), travelled)


def _intensity(bars: Bars, p: Chosen) -> Floats:
    """The share of the distances from the average that lie above it, in percent."""
    away = bars.source - rolling_mean(bars.source, p.whole())
    above = rolling_sum(np.maximum(away, 0.0), p.whole())
    return 100.0 * ratio(above, rolling_sum(np.abs(away), p.whole()))


def _countdown(bars: Bars, p: Chosen) -> Floats:
    before = lagged(bars.close, p.whole("lag"))
    return streak(bars.close > before) - streak(bars.close < before)


def _angle(bars: Bars, p: Chosen) -> Floats:
    return np.degrees(np.arctan(rolling_slope(bars.source, p.whole())))


INDICATORS = (
    _of_bars("adx", "ADX", lambda p: 2 * p.whole() - 1),
    _of_bars("adxr", "ADXR", lambda p: 3 * p.whole() - 2),
    _of_bars("dx", "DX", full_changes),
    _of_bars("plus_di", "PLUS_DI", full_changes),
    _of_bars("minus_di", "MINUS_DI", full_changes),
    trend_indicator(
        "plus_dm", (period(14),), HL, full, lambda b, p: ta("PLUS_DM", b.high, b.low, timeperiod=p.whole())
    ),
    trend_indicator(
        "minus_dm", (period(14),), HL, full, lambda b, p: ta("MINUS_DM", b.high, b.low, timeperiod=p.whole())
    ),
    trend_indicator("aroon", (period(25),), HL, full_changes, _aroon, ("up", "down", "oscillator")),
    trend_indicator("vortex", (period(14),), HLC, full_changes, _vortex, ("plus", "minus")),
    trend_indicator("efficiency_ratio", (period(10), SOURCE), (), full_changes, _efficiency),
    trend_indicator("vertical_horizontal_filter", (period(28), SOURCE), (), full_changes, _vhf),
    trend_indicator("trend_intensity", (period(30), SOURCE), (), lambda p: 2 * (p.whole() - 1), _intensity),
    trend_indicator("td_setup", (period(4, minimum=1, name="lag"),), ("close",), lambda p: p.whole("lag"), _countdown),
    trend_indicator("linear_slope", (period(14), SOURCE), (), full, lambda b, p: rolling_slope(b.source, p.whole())),
    trend_indicator("linear_angle", (period(14), SOURCE), (), full, _angle),
    trend_indicator(
        "hilbert_trend_mode", (SOURCE,), (), 63, lambda b, p: once_moved(ta("HT_TRENDMODE", b.source), b.source)
    ),
)
