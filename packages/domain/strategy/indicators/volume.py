"""Volume: running totals from the first bar on, and money in and out, averages and unusual volume within a window."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import CV, HLC, HLCV, Outcome, full, full_changes, volume_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, ema_of_known, rma, sma, ta
from packages.domain.strategy.indicators.windows import (
    change,
    lagged,
    moves,
    ratio,
    recursion,
    rolling_correlation,
    rolling_deviation,
    rolling_mean,
    rolling_sum,
)


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


def _typical(bars: Bars) -> Floats:
    return (bars.high + bars.low + bars.close) / 3.0


def _money_flow_volume(bars: Bars) -> Floats:
    """Volume signed by where the close stands in the bar; a bar without range is neither."""
    width = bars.high - bars.low
    return np.where(width > 0.0, (2.0 * bars.close - bars.high - bars.low) / width, 0.0) * bars.volume


def _cmf(bars: Bars, p: Chosen) -> Floats:
    return ratio(rolling_sum(_money_flow_volume(bars), p.whole()), rolling_sum(bars.volume, p.whole()))


def _mfi(bars: Bars, p: Chosen) -> Floats:
    typical = _typical(bars)
    moved = moves(typical)
    money = np.where(np.isnan(moved), np.nan, typical * bars.volume)
    up, down = (rolling_sum(money * way, p.whole()) for way in (moved > 0.0, moved < 0.0))
    return 100.0 * ratio(up, up + down)


def _twiggs(bars: Bars, p: Chosen) -> Floats:
    """Chaikin's money flow over true ranges, with Wilder's means."""
    before = lagged(bars.close, 1)
    top, bottom = np.maximum(bars.high, before), np.minimum(bars.low, before)
    width = top - bottom
    flow = np.where(width > 0.0, (2.0 * bars.close - top - bottom) / width, 0.0) * bars.volume
    flow[0] = np.nan
    return ratio(rma(flow, p.whole()), rma(np.where(np.isnan(flow), np.nan, bars.volume), p.whole()))


def _force(bars: Bars, p: Chosen) -> Floats:
    return ema(change(bars.close) * bars.volume, p.whole())


def _ease(bars: Bars, p: Chosen) -> Floats:
    """The way of the middle price for each unit of volume that a unit of range took; no volume, no way."""
    moved = change((bars.high + bars.low) / 2.0)
    eased = np.where(bars.volume > 0.0, moved * (bars.high - bars.low) * p.real("scale") / bars.volume, 0.0)
    eased[0] = np.nan
    return rolling_mean(eased, p.whole())


def _vwap(bars: Bars, p: Chosen) -> Outcome:
    """Of the last `period` bars: it has no session to begin with, so it is the same at any hour."""
    typical, n = _typical(bars), p.whole()
    traded = rolling_sum(bars.volume, n)
    vwap = ratio(rolling_sum(typical * bars.volume, n), traded)
    return {"vwap": vwap, "distance_percent": lambda: 100.0 * ratio(bars.close - vwap, vwap)}


def _volume_oscillator(bars: Bars, p: Chosen) -> Outcome:
    slow = ema(bars.volume, p.whole("slow_period"))
    value = 100.0 * ratio(ema(bars.volume, p.whole("fast_period")) - slow, slow)
    return {"value": value, "signal": lambda: ema_of_known(value, p.whole("signal_period"))}


def _pvo_firsts(p: Chosen) -> dict[str, int]:
    value = p.whole("slow_period") - 1
    return {"value": value, "signal": value + p.whole("signal_period") - 1}


def _relative(bars: Bars, p: Chosen) -> Floats:
    return ratio(bars.volume, lagged(rolling_mean(bars.volume, p.whole()), 1))


def _volume_zscore(bars: Bars, p: Chosen) -> Floats:
    away = bars.volume - rolling_mean(bars.volume, p.whole())
    return ratio(away, rolling_deviation(bars.volume, p.whole()))


def _zone(bars: Bars, p: Chosen) -> Floats:
    way = np.concatenate(([0.0], np.sign(bars.close[1:] - bars.close[:-1])))
    return 100.0 * ratio(ema(way * bars.volume, p.whole()), ema(bars.volume, p.whole()))


def _volume_ratio(bars: Bars, p: Chosen) -> Floats:
    """As A-share terminals have it: volume of rising against falling bars, unchanged ones by half to each."""
    moved = change(bars.close)
    traded = np.where(np.isnan(moved), np.nan, bars.volume)
    up, down, same = (rolling_sum(traded * way, p.whole()) for way in (moved > 0.0, moved < 0.0, moved == 0.0))
    return 100.0 * ratio(up + same / 2.0, down + same / 2.0)


def _turnover(bars: Bars, p: Chosen) -> Floats:
    return rolling_mean(bars.close * bars.volume, p.whole())


def _illiquidity(bars: Bars, p: Chosen) -> Floats:
    """Amihud's: the size of the return for a million of turnover; bars without turnover do not count."""
    returns = np.abs(ratio(change(bars.close), lagged(bars.close, 1)))
    turnover = bars.close * bars.volume
    counted = np.where(np.isnan(returns), np.nan, (turnover > 0.0).astype(np.float64))
    impact = np.where(turnover > 0.0, 1e6 * returns / turnover, 0.0 * returns)
    return ratio(rolling_sum(impact, p.whole()), rolling_sum(counted, p.whole()))


