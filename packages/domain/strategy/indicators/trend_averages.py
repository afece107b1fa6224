"""Moving averages: with fixed weights, with weights that follow the market, and those of the Hilbert transform."""

from math import isqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import HL, Outcome, full, full_changes, trend_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, rma, sma, ta, ta_columns
from packages.domain.strategy.indicators.windows import change, lagged, ranges, ratio, rolling_sum, smoothed


def _alma(bars: Bars, p: Chosen) -> Floats:
    n, centre = p.whole(), p.real("offset") * (p.whole() - 1)
    weights = np.exp(-((np.arange(n) - centre) ** 2) / (2.0 * (n / p.real("sigma")) ** 2))
    return _weighted(bars.source, weights)


def _sine(bars: Bars, p: Chosen) -> Floats:
    return _weighted(bars.source, np.sin(np.pi * np.arange(1, p.whole() + 1) / (p.whole() + 1)))


def _weighted(values: Floats, weights: Floats) -> Floats:
    """The oldest bar of the window takes the first weight."""
    n = len(weights)
    reached = len(values) - n + 1
    total = np.zeros(reached)
    for i, weight in enumerate((weights / weights.sum()).tolist()):
        total += weight * values[i : i + reached]
    return np.concatenate((np.full(n - 1, np.nan), total))


def _vwma(bars: Bars, p: Chosen) -> Floats:
    traded = rolling_sum(bars.volume, p.whole())
    return ratio(rolling_sum(bars.source * bars.volume, p.whole()), traded)


def _zlema(bars: Bars, p: Chosen) -> Floats:
    lag = (p.whole() - 1) // 2
    ahead = 2.0 * bars.source[lag:] - bars.source[: bars.length - lag]
    return np.concatenate((np.full(lag, np.nan), ema(ahead, p.whole())))


