"""Moving averages with fixed weights."""

from math import isqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import defined, full
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, number, period
from packages.domain.strategy.indicators.talib_library import ema, rma, sma, ta
from packages.domain.strategy.indicators.windows import ratio, rolling_sum


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


INDICATORS = (
    defined("sma", (period(20), SOURCE), (), full, lambda b, p: sma(b.source, p.whole()), talib="SMA"),
    defined("ema", (period(20), SOURCE), (), full, lambda b, p: ema(b.source, p.whole()), talib="EMA"),
    defined("wma", (period(20), SOURCE), (), full, lambda b, p: ta("WMA", b.source, timeperiod=p.whole()), talib="WMA"),
    defined("rma", (period(14), SOURCE), (), full, lambda b, p: rma(b.source, p.whole()), talib="RMA"),
    defined(
        "dema",
        (period(20), SOURCE),
        (),
        lambda p: 2 * (p.whole() - 1),
        lambda b, p: ta("DEMA", b.source, timeperiod=p.whole()),
        talib="DEMA",
    ),
    defined(
        "tema",
        (period(20), SOURCE),
        (),
        lambda p: 3 * (p.whole() - 1),
        lambda b, p: ta("TEMA", b.source, timeperiod=p.whole()),
        talib="TEMA",
    ),
    defined("trima", (period(20), SOURCE), (), full, lambda b, p: ta("TRIMA", b.source, timeperiod=p.whole())),
    defined(
        "t3",
        (period(5), number("volume_factor", 0.7, 0.0, 1.0), SOURCE),
        (),
        lambda p: 6 * (p.whole() - 1),
        lambda b, p: ta("T3", b.source, timeperiod=p.whole(), vfactor=p.real("volume_factor")),
    ),
    defined("hull_ma", (period(20, 4), SOURCE), (), lambda p: p.whole() + isqrt(p.whole()) - 2, _hull),
    defined("zlema", (period(20), SOURCE), (), lambda p: p.whole() - 1 + (p.whole() - 1) // 2, _zlema),
    defined(
        "alma",
        (period(9, maximum=200), number("offset", 0.85, 0.0, 1.0), number("sigma", 6.0, 0.1, 100.0), SOURCE),
        (),
        full,
        _alma,
    ),
    defined("sine_wma", (period(14, maximum=200), SOURCE), (), full, _sine),
    defined("vwma", (period(20), SOURCE), ("volume",), full, _vwma),
    defined("lsma", (period(25), SOURCE), (), full, lambda b, p: ta("LINEARREG", b.source, timeperiod=p.whole())),
    defined(
        "forecast",
        (period(14), SOURCE),
        (),
        full,
        lambda b, p: ta("TSF", b.source, timeperiod=p.whole()),
    ),
    defined("midpoint", (period(14), SOURCE), (), full, lambda b, p: ta("MIDPOINT", b.source, timeperiod=p.whole())),
)
