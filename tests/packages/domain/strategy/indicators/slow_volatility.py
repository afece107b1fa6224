"""Our own volatility indicators, once more and slowly (with the defaults)."""

from collections.abc import Mapping
from math import log, log10, sqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market
from tests.packages.domain.strategy.indicators.slowly import (
    NAN,
    Reference,
    ago,
    bottom,
    chosen,
    column,
    deviation,
    ema,
    line,
    log_returns,
    mean,
    recursive,
    rises,
    step,
    top,
    total,
    true_ranges,
    wilder,
    windowed,
)


def chaikin_volatility(m: Market) -> Floats:
    width = ema(m["high"] - m["low"], 10)
    return 100 * (width / ago(width, 10) - 1)


def choppiness(m: Market) -> Floats:
    crossings = total(true_ranges(m), 14) / (top(m["high"], 14) - bottom(m["low"], 14))
    return column(100 * log10(each) / log10(14) for each in crossings)


def mass_index(m: Market) -> Floats:
    width = ema(m["high"] - m["low"], 9)
    return total(width / ema(width, 9), 25)


def ulcer_index(m: Market) -> Floats:
    fallen = 100 * (m["close"] / top(m["close"], 14) - 1)
    return np.sqrt(mean(fallen**2, 14))


def relative_volatility(m: Market) -> Floats:
    moves, spread = step(m["close"]), deviation(m["close"], 10)
    moves = np.where(np.isnan(spread), NAN, moves)
    up, down = wilder(chosen(moves, spread, 0.0), 14), wilder(chosen(-moves, spread, 0.0), 14)
    return 100 * up / (up + down)


def squeeze(m: Market) -> Mapping[str, Floats]:
    inside = 1.5 * mean(true_ranges(m), 20) - 2 * deviation(m["close"], 20)
    centre = (top(m["high"], 20) + bottom(m["low"], 20)) / 2
    slope, start = line(m["close"] - (centre + mean(m["close"], 20)) / 2, 20)
    return {"momentum": start + 19 * slope, "on": chosen(inside, 1.0, 0.0)}


def drawdown(m: Market) -> Floats:
    return windowed(lambda part: 100 * (part[-1] / part.max() - 1), 252, m["close"])


def range_percent(m: Market) -> Floats:
    return 100 * mean(m["high"] - m["low"], 14) / mean(m["close"], 14)


def average_range(m: Market) -> Floats:
    return mean(m["high"] - m["low"], 14)


def standard_deviation(m: Market) -> Floats:
    return deviation(m["close"], 20)


def realised_volatility(m: Market) -> Floats:
    return deviation(log_returns(m), 20, ddof=1) * sqrt(252)


def parkinson_volatility(m: Market) -> Floats:
    return np.sqrt(252 * mean(np.log(m["high"] / m["low"]) ** 2, 20) / (4 * log(2)))


def garman_klass_volatility(m: Market) -> Floats:
    width, body = np.log(m["high"] / m["low"]), np.log(m["close"] / m["open"])
    return np.sqrt(252 * mean(width**2 / 2 - (2 * log(2) - 1) * body**2, 20))


def _rogers_satchell(m: Market) -> Floats:
    up, down = np.log(m["high"] / m["open"]), np.log(m["low"] / m["open"])
    body: Floats = np.log(m["close"] / m["open"])
    told: Floats = up * (up - body) + down * (down - body)
    return told


def rogers_satchell_volatility(m: Market) -> Floats:
    return np.sqrt(252 * mean(_rogers_satchell(m), 20))


def yang_zhang_volatility(m: Market) -> Floats:
    night, day = np.log(m["open"] / ago(m["close"], 1)), np.log(m["close"] / m["open"])
    k = 0.34 / (1.34 + 21 / 19)
    whole = deviation(night, 20, 1) ** 2 + k * deviation(day, 20, 1) ** 2 + (1 - k) * mean(_rogers_satchell(m), 20)
    return np.sqrt(252 * whole)


def ewma_volatility(m: Market) -> Floats:
    return np.sqrt(252 * recursive(log_returns(m) ** 2, 1, 1 - 0.94))


def downside_volatility(m: Market) -> Floats:
    return np.sqrt(252 * mean(rises(-log_returns(m)) ** 2, 20))


def volatility_ratio(m: Market) -> Floats:
    return deviation(log_returns(m), 10, 1) / deviation(log_returns(m), 60, 1)


VOLATILITY: dict[str, Reference] = {
    each.__name__: each
    for each in (
        *(chaikin_volatility, choppiness, mass_index, ulcer_index, relative_volatility, squeeze, drawdown),
        *(range_percent, average_range, standard_deviation, realised_volatility, parkinson_volatility),
        *(garman_klass_volatility, rogers_satchell_volatility, yang_zhang_volatility, ewma_volatility),
        *(downside_volatility, volatility_ratio),
    )
}