def _hull(bars: Bars, p: Chosen) -> Floats:
    half = ta("WMA", bars.source, timeperiod=p.whole() // 2)
    return ta("WMA", 2.0 * half - ta("WMA", bars.source, timeperiod=p.whole()), timeperiod=isqrt(p.whole()))


def _vidya(bars: Bars, p: Chosen) -> Floats:
    """Chande's: the weight of an exponential mean times the size of his momentum oscillator."""
    moves = change(bars.source)
    travelled = rolling_sum(np.abs(moves), p.whole("momentum_period"))
    net = np.abs(rolling_sum(moves, p.whole("momentum_period")))
    weight = 2.0 / (p.whole() + 1.0) * np.where(travelled > 0.0, net / travelled, 0.0)
    return smoothed(bars.source, weight, p.whole("momentum_period"))


def _frama(bars: Bars, p: Chosen) -> Floats:
    """Ehlers': the weight falls with the fractal dimension of the window's two halves against the whole."""
    n = p.whole() - p.whole() % 2
    half = ranges(bars.high, bars.low, n // 2) / (n // 2)
    older = lagged(half, n // 2)
    whole = ranges(bars.high, bars.low, n) / n
    dimension = (np.log(half + older) - np.log(whole)) / np.log(2.0)
    weight = np.clip(np.exp(-4.6 * (dimension - 1.0)), 0.01, 1.0)
    return smoothed((bars.high + bars.low) / 2.0, weight, n - 1)


def _evwma(bars: Bars, p: Chosen) -> Floats:
    """Each bar takes the share that its volume has in the window's."""
    traded = rolling_sum(bars.volume, p.whole())
    weight = np.where(traded > 0.0, bars.volume / traded, 0.0)
    return smoothed(bars.source, weight, p.whole() - 1)


def _mama(bars: Bars, p: Chosen) -> Outcome:
    limits = {"fastlimit": p.real("fast_limit"), "slowlimit": p.real("slow_limit")}
    mama, fama = ta_columns("MAMA", bars.source, **limits)
    return {"mama": mama, "fama": fama}


INDICATORS = (
    trend_indicator("sma", (period(20), SOURCE), (), full, lambda b, p: sma(b.source, p.whole()), compiled="SMA"),
    trend_indicator("ema", (period(20), SOURCE), (), full, lambda b, p: ema(b.source, p.whole()), compiled="EMA"),
    trend_indicator(
        "wma", (period(20), SOURCE), (), full, lambda b, p: ta("WMA", b.source, timeperiod=p.whole()), compiled="WMA"
    ),
    trend_indicator("rma", (period(14), SOURCE), (), full, lambda b, p: rma(b.source, p.whole()), compiled="RMA"),
    trend_indicator(
        "dema",
        (period(20), SOURCE),
        (),
        lambda p: 2 * (p.whole() - 1),
        lambda b, p: ta("DEMA", b.source, timeperiod=p.whole()),
        compiled="DEMA",
    ),
    trend_indicator(
        "tema",
        (period(20), SOURCE),
        (),
        lambda p: 3 * (p.whole() - 1),
        lambda b, p: ta("TEMA", b.source, timeperiod=p.whole()),
        compiled="TEMA",
    ),
    trend_indicator("trima", (period(20), SOURCE), (), full, lambda b, p: ta("TRIMA", b.source, timeperiod=p.whole())),
    trend_indicator(
        "t3",
        (period(5), number("volume_factor", 0.7, 0.0, 1.0), SOURCE),
        (),
        lambda p: 6 * (p.whole() - 1),
        lambda b, p: ta("T3", b.source, timeperiod=p.whole(), vfactor=p.real("volume_factor")),
    ),
    trend_indicator("hull_ma", (period(20, 4), SOURCE), (), lambda p: p.whole() + isqrt(p.whole()) - 2, _hull),
    trend_indicator("zlema", (period(20), SOURCE), (), lambda p: p.whole() - 1 + (p.whole() - 1) // 2, _zlema),
    trend_indicator(
        "alma",
        (period(9, maximum=200), number("offset", 0.85, 0.0, 1.0), number("sigma", 6.0, 0.1, 100.0), SOURCE),
        (),
        full,
        _alma,
    ),
    trend_indicator("sine_wma", (period(14, maximum=200), SOURCE), (), full, _sine),
    trend_indicator("vwma", (period(20), SOURCE), ("volume",), full, _vwma),
    trend_indicator(
        "lsma", (period(25), SOURCE), (), full, lambda b, p: ta("LINEARREG", b.source, timeperiod=p.whole())
    ),
    trend_indicator(
        "forecast",
        (period(14), SOURCE),
        (),
        full,
        lambda b, p: ta("TSF", b.source, timeperiod=p.whole()),
    ),
    trend_indicator(
        "midpoint", (period(14), SOURCE), (), full, lambda b, p: ta("MIDPOINT", b.source, timeperiod=p.whole())
    ),
    trend_indicator(
        "kama", (period(10), SOURCE), (), full_changes, lambda b, p: ta("KAMA", b.source, timeperiod=p.whole())
    ),
    trend_indicator(
        "vidya",
        (period(14), period(9, name="momentum_period"), SOURCE),
        (),
        lambda p: p.whole("momentum_period"),
        _vidya,
    ),
    trend_indicator("frama", (period(16, 4),), HL, lambda p: p.whole() - p.whole() % 2 - 1, _frama),
    trend_indicator("evwma", (period(20), SOURCE), ("volume",), full, _evwma),
    trend_indicator(
        "mama",
        (number("fast_limit", 0.5, 0.01, 0.99), number("slow_limit", 0.05, 0.01, 0.99), SOURCE),
        (),
        32,
        _mama,
        ("mama", "fama"),
        (("slow_limit", "fast_limit"),),
    ),
    trend_indicator("hilbert_trendline", (SOURCE,), (), 63, lambda b, p: ta("HT_TRENDLINE", b.source)),
)
