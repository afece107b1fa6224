"""Volume that accumulates: running totals that start at the first bar of the data."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import CV, HLC, HLCV, defined
from packages.domain.strategy.indicators.indicator import Outcome
from packages.domain.strategy.indicators.parameters import Chosen, period
from packages.domain.strategy.indicators.talib_library import ema, ta
from packages.domain.strategy.indicators.windows import lagged, moves, recursion


def _returns(close: Floats) -> Floats:
    """Zero at the first bar and after a price of zero."""
    before = lagged(close, 1)
    return np.where(before > 0.0, close / before - 1.0, 0.0)


def _price_volume(bars: Bars, p: Chosen) -> Floats:
    return np.cumsum(bars.volume * _returns(bars.close))


def _index(bars: Bars, rising: bool) -> Floats:
    """From 1000, by the return of those bars alone whose volume rose (or fell) against the bar before."""
    before = lagged(bars.volume, 1)
    counted = bars.volume > before if rising else bars.volume < before
    returns: Floats = np.where(counted, _returns(bars.close), 0.0)
    return 1000.0 * np.multiply.accumulate(1.0 + returns)


def _klinger(bars: Bars, p: Chosen) -> Outcome:
    """Klinger's volume force, signed by the way of the typical price, between two exponential means."""
    way = np.where(moves(bars.high + bars.low + bars.close)[1:] > 0.0, 1.0, -1.0)
    span = bars.high - bars.low
    turned = np.concatenate(([True], way[1:] != way[:-1]))
    cumulative = recursion(np.where(turned, 0.0, 1.0), np.where(turned, span[:-1], 0.0) + span[1:], 0.0)
    swing = np.where(cumulative > 0.0, np.abs(2.0 * (span[1:] / cumulative - 1.0)), 0.0)
    force = np.concatenate(([np.nan], bars.volume[1:] * swing * way * 100.0))
    value = ema(force, p.whole("fast_period")) - ema(force, p.whole("slow_period"))
    return {"value": value, "signal": lambda: ema(value, p.whole("signal_period"))}


def _oscillator(bars: Bars, p: Chosen) -> Floats:
    flow = ta("AD", bars.high, bars.low, bars.close, bars.volume)
    return ema(flow, p.whole("fast_period")) - ema(flow, p.whole("slow_period"))


def _williams(bars: Bars, p: Chosen) -> Floats:
    """Each rise counts from the true low, each fall from the true high."""
    before = np.concatenate((bars.close[:1], bars.close[:-1]))
    rise, fall = bars.close - np.minimum(bars.low, before), bars.close - np.maximum(bars.high, before)
    return np.cumsum(np.where(bars.close > before, rise, np.where(bars.close < before, fall, 0.0)))


FAST_SLOW = (("fast_period", "slow_period"),)

INDICATORS = (
    defined("obv", (), CV, 0, lambda b, p: ta("OBV", b.close, b.volume)),
    defined("ad", (), HLCV, 0, lambda b, p: ta("AD", b.high, b.low, b.close, b.volume)),
    defined(
        "chaikin_oscillator",
        (period(3, name="fast_period"), period(10, name="slow_period")),
        HLCV,
        lambda p: p.whole("slow_period") - 1,
        _oscillator,
        rising=FAST_SLOW,
    ),
    defined("pvt", (), CV, 0, _price_volume),
    defined("nvi", (), CV, 0, lambda b, p: _index(b, rising=False)),
    defined("pvi", (), CV, 0, lambda b, p: _index(b, rising=True)),
    defined(
        "klinger",
        (period(34, name="fast_period"), period(55, name="slow_period"), period(13, name="signal_period")),
        HLCV,
        lambda p: {
            "value": p.whole("slow_period"),
            "signal": p.whole("slow_period") + p.whole("signal_period") - 1,
        },
        _klinger,
        ("value", "signal"),
        FAST_SLOW,
    ),
    defined("williams_ad", (), HLC, 0, _williams),
)
