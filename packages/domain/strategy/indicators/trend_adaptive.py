"""Moving averages whose weight follows the market, and those of the Hilbert transform."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import HL, defined, full, full_changes
from packages.domain.strategy.indicators.indicator import Outcome
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ta, ta_columns
from packages.domain.strategy.indicators.windows import change, lagged, ranges, rolling_sum, smoothed


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
    defined("kama", (period(10), SOURCE), (), full_changes, lambda b, p: ta("KAMA", b.source, timeperiod=p.whole())),
    defined(
        "vidya",
        (period(14), period(9, name="momentum_period"), SOURCE),
        (),
        lambda p: p.whole("momentum_period"),
        _vidya,
    ),
    defined("frama", (period(16, 4),), HL, lambda p: p.whole() - p.whole() % 2 - 1, _frama),
    defined("evwma", (period(20), SOURCE), ("volume",), full, _evwma),
    defined(
        "mama",
        (number("fast_limit", 0.5, 0.01, 0.99), number("slow_limit", 0.05, 0.01, 0.99), SOURCE),
        (),
        32,
        _mama,
        ("mama", "fama"),
        (("slow_limit", "fast_limit"),),
    ),
    defined("hilbert_trendline", (SOURCE,), (), 63, lambda b, p: ta("HT_TRENDLINE", b.source)),
)