def _facilitation(bars: Bars, p: Chosen) -> Floats:
    return ratio(bars.high - bars.low, bars.volume)


INDICATORS = (
    volume_indicator("obv", (), CV, 0, lambda b, p: ta("OBV", b.close, b.volume)),
    volume_indicator("ad", (), HLCV, 0, lambda b, p: ta("AD", b.high, b.low, b.close, b.volume)),
    volume_indicator(
        "chaikin_oscillator",
        (period(3, name="fast_period"), period(10, name="slow_period")),
        HLCV,
        lambda p: p.whole("slow_period") - 1,
        _oscillator,
        rising=FAST_SLOW,
    ),
    volume_indicator("pvt", (), CV, 0, _price_volume),
    volume_indicator("nvi", (), CV, 0, lambda b, p: _index(b, rising=False)),
    volume_indicator("pvi", (), CV, 0, lambda b, p: _index(b, rising=True)),
    volume_indicator(
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
    volume_indicator("williams_ad", (), HLC, 0, _williams),
    volume_indicator("cmf", (period(20),), HLCV, full, _cmf),
    volume_indicator("mfi", (period(14),), HLCV, full_changes, _mfi),
    volume_indicator("twiggs_money_flow", (period(21),), HLCV, full_changes, _twiggs),
    volume_indicator("force_index", (period(13),), CV, full_changes, _force),
    volume_indicator(
        "ease_of_movement",
        (period(14), number("scale", 1e8, 1.0, 1e12)),
        ("high", "low", "volume"),
        full_changes,
        _ease,
    ),
    volume_indicator("vwap", (period(20),), HLCV, full, _vwap, ("vwap", "distance_percent")),
    volume_indicator(
        "pvo",
        (period(12, name="fast_period"), period(26, name="slow_period"), period(9, name="signal_period")),
        ("volume",),
        _pvo_firsts,
        _volume_oscillator,
        ("value", "signal"),
        (("fast_period", "slow_period"),),
    ),
    volume_indicator("relative_volume", (period(20),), ("volume",), full_changes, _relative),
    volume_indicator("volume_zscore", (period(20),), ("volume",), full, _volume_zscore),
    volume_indicator("volume_average", (period(20),), ("volume",), full, lambda b, p: sma(b.volume, p.whole())),
    volume_indicator("volume_zone", (period(14),), CV, full, _zone),
    volume_indicator("volume_ratio", (period(26),), CV, full_changes, _volume_ratio),
    volume_indicator("turnover", (period(20),), CV, full, _turnover),
    volume_indicator("amihud_illiquidity", (period(20),), CV, full_changes, _illiquidity),
    volume_indicator("market_facilitation", (), ("high", "low", "volume"), 0, _facilitation),
    volume_indicator(
        "price_volume_correlation",
        (period(20), SOURCE),
        ("volume",),
        full,
        lambda b, p: rolling_correlation(b.source, b.volume, p.whole()),
    ),
)
