"""Oscillators with two ends: where the price stands in its range, and which side has moved it."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import HLC, OHLC, Outcome, full, full_changes, momentum_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, ema_of_known, percent_rank, ta
from packages.domain.strategy.indicators.windows import (
    change,
    highest,
    lagged,
    lowest,
    once_moved,
    place,
    ratio,
    recursion,
    rolling_mean,
    rolling_sum,
    smoothed,
    streak,
    where_moved,
)


def _rsi(values: Floats, n: int) -> Floats:
    """Wilder's, as TA-Lib seeds it; nothing while nothing has moved, because 0 / 0 is neither strong nor weak."""
    return once_moved(ta("RSI", values, timeperiod=n), values)


def _stochastic(bars: Bars, p: Chosen) -> Outcome:
    raw = 100.0 * place(bars.close, bars.high, bars.low, p.whole("k_period"))
    k = rolling_mean(raw, p.whole("k_smoothing"))
    return {"k": k, "d": lambda: rolling_mean(k, p.whole("d_period"))}


def _stochastic_firsts(p: Chosen) -> dict[str, int]:
    k = p.whole("k_period") + p.whole("k_smoothing") - 2
    return {"k": k, "d": k + p.whole("d_period") - 1}


def _stochastic_rsi(bars: Bars, p: Chosen) -> Outcome:
    strength = _rsi(bars.source, p.whole("rsi_period"))
    raw = 100.0 * place(strength, strength, strength, p.whole("k_period"))
    # While the source stands still, the RSI moves by rounding alone.
    k = rolling_mean(where_moved(raw, bars.source, bars.source, p.whole("k_period")), p.whole("k_smoothing"))
    return {"k": k, "d": lambda: rolling_mean(k, p.whole("d_period"))}


def _stochastic_rsi_firsts(p: Chosen) -> dict[str, int]:
    return {name: first + p.whole("rsi_period") for name, first in _stochastic_firsts(p).items()}


def _kdj(bars: Bars, p: Chosen) -> Outcome:
    """As A-share terminals draw it: K and D stand at 50 before the first full window, a window without any range
    counts as 50."""
    n = p.whole("k_period")
    raw = place(bars.close, bars.high, bars.low, n)[n - 1 :]
    raw = np.concatenate(([50.0], np.where(np.isnan(raw), 50.0, 100.0 * raw)))
    k = smoothed(raw, 1.0 / p.whole("k_smoothing"), 0)
    d = smoothed(k, 1.0 / p.whole("d_smoothing"), 0)
    missing = np.full(n - 1, np.nan)
    return {name: np.concatenate((missing, each[1:])) for name, each in (("k", k), ("d", d), ("j", 3.0 * k - 2.0 * d))}


def _williams(bars: Bars, p: Chosen) -> Floats:
    return 100.0 * place(bars.close, bars.high, bars.low, p.whole()) - 100.0


def _ultimate(bars: Bars, p: Chosen) -> Floats:
    before = lagged(bars.close, 1)
    pressure = bars.close - np.minimum(bars.low, before)
    travelled = ta("TRANGE", bars.high, bars.low, bars.close)
    spans = [p.whole(name) for name in ("short_period", "middle_period", "long_period")]
    short, middle, long = (ratio(rolling_sum(pressure, n), rolling_sum(travelled, n)) for n in spans)
    return 100.0 * (4.0 * short + 2.0 * middle + long) / 7.0


def _intraday(bars: Bars, p: Chosen) -> Floats:
    body = bars.close - bars.open
    return 100.0 * ratio(rolling_sum(np.maximum(body, 0.0), p.whole()), rolling_sum(np.abs(body), p.whole()))


def _chande(bars: Bars, p: Chosen) -> Floats:
    return once_moved(ta("CMO", bars.source, timeperiod=p.whole()), bars.source)


