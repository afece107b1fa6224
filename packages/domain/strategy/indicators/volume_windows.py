"""Volume within a window: money in and out, averages by volume, and how unusual the volume is."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import CV, HLCV, defined, full, full_changes
from packages.domain.strategy.indicators.indicator import Outcome
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, ema_of_known, rma, sma
from packages.domain.strategy.indicators.windows import (
    change,
    lagged,
    moves,
    ratio,
    rolling_correlation,
    rolling_deviation,
    rolling_mean,
    rolling_sum,
)


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
    defined("cmf", (period(20),), HLCV, full, _cmf),
    defined("mfi", (period(14),), HLCV, full_changes, _mfi),
    defined("twiggs_money_flow", (period(21),), HLCV, full_changes, _twiggs),
    defined("force_index", (period(13),), CV, full_changes, _force),
    defined(
        "ease_of_movement",
        (period(14), number("scale", 1e8, 1.0, 1e12)),
        ("high", "low", "volume"),
        full_changes,
        _ease,
    ),
    defined("vwap", (period(20),), HLCV, full, _vwap, ("vwap", "distance_percent")),
    defined(
        "pvo",
        (period(12, name="fast_period"), period(26, name="slow_period"), period(9, name="signal_period")),
        ("volume",),
        _pvo_firsts,
        _volume_oscillator,
        ("value", "signal"),
        (("fast_period", "slow_period"),),
    ),
    defined("relative_volume", (period(20),), ("volume",), full_changes, _relative),
    defined("volume_zscore", (period(20),), ("volume",), full, _volume_zscore),
    defined("volume_average", (period(20),), ("volume",), full, lambda b, p: sma(b.volume, p.whole())),
    defined("volume_zone", (period(14),), CV, full, _zone),
    defined("volume_ratio", (period(26),), CV, full_changes, _volume_ratio),
    defined("turnover", (period(20),), CV, full, _turnover),
    defined("amihud_illiquidity", (period(20),), CV, full_changes, _illiquidity),
    defined("market_facilitation", (), ("high", "low", "volume"), 0, _facilitation),
    defined(
        "price_volume_correlation",
        (period(20), SOURCE),
        ("volume",),
        full,
        lambda b, p: rolling_correlation(b.source, b.volume, p.whole()),
    ),
)
