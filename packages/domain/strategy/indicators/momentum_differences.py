"""Momentum as a difference: averages against averages, prices against earlier prices."""

from collections.abc import Callable

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import HL, HLC, Outcome, full, full_changes, momentum_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, Parameter, period
from packages.domain.strategy.indicators.talib_library import ema, ema_of_known, ta, ta_columns
from packages.domain.strategy.indicators.windows import change, lagged, ratio, rolling_mean, rolling_sum

LINES = ("value", "signal", "histogram")
FAST_SLOW = (("fast_period", "slow_period"),)


def _fast_slow(fast: int, slow: int) -> tuple[Parameter, Parameter]:
    return period(fast, name="fast_period"), period(slow, name="slow_period")


def _slow(p: Chosen) -> int:
    return p.whole("slow_period") - 1


def _signalled(value: Floats, n: int) -> Outcome:
    def signal() -> Floats:
        return ema_of_known(value, n)

    return {"value": value, "signal": signal, "histogram": lambda: value - signal()}


def _signal_firsts(value: Callable[[Chosen], int]) -> Callable[[Chosen], dict[str, int]]:
    def firsts(p: Chosen) -> dict[str, int]:
        signal = value(p) + p.whole("signal_period") - 1
        return {"value": value(p), "signal": signal, "histogram": signal}

    return firsts


def _macd(bars: Bars, p: Chosen) -> Outcome:
    periods = {f"{name}period": p.whole(f"{name}_period") for name in ("fast", "slow", "signal")}
    return dict(zip(("macd", "signal", "histogram"), ta_columns("MACD", bars.source, **periods), strict=True))


def _ppo(bars: Bars, p: Chosen) -> Outcome:
    slow = ema(bars.source, p.whole("slow_period"))
    value = 100.0 * ratio(ema(bars.source, p.whole("fast_period")) - slow, slow)
    return _signalled(value, p.whole("signal_period"))


def _apo(bars: Bars, p: Chosen) -> Floats:
    return ema(bars.source, p.whole("fast_period")) - ema(bars.source, p.whole("slow_period"))


def _awesome(bars: Bars, p: Chosen) -> Floats:
    middle = (bars.high + bars.low) / 2.0
    return rolling_mean(middle, p.whole("fast_period")) - rolling_mean(middle, p.whole("slow_period"))


def _accelerator(bars: Bars, p: Chosen) -> Floats:
    awesome = _awesome(bars, p)
    return awesome - rolling_mean(awesome, p.whole("signal_period"))


def _trix(bars: Bars, p: Chosen) -> Outcome:
    value = ta("TRIX", bars.source, timeperiod=p.whole())
    return {"value": value, "signal": lambda: ema_of_known(value, p.whole("signal_period"))}


def _trix_firsts(p: Chosen) -> dict[str, int]:
    value = 3 * p.whole() - 2
    return {"value": value, "signal": value + p.whole("signal_period") - 1}


def _tsi(bars: Bars, p: Chosen) -> Outcome:
    moves = change(bars.source)

    def twice(values: Floats) -> Floats:
        return ema(ema(values, p.whole("slow_period")), p.whole("fast_period"))

    value = 100.0 * ratio(twice(moves), twice(np.abs(moves)))
    return {"value": value, "signal": lambda: ema_of_known(value, p.whole("signal_period"))}


def _tsi_firsts(p: Chosen) -> dict[str, int]:
    value = p.whole("slow_period") + p.whole("fast_period") - 1
    return {"value": value, "signal": value + p.whole("signal_period") - 1}


_KST = tuple(zip((10, 15, 20, 30), (10, 10, 10, 15), strict=True))


def _kst(bars: Bars, p: Chosen) -> Outcome:
    """Pring's: four rates of change, each smoothed, weighted 1 to 4."""
    spans = [(p.whole(f"roc_{i}"), p.whole(f"smoothing_{i}")) for i in range(1, 5)]
    parts = [rolling_mean(ta("ROC", bars.source, timeperiod=far), smooth) for far, smooth in spans]
    value = parts[0] + 2.0 * parts[1] + 3.0 * parts[2] + 4.0 * parts[3]
    return {"value": value, "signal": lambda: rolling_mean(value, p.whole("signal_period"))}


def _kst_firsts(p: Chosen) -> dict[str, int]:
    value = max(p.whole(f"roc_{i}") + p.whole(f"smoothing_{i}") - 1 for i in range(1, 5))
    return {"value": value, "signal": value + p.whole("signal_period") - 1}


def _coppock(bars: Bars, p: Chosen) -> Floats:
    rates = (ta("ROC", bars.source, timeperiod=p.whole(name)) for name in ("fast_period", "slow_period"))
    return ta("WMA", np.add(*rates), timeperiod=p.whole("smoothing"))


def _elder_ray(bars: Bars, p: Chosen) -> Outcome:
    average = ema(bars.close, p.whole())
    return {"bull": lambda: bars.high - average, "bear": lambda: bars.low - average}


def _bias(bars: Bars, p: Chosen) -> Floats:
    average = rolling_mean(bars.source, p.whole())
    return 100.0 * ratio(bars.source - average, average)


def _psychological(bars: Bars, p: Chosen) -> Floats:
    rose = (bars.source[1:] > bars.source[:-1]).astype(np.float64)
    return 100.0 * rolling_sum(np.concatenate(([np.nan], rose)), p.whole()) / p.whole()


