"""Volatility as it shows in the ranges of bars."""

import math

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import HL, HLC, defined, full, full_changes
from packages.domain.strategy.indicators.indicator import Outcome
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
        told = np.where(inner < outer, 1.0, 0.0)
        told[:n] = np.nan
        return told

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


INDICATORS = (
    defined("true_range", (), HLC, 1, lambda b, p: _true_range(b)),
    defined(
        "atr",
        (period(14),),
        HLC,
        full_changes,
        lambda b, p: ta("ATR", b.high, b.low, b.close, timeperiod=p.whole()),
        talib="ATR",
    ),
    defined(
        "atr_percent",
        (period(14),),
        HLC,
        full_changes,
        lambda b, p: ta("NATR", b.high, b.low, b.close, timeperiod=p.whole()),
    ),
    defined("average_range", (period(14),), HL, full, lambda b, p: rolling_mean(b.high - b.low, p.whole())),
    defined("range_percent", (period(14),), HLC, full, _range_percent),
    defined(
        "chaikin_volatility",
        (period(10), period(10, minimum=1, name="change_period")),
        HL,
        lambda p: p.whole() + p.whole("change_period") - 1,
        _chaikin,
    ),
    defined("choppiness", (period(14),), HLC, full_changes, _choppiness),
    defined(
        "mass_index",
        (period(25), period(9, name="smoothing")),
        HL,
        lambda p: p.whole() + 2 * p.whole("smoothing") - 3,
        _mass,
    ),
    defined("ulcer_index", (period(14), SOURCE), (), lambda p: 2 * (p.whole() - 1), _ulcer),
    defined(
        "relative_volatility",
        (period(14), period(10, name="deviation_period"), SOURCE),
        (),
        lambda p: p.whole() + p.whole("deviation_period") - 2,
        lambda b, p: once_moved(_relative_volatility(b, p), b.source),
    ),
    defined(
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
    defined("drawdown", (period(252), SOURCE), (), full, _drawdown),
)