def _relative_momentum(bars: Bars, p: Chosen) -> Floats:
    moves = change(bars.source, p.whole("momentum_period"))
    up = ta("RMA", np.maximum(moves, 0.0), timeperiod=p.whole())
    down = ta("RMA", np.maximum(-moves, 0.0), timeperiod=p.whole())
    return 100.0 * ratio(up, up + down)


def _fisher(bars: Bars, p: Chosen) -> Outcome:
    """Ehlers': the place of the middle price in its range, smoothed, then stretched towards a normal distribution."""
    n = p.whole()
    middle = (bars.high + bars.low) / 2.0
    raw = 0.66 * (place(middle, middle, middle, n)[n - 1 :] - 0.5)
    held = np.where(np.isnan(raw), 0.0, raw)
    value = np.clip(recursion(np.full(len(held), 0.67), held, 0.0), -0.999, 0.999)
    fisher = np.full(bars.length, np.nan)
    fisher[n - 1 :] = recursion(np.full(len(held), 0.5), 0.5 * np.log((1.0 + value) / (1.0 - value)), 0.0)
    return {"fisher": fisher, "trigger": lambda: lagged(fisher, 1)}


def _connors(bars: Bars, p: Chosen) -> Floats:
    """The mean of a short RSI, the RSI of the length of the streak, and the rank of the last change."""
    moves = change(bars.close)
    runs = streak(moves > 0.0) - streak(moves < 0.0)
    relative = ratio(moves, lagged(bars.close, 1))
    rank = percent_rank(relative, p.whole("rank_period"))
    return (_rsi(bars.close, p.whole("rsi_period")) + _rsi(runs, p.whole("streak_period")) + rank) / 3.0


def _laguerre(bars: Bars, p: Chosen) -> Floats:
    """Ehlers' filter of four stages: the strength between the stages, from 0 to 100."""
    gamma = p.real("gamma")
    keep = np.full(bars.length, gamma)
    stage = recursion(keep, (1.0 - gamma) * bars.source, float(bars.source[0]))
    up, down = np.zeros(bars.length), np.zeros(bars.length)
    for _ in range(3):
        before = np.concatenate((stage[:1], stage[:-1]))
        later = recursion(keep, before - gamma * stage, float(bars.source[0]))
        up, down = up + np.maximum(stage - later, 0.0), down + np.maximum(later - stage, 0.0)
        stage = later
    return once_moved(100.0 * ratio(up, up + down), bars.source)


def _demarker(bars: Bars, p: Chosen) -> Floats:
    up = rolling_sum(np.maximum(change(bars.high), 0.0), p.whole())
    down = rolling_sum(np.maximum(-change(bars.low), 0.0), p.whole())
    return ratio(up, up + down)


def _smi(bars: Bars, p: Chosen) -> Outcome:
    """Blau's: the distance from the middle of the range against half the range, each smoothed twice."""
    top, bottom = highest(bars.high, p.whole()), lowest(bars.low, p.whole())

    def twice(values: Floats) -> Floats:
        return ema(ema(values, p.whole("slow_smoothing")), p.whole("fast_smoothing"))

    smi = 200.0 * ratio(twice(bars.close - (top + bottom) / 2.0), twice(top - bottom))
    return {"smi": smi, "signal": lambda: ema_of_known(smi, p.whole("signal_period"))}


def _smi_firsts(p: Chosen) -> dict[str, int]:
    smi = p.whole() + p.whole("slow_smoothing") + p.whole("fast_smoothing") - 3
    return {"smi": smi, "signal": smi + p.whole("signal_period") - 1}


def _vigor(bars: Bars, p: Chosen) -> Outcome:
    """Ehlers' relative vigor: the bodies against the ranges, each weighted 1-2-2-1 over four bars."""

    def weighted(values: Floats) -> Floats:
        return (values + 2.0 * lagged(values, 1) + 2.0 * lagged(values, 2) + lagged(values, 3)) / 6.0

    body, width = weighted(bars.close - bars.open), weighted(bars.high - bars.low)
    vigor = ratio(rolling_sum(body, p.whole()), rolling_sum(width, p.whole()))
    return {"rvi": vigor, "signal": lambda: weighted(vigor)}


