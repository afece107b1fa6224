"""Cycles of the Hilbert transform, and the oscillators of A-share terminals that weigh buyers against sellers."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import HLC, OHLC, Outcome, momentum_indicator
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, period
from packages.domain.strategy.indicators.talib_library import ema, ta, ta_columns
from packages.domain.strategy.indicators.windows import lagged, once_moved, place, ratio, rolling_sum, smoothed


def _sine(bars: Bars, p: Chosen) -> Outcome:
    sine, lead = ta_columns("HT_SINE", bars.source)
    return {"sine": once_moved(sine, bars.source), "lead_sine": once_moved(lead, bars.source)}


def _phasor(bars: Bars, p: Chosen) -> Outcome:
    return dict(zip(("in_phase", "quadrature"), ta_columns("HT_PHASOR", bars.source), strict=True))


def _schaff(bars: Bars, p: Chosen) -> Floats:
    """Two stochastics of a MACD line, each smoothed by a half; a window without range keeps the value before."""
    line = ema(bars.source, p.whole("fast_period")) - ema(bars.source, p.whole("slow_period"))
    n, first = p.whole(), p.whole("slow_period") - 1
    once = _half_smoothed(100.0 * place(line, line, line, n), first + n - 1)
    return _half_smoothed(100.0 * place(once, once, once, n), first + 2 * (n - 1))


def _half_smoothed(values: Floats, first: int) -> Floats:
    if len(values) <= first:
        return np.full(len(values), np.nan)
    start = 50.0 if np.isnan(values[first]) else float(values[first])
    return smoothed(values, 0.5, first, start)


def _arbr(bars: Bars, p: Chosen) -> Outcome:
    before, n = lagged(bars.close, 1), p.whole()
    return {
        "ar": lambda: 100.0 * ratio(rolling_sum(bars.high - bars.open, n), rolling_sum(bars.open - bars.low, n)),
        "br": lambda: (
            100.0
            * ratio(
                rolling_sum(np.maximum(bars.high - before, 0.0), n), rolling_sum(np.maximum(before - bars.low, 0.0), n)
            )
        ),
    }


def _cr(bars: Bars, p: Chosen) -> Floats:
    before = lagged((bars.high + bars.low + bars.close) / 3.0, 1)
    up = rolling_sum(np.maximum(bars.high - before, 0.0), p.whole())
    return 100.0 * ratio(up, rolling_sum(np.maximum(before - bars.low, 0.0), p.whole()))


INDICATORS = (
    momentum_indicator("hilbert_sine", (SOURCE,), (), 63, _sine, ("sine", "lead_sine")),
    momentum_indicator("hilbert_phasor", (SOURCE,), (), 32, _phasor, ("in_phase", "quadrature")),
    momentum_indicator(
        "hilbert_period", (SOURCE,), (), 32, lambda b, p: once_moved(ta("HT_DCPERIOD", b.source), b.source)
    ),
    momentum_indicator(
        "hilbert_phase", (SOURCE,), (), 63, lambda b, p: once_moved(ta("HT_DCPHASE", b.source), b.source)
    ),
    momentum_indicator(
        "schaff_trend_cycle",
        (period(10), period(23, name="fast_period"), period(50, name="slow_period"), SOURCE),
        (),
        lambda p: p.whole("slow_period") - 1 + 2 * (p.whole() - 1),
        _schaff,
        rising=(("fast_period", "slow_period"),),
    ),
    momentum_indicator(
        "arbr",
        (period(26),),
        OHLC,
        lambda p: {"ar": p.whole() - 1, "br": p.whole()},
        _arbr,
        ("ar", "br"),
    ),
    momentum_indicator("cr", (period(26),), HLC, lambda p: p.whole(), _cr),
)
