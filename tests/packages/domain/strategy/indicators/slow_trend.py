"""Our own trend indicators and bands, once more and slowly (with the defaults)."""

from collections.abc import Mapping
from math import exp, log

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market
from tests.packages.domain.strategy.indicators.slowly import (
    NAN,
    Reference,
    ago,
    bottom,
    column,
    deviation,
    ema,
    line,
    mean,
    runs,
    step,
    top,
    total,
    true_ranges,
    wilder,
    windowed,
    wma,
)


def _atr(m: Market, n: int) -> Floats:
    return wilder(true_ranges(m), n)


def adaptive(values: Floats, weights: Floats, first: int) -> Floats:
    state, out = NAN, []
    for i, value in enumerate(values.tolist()):
        state = value if i == first else state + weights[i] * (value - state) if i > first else NAN
        out.append(state)
    return column(out)


def hull_ma(m: Market) -> Floats:
    return wma(2 * wma(m["close"], 10) - wma(m["close"], 20), 4)


def zlema(m: Market) -> Floats:
    return ema(2 * m["close"] - ago(m["close"], 9), 20)


def alma(m: Market) -> Floats:
    weights = [np.exp(-((i - 0.85 * 8) ** 2) / (2 * (9 / 6) ** 2)) for i in range(9)]
    return windowed(lambda part: np.average(part, weights=weights), 9, m["close"])


def sine_wma(m: Market) -> Floats:
    weights = [np.sin(np.pi * (i + 1) / 15) for i in range(14)]
    return windowed(lambda part: np.average(part, weights=weights), 14, m["close"])


def vwma(m: Market) -> Floats:
    return windowed(lambda price, volume: np.average(price, weights=volume), 20, m["close"], m["volume"])


def vidya(m: Market) -> Floats:
    moves = step(m["close"])
    size = windowed(lambda part: abs(part.sum()) / np.abs(part).sum(), 9, moves)
    return adaptive(m["close"], 2 / 15 * size, 9)


def frama(m: Market) -> Floats:
    def weight(high: Floats, low: Floats) -> float:
        older = (high[:8].max() - low[:8].min()) / 8
        newer = (high[8:].max() - low[8:].min()) / 8
        dimension = (log(older + newer) - log((high.max() - low.min()) / 16)) / log(2)
        return min(1.0, max(0.01, exp(-4.6 * (dimension - 1))))

    return adaptive((m["high"] + m["low"]) / 2, windowed(weight, 16, m["high"], m["low"]), 15)


def evwma(m: Market) -> Floats:
    return adaptive(m["close"], m["volume"] / total(m["volume"], 20), 19)


def bands(middle: Floats, width: Floats) -> dict[str, Floats]:
    return {"middle": middle, "upper": middle + width, "lower": middle - width}


def bollinger(m: Market) -> Mapping[str, Floats]:
    told = bands(mean(m["close"], 20), 2 * deviation(m["close"], 20))
    width = told["upper"] - told["lower"]
    return {**told, "bandwidth": width / told["middle"], "percent_b": (m["close"] - told["lower"]) / width}


def keltner(m: Market) -> Mapping[str, Floats]:
    return bands(ema(m["close"], 20), 2 * _atr(m, 10))


def donchian(m: Market) -> Mapping[str, Floats]:
    upper, lower = top(m["high"], 20), bottom(m["low"], 20)
    return {"upper": upper, "lower": lower, "middle": (upper + lower) / 2}


def ma_envelope(m: Market) -> Mapping[str, Floats]:
    return bands(mean(m["close"], 20), 0.025 * mean(m["close"], 20))


def regression_channel(m: Market) -> Mapping[str, Floats]:
    def spread(part: Floats) -> float:
        slope, start = np.polyfit(np.arange(50), part, 1)
        return float(np.std(part - start - slope * np.arange(50)))

    slope, start = line(m["close"], 50)
    return bands(start + 49 * slope, 2 * windowed(spread, 50, m["close"]))


def chandelier_exit(m: Market) -> Mapping[str, Floats]:
    away = 3 * _atr(m, 22)
    return {"long_stop": top(m["high"], 22) - away, "short_stop": bottom(m["low"], 22) + away}


def supertrend(m: Market) -> Mapping[str, Floats]:
    middle, away, close = (m["high"] + m["low"]) / 2, 3 * _atr(m, 10), m["close"]
    upper, lower, way = NAN, NAN, 1.0
    values, ways = [NAN] * 10, [NAN] * 10
    for i in range(10, len(close)):
        above, below = middle[i] + away[i], middle[i] - away[i]
        if i == 10:
            upper, lower = above, below
        else:
            upper = above if above < upper or close[i - 1] > upper else upper
            lower = below if below > lower or close[i - 1] < lower else lower
            way = (-1.0 if close[i] < lower else 1.0) if way > 0 else (1.0 if close[i] > upper else -1.0)
        values.append(lower if way > 0 else upper)
        ways.append(way)
    return {"value": column(values), "direction": column(ways)}


def ichimoku(m: Market) -> Mapping[str, Floats]:
    def middle(n: int) -> Floats:
        return (top(m["high"], n) + bottom(m["low"], n)) / 2

    span_a, span_b = ago((middle(9) + middle(26)) / 2, 26), ago(middle(52), 26)
    return {"conversion": middle(9), "base": middle(26), "span_a": span_a, "span_b": span_b}


def vortex(m: Market) -> Mapping[str, Floats]:
    way = total(true_ranges(m), 14)
    plus = total(np.abs(m["high"] - ago(m["low"], 1)), 14) / way
    return {"plus": plus, "minus": total(np.abs(m["low"] - ago(m["high"], 1)), 14) / way}


def efficiency_ratio(m: Market) -> Floats:
    return np.abs(step(m["close"], 10)) / total(np.abs(step(m["close"])), 10)


def vertical_horizontal_filter(m: Market) -> Floats:
    return (top(m["close"], 28) - bottom(m["close"], 28)) / total(np.abs(step(m["close"])), 28)


def trend_intensity(m: Market) -> Floats:
    away = m["close"] - mean(m["close"], 30)
    return 100 * windowed(lambda part: part[part > 0].sum() / np.abs(part).sum(), 30, away)


def td_setup(m: Market) -> Floats:
    return runs(step(m["close"], 4))


def linear_slope(m: Market) -> Floats:
    return line(m["close"], 14)[0]


def linear_angle(m: Market) -> Floats:
    return np.degrees(np.arctan(line(m["close"], 14)[0]))


TREND: dict[str, Reference] = {
    each.__name__: each
    for each in (
        *(hull_ma, zlema, alma, sine_wma, vwma, vidya, frama, evwma, bollinger, keltner, donchian, ma_envelope),
        *(regression_channel, chandelier_exit, supertrend, ichimoku, vortex, efficiency_ratio),
        *(vertical_horizontal_filter, trend_intensity, td_setup, linear_slope, linear_angle),
    )
}
