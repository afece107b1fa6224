"""Our own volume indicators, once more and slowly (with the defaults)."""

from collections.abc import Callable, Mapping

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market
from tests.packages.domain.strategy.indicators.slowly import (
    NAN,
    Reference,
    ago,
    chosen,
    column,
    ema,
    mean,
    step,
    total,
    typical,
    wilder,
    windowed,
)


def chaikin_oscillator(m: Market) -> Floats:
    place_of_close = (2 * m["close"] - m["high"] - m["low"]) / (m["high"] - m["low"])
    flow = np.cumsum(place_of_close * m["volume"])
    return ema(flow, 3) - ema(flow, 10)


def accumulated(start: float, steps: Callable[[int, float], float], length: int) -> Floats:
    out, state = [], start
    for i in range(length):
        state = steps(i, state) if i else start
        out.append(state)
    return column(out)


def pvt(m: Market) -> Floats:
    close, volume = m["close"], m["volume"]
    return accumulated(0.0, lambda i, was: was + volume[i] * (close[i] / close[i - 1] - 1), len(close))


def nvi(m: Market) -> Floats:
    close, volume = m["close"], m["volume"]
    return accumulated(
        1000.0, lambda i, was: was * (close[i] / close[i - 1] if volume[i] < volume[i - 1] else 1.0), len(close)
    )


def pvi(m: Market) -> Floats:
    close, volume = m["close"], m["volume"]
    return accumulated(
        1000.0, lambda i, was: was * (close[i] / close[i - 1] if volume[i] > volume[i - 1] else 1.0), len(close)
    )


def williams_ad(m: Market) -> Floats:
    close, high, low = m["close"], m["high"], m["low"]

    def move(i: int, was: float) -> float:
        if close[i] > close[i - 1]:
            return float(was + close[i] - min(low[i], close[i - 1]))
        return float(was + close[i] - max(high[i], close[i - 1])) if close[i] < close[i - 1] else was

    return accumulated(0.0, move, len(close))


def klinger(m: Market) -> Mapping[str, Floats]:
    prices, span = typical(m), m["high"] - m["low"]
    force, cumulative, was = [NAN], 0.0, 0
    for i in range(1, len(span)):
        way = 1 if prices[i] > prices[i - 1] else -1
        cumulative = cumulative + span[i] if way == was else span[i - 1] + span[i]
        force.append(m["volume"][i] * abs(2 * (span[i] / cumulative - 1)) * way * 100)
        was = way
    value = ema(column(force), 34) - ema(column(force), 55)
    return {"value": value, "signal": ema(value, 13)}


def cmf(m: Market) -> Floats:
    place_of_close = (2 * m["close"] - m["high"] - m["low"]) / (m["high"] - m["low"])
    return total(place_of_close * m["volume"], 20) / total(m["volume"], 20)


def mfi(m: Market) -> Floats:
    money, moves = typical(m) * m["volume"], step(typical(m))
    up, down = total(chosen(moves, money, 0.0), 14), total(chosen(-moves, money, 0.0), 14)
    return 100 - 100 / (1 + up / down)


def twiggs_money_flow(m: Market) -> Floats:
    high, low = np.maximum(m["high"], ago(m["close"], 1)), np.minimum(m["low"], ago(m["close"], 1))
    flow = (2 * m["close"] - high - low) / (high - low) * m["volume"]
    return wilder(flow, 21) / wilder(chosen(high, m["volume"], NAN), 21)


def force_index(m: Market) -> Floats:
    return ema(step(m["close"]) * m["volume"], 13)


def ease_of_movement(m: Market) -> Floats:
    boxes = m["volume"] / 1e8 / (m["high"] - m["low"])
    return mean(step((m["high"] + m["low"]) / 2) / boxes, 14)


def vwap(m: Market) -> Mapping[str, Floats]:
    told = windowed(lambda price, volume: np.average(price, weights=volume), 20, typical(m), m["volume"])
    return {"vwap": told, "distance_percent": 100 * (m["close"] / told - 1)}


def pvo(m: Market) -> Mapping[str, Floats]:
    value = 100 * (ema(m["volume"], 12) / ema(m["volume"], 26) - 1)
    return {"value": value, "signal": ema(value, 9)}


def relative_volume(m: Market) -> Floats:
    return windowed(lambda part: part[-1] / part[:-1].mean(), 21, m["volume"])


def volume_zscore(m: Market) -> Floats:
    return windowed(lambda part: (part[-1] - part.mean()) / part.std(), 20, m["volume"])


def volume_zone(m: Market) -> Floats:
    way = np.sign(np.diff(m["close"], prepend=m["close"][0]))
    return 100 * ema(way * m["volume"], 14) / ema(m["volume"], 14)


def volume_ratio(m: Market) -> Floats:
    return windowed(
        lambda moves, volume: 100 * volume[moves > 0].sum() / volume[moves < 0].sum(), 26, step(m["close"]), m["volume"]
    )


def turnover(m: Market) -> Floats:
    return mean(m["close"] * m["volume"], 20)


def amihud_illiquidity(m: Market) -> Floats:
    return mean(1e6 * np.abs(m["close"] / ago(m["close"], 1) - 1) / (m["close"] * m["volume"]), 20)


def market_facilitation(m: Market) -> Floats:
    return (m["high"] - m["low"]) / m["volume"]


def price_volume_correlation(m: Market) -> Floats:
    return windowed(lambda x, y: np.corrcoef(x, y)[0, 1], 20, m["close"], m["volume"])


VOLUME: dict[str, Reference] = {
    each.__name__: each
    for each in (
        *(chaikin_oscillator, pvt, nvi, pvi, williams_ad, klinger, cmf, mfi, twiggs_money_flow, force_index),
        *(ease_of_movement, vwap, pvo, relative_volume, volume_zscore, volume_zone, volume_ratio, turnover),
        *(amihud_illiquidity, market_facilitation, price_volume_correlation),
    )
}