def _detrended(bars: Bars, p: Chosen) -> Floats:
    """The price of half a cycle ago against the average of now; the usual drawing shifts it into the past."""
    return lagged(bars.source, p.whole() // 2 + 1) - rolling_mean(bars.source, p.whole())


def _forecast_error(bars: Bars, p: Chosen) -> Floats:
    forecast = lagged(ta("TSF", bars.source, timeperiod=p.whole()), 1)
    return 100.0 * ratio(bars.source - forecast, bars.source)


def _wave_trend(bars: Bars, p: Chosen) -> Outcome:
    typical = (bars.high + bars.low + bars.close) / 3.0
    away = typical - ema(typical, p.whole("channel_period"))
    typical_away = ema(np.abs(away), p.whole("channel_period"))
    channel = np.where(typical_away > 0.0, away / (0.015 * typical_away), 0.0)
    channel[: 2 * (p.whole("channel_period") - 1)] = np.nan
    wave = ema(channel, p.whole("average_period"))
    return {"wave": wave, "signal": lambda: rolling_mean(wave, p.whole("signal_period"))}


def _wave_trend_firsts(p: Chosen) -> dict[str, int]:
    wave = 2 * (p.whole("channel_period") - 1) + p.whole("average_period") - 1
    return {"wave": wave, "signal": wave + p.whole("signal_period") - 1}


def _dma(bars: Bars, p: Chosen) -> Outcome:
    apart = rolling_mean(bars.source, p.whole("fast_period")) - rolling_mean(bars.source, p.whole("slow_period"))
    return {"dma": apart, "ama": lambda: rolling_mean(apart, p.whole("signal_period"))}


_SIGNAL = period(9, name="signal_period")

INDICATORS = (
    momentum_indicator(
        "macd",
        (*_fast_slow(12, 26), _SIGNAL, SOURCE),
        (),
        lambda p: _slow(p) + p.whole("signal_period") - 1,
        _macd,
        ("macd", "signal", "histogram"),
        FAST_SLOW,
        "MACD",
    ),
    momentum_indicator(
        "ppo", (*_fast_slow(12, 26), _SIGNAL, SOURCE), (), _signal_firsts(_slow), _ppo, LINES, FAST_SLOW
    ),
    momentum_indicator("apo", (*_fast_slow(12, 26), SOURCE), (), _slow, _apo, rising=FAST_SLOW),
    momentum_indicator("awesome_oscillator", _fast_slow(5, 34), HL, _slow, _awesome, rising=FAST_SLOW),
    momentum_indicator(
        "accelerator_oscillator",
        (*_fast_slow(5, 34), period(5, name="signal_period")),
        HL,
        lambda p: _slow(p) + p.whole("signal_period") - 1,
        _accelerator,
        rising=FAST_SLOW,
    ),
    momentum_indicator("momentum", (period(10, 1), SOURCE), (), full_changes, lambda b, p: change(b.source, p.whole())),
    momentum_indicator(
        "roc",
        (period(10, 1), SOURCE),
        (),
        full_changes,
        lambda b, p: 100.0 * ratio(change(b.source, p.whole()), lagged(b.source, p.whole())),
    ),
    momentum_indicator("trix", (period(15), _SIGNAL, SOURCE), (), _trix_firsts, _trix, ("value", "signal")),
    momentum_indicator(
        "tsi",
        (*_fast_slow(13, 25), period(7, name="signal_period"), SOURCE),
        (),
        _tsi_firsts,
        _tsi,
        ("value", "signal"),
    ),
    momentum_indicator(
        "kst",
        (
            *(period(roc, 1, f"roc_{i}") for i, (roc, _) in enumerate(_KST, 1)),
            *(period(smoothing, name=f"smoothing_{i}") for i, (_, smoothing) in enumerate(_KST, 1)),
            _SIGNAL,
            SOURCE,
        ),
        (),
        _kst_firsts,
        _kst,
        ("value", "signal"),
    ),
    momentum_indicator(
        "coppock",
        (*_fast_slow(11, 14), period(10, name="smoothing"), SOURCE),
        (),
        lambda p: p.whole("slow_period") + p.whole("smoothing") - 1,
        _coppock,
        rising=FAST_SLOW,
    ),
    momentum_indicator("elder_ray", (period(13),), HLC, full, _elder_ray, ("bull", "bear")),
    momentum_indicator("bias", (period(6), SOURCE), (), full, _bias),
    momentum_indicator("psychological_line", (period(12), SOURCE), (), full_changes, _psychological),
    momentum_indicator(
        "detrended_price", (period(20), SOURCE), (), lambda p: max(full(p), p.whole() // 2 + 1), _detrended
    ),
    momentum_indicator("forecast_oscillator", (period(14), SOURCE), (), full_changes, _forecast_error),
    momentum_indicator(
        "wave_trend",
        (period(10, name="channel_period"), period(21, name="average_period"), period(4, name="signal_period")),
        HLC,
        _wave_trend_firsts,
        _wave_trend,
        ("wave", "signal"),
    ),
    momentum_indicator(
        "dma",
        (*_fast_slow(10, 50), period(10, name="signal_period"), SOURCE),
        (),
        lambda p: {"dma": _slow(p), "ama": _slow(p) + p.whole("signal_period") - 1},
        _dma,
        ("dma", "ama"),
        FAST_SLOW,
    ),
)