def _cci(bars: Bars, p: Chosen) -> Floats:
    cci = ta("CCI", bars.high, bars.low, bars.close, timeperiod=p.whole())
    return where_moved(cci, bars.high, bars.low, p.whole())


_SMOOTHINGS = (period(3, minimum=1, name="k_smoothing"), period(3, minimum=1, name="d_period"))

INDICATORS = (
    momentum_indicator(
        "rsi", (period(14), SOURCE), (), full_changes, lambda b, p: _rsi(b.source, p.whole()), compiled="RSI"
    ),
    momentum_indicator(
        "stochastic",
        (period(14, name="k_period"), *_SMOOTHINGS),
        HLC,
        _stochastic_firsts,
        _stochastic,
        ("k", "d"),
        compiled="STOCHASTIC",
    ),
    momentum_indicator(
        "stochastic_rsi",
        (period(14, name="rsi_period"), period(14, name="k_period"), *_SMOOTHINGS, SOURCE),
        (),
        _stochastic_rsi_firsts,
        _stochastic_rsi,
        ("k", "d"),
    ),
    momentum_indicator(
        "kdj",
        (
            period(9, name="k_period"),
            period(3, minimum=1, name="k_smoothing"),
            period(3, minimum=1, name="d_smoothing"),
        ),
        HLC,
        lambda p: p.whole("k_period") - 1,
        _kdj,
        ("k", "d", "j"),
    ),
    momentum_indicator("williams_r", (period(14),), HLC, full, _williams),
    momentum_indicator("cci", (period(20),), HLC, full, _cci),
    momentum_indicator("cmo", (period(14), SOURCE), (), full_changes, _chande),
    momentum_indicator(
        "ultimate_oscillator",
        (period(7, name="short_period"), period(14, name="middle_period"), period(28, name="long_period")),
        HLC,
        lambda p: p.whole("long_period"),
        _ultimate,
        rising=(("short_period", "middle_period"), ("middle_period", "long_period")),
    ),
    momentum_indicator("balance_of_power", (), OHLC, 0, lambda b, p: ta("BOP", b.open, b.high, b.low, b.close)),
    momentum_indicator("intraday_momentum", (period(14),), ("open", "close"), full, _intraday),
    momentum_indicator(
        "relative_momentum",
        (period(14), period(4, minimum=1, name="momentum_period"), SOURCE),
        (),
        lambda p: p.whole() + p.whole("momentum_period") - 1,
        _relative_momentum,
    ),
    momentum_indicator(
        "fisher",
        (period(9),),
        ("high", "low"),
        lambda p: {"fisher": p.whole() - 1, "trigger": p.whole()},
        _fisher,
        ("fisher", "trigger"),
    ),
    momentum_indicator(
        "connors_rsi",
        (period(3, name="rsi_period"), period(2, name="streak_period"), period(100, name="rank_period")),
        ("close",),
        lambda p: max(p.whole("rsi_period"), p.whole("streak_period"), p.whole("rank_period") + 1),
        _connors,
    ),
    momentum_indicator("laguerre_rsi", (number("gamma", 0.5, 0.0, 0.99), SOURCE), (), 1, _laguerre),
    momentum_indicator("demarker", (period(14),), ("high", "low"), full_changes, _demarker),
    momentum_indicator(
        "stochastic_momentum",
        (
            period(13),
            period(25, name="slow_smoothing"),
            period(2, name="fast_smoothing"),
            period(9, name="signal_period"),
        ),
        HLC,
        _smi_firsts,
        _smi,
        ("smi", "signal"),
    ),
    momentum_indicator(
        "relative_vigor",
        (period(10),),
        OHLC,
        lambda p: {"rvi": p.whole() + 2, "signal": p.whole() + 5},
        _vigor,
        ("rvi", "signal"),
    ),
)
