"""Our own momentum indicators, once more and slowly (with the defaults)."""

from collections.abc import Mapping

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market
from tests.packages.domain.strategy.indicators.slowly import (
    NAN,
    Reference,
    ago,
    bottom,
    column,
    ema,
    line,
    mean,
    rises,
    runs,
    step,
    top,
    total,
    true_ranges,
    typical,
    wilder,
    windowed,
    wma,
)


def rsi_of(values: Floats, n: int) -> Floats:
    moves = step(values)
    up, down = wilder(rises(moves), n), wilder(rises(-moves), n)
    return 100 * up / (up + down)


def place(values: Floats, high: Floats, low: Floats, n: int) -> Floats:
    return 100 * (values - bottom(low, n)) / (top(high, n) - bottom(low, n))


def rsi(m: Market) -> Floats:
    return rsi_of(m["close"], 14)


def stochastic(m: Market) -> Mapping[str, Floats]:
    k = mean(place(m["close"], m["high"], m["low"], 14), 3)
    return {"k": k, "d": mean(k, 3)}


def stochastic_rsi(m: Market) -> Mapping[str, Floats]:
    strength = rsi(m)
    k = mean(place(strength, strength, strength, 14), 3)
    return {"k": k, "d": mean(k, 3)}


def kdj(m: Market) -> Mapping[str, Floats]:
    k, d, ks, ds = 50.0, 50.0, [], []
    for raw in place(m["close"], m["high"], m["low"], 9).tolist():
        if not np.isnan(raw):
            k = 2 / 3 * k + raw / 3
            d = 2 / 3 * d + k / 3
        ks.append(NAN if np.isnan(raw) else k)
        ds.append(NAN if np.isnan(raw) else d)
    return {"k": column(ks), "d": column(ds), "j": 3 * column(ks) - 2 * column(ds)}


def williams_r(m: Market) -> Floats:
    return place(m["close"], m["high"], m["low"], 14) - 100


def ultimate_oscillator(m: Market) -> Floats:
    pressure = m["close"] - np.minimum(m["low"], ago(m["close"], 1))
    short, middle, long = (total(pressure, n) / total(true_ranges(m), n) for n in (7, 14, 28))
    return 100 * (4 * short + 2 * middle + long) / 7


def intraday_momentum(m: Market) -> Floats:
    body = m["close"] - m["open"]
    return 100 * total(rises(body), 14) / total(np.abs(body), 14)


def relative_momentum(m: Market) -> Floats:
    moves = step(m["close"], 4)
    up, down = wilder(rises(moves), 14), wilder(rises(-moves), 14)
    return 100 * up / (up + down)


def fisher(m: Market) -> Mapping[str, Floats]:
    middle = (m["high"] + m["low"]) / 2
    value, told, out = 0.0, 0.0, []
    for raw in (place(middle, middle, middle, 9) / 100).tolist():
        if not np.isnan(raw):
            value = 0.66 * (raw - 0.5) + 0.67 * value
            held = min(0.999, max(-0.999, value))
            told = 0.5 * np.log((1 + held) / (1 - held)) + 0.5 * told
        out.append(NAN if np.isnan(raw) else told)
    return {"fisher": column(out), "trigger": ago(column(out), 1)}


def connors_rsi(m: Market) -> Floats:
    moves = step(m["close"])
    streaks = runs(moves)
    streaks[0] = 0.0
    rank = windowed(lambda part: 100 * np.mean(part[:-1] < part[-1]), 101, moves / ago(m["close"], 1))
    return (rsi_of(m["close"], 3) + rsi_of(streaks, 2) + rank) / 3


def laguerre_rsi(m: Market) -> Floats:
    stages, out, g = [m["close"][0]] * 4, [], 0.5
    for price in m["close"].tolist():
        before = list(stages)
        stages[0] = (1 - g) * price + g * before[0]
        for i in (1, 2, 3):
            stages[i] = -g * stages[i - 1] + before[i - 1] + g * before[i]
        apart = [stages[i] - stages[i + 1] for i in range(3)]
        up, down = sum(x for x in apart if x > 0), -sum(x for x in apart if x < 0)
        out.append(100 * up / (up + down) if up + down else NAN)
    return column(out)


def demarker(m: Market) -> Floats:
    up, down = total(rises(step(m["high"])), 14), total(rises(-step(m["low"])), 14)
    return up / (up + down)


def stochastic_momentum(m: Market) -> Mapping[str, Floats]:
    high, low = top(m["high"], 13), bottom(m["low"], 13)
    smi = 100 * ema(ema(m["close"] - (high + low) / 2, 25), 2) / (ema(ema(high - low, 25), 2) / 2)
    return {"smi": smi, "signal": ema(smi, 9)}


def relative_vigor(m: Market) -> Mapping[str, Floats]:
    def weighted(values: Floats) -> Floats:
        return windowed(lambda part: np.average(part, weights=[1, 2, 2, 1]), 4, values)

    vigor = mean(weighted(m["close"] - m["open"]), 10) / mean(weighted(m["high"] - m["low"]), 10)
    return {"rvi": vigor, "signal": weighted(vigor)}


def signalled(value: Floats, n: int) -> Mapping[str, Floats]:
    return {"value": value, "signal": ema(value, n), "histogram": value - ema(value, n)}


def ppo(m: Market) -> Mapping[str, Floats]:
    return signalled(100 * (ema(m["close"], 12) / ema(m["close"], 26) - 1), 9)


def apo(m: Market) -> Floats:
    return ema(m["close"], 12) - ema(m["close"], 26)


def awesome_oscillator(m: Market) -> Floats:
    middle = (m["high"] + m["low"]) / 2
    return mean(middle, 5) - mean(middle, 34)


def accelerator_oscillator(m: Market) -> Floats:
    return awesome_oscillator(m) - mean(awesome_oscillator(m), 5)


def momentum(m: Market) -> Floats:
    return step(m["close"], 10)


def roc(m: Market) -> Floats:
    return 100 * (m["close"] / ago(m["close"], 10) - 1)


def trix(m: Market) -> Mapping[str, Floats]:
    thrice = ema(ema(ema(m["close"], 15), 15), 15)
    value = 100 * (thrice / ago(thrice, 1) - 1)
    return {"value": value, "signal": ema(value, 9)}


def tsi(m: Market) -> Mapping[str, Floats]:
    moves = step(m["close"])
    value = 100 * ema(ema(moves, 25), 13) / ema(ema(np.abs(moves), 25), 13)
    return {"value": value, "signal": ema(value, 7)}


def kst(m: Market) -> Mapping[str, Floats]:
    spans = ((10, 10), (15, 10), (20, 10), (30, 15))
    parts = [mean(100 * (m["close"] / ago(m["close"], far) - 1), near) for far, near in spans]
    value = parts[0] + 2 * parts[1] + 3 * parts[2] + 4 * parts[3]
    return {"value": value, "signal": mean(value, 9)}


def coppock(m: Market) -> Floats:
    return wma(sum((100 * (m["close"] / ago(m["close"], far) - 1) for far in (11, 14)), np.zeros(1)), 10)


def elder_ray(m: Market) -> Mapping[str, Floats]:
    return {"bull": m["high"] - ema(m["close"], 13), "bear": m["low"] - ema(m["close"], 13)}


def bias(m: Market) -> Floats:
    return 100 * (m["close"] / mean(m["close"], 6) - 1)


def psychological_line(m: Market) -> Floats:
    return windowed(lambda part: 100 * np.mean(part > 0), 12, step(m["close"]))


def detrended_price(m: Market) -> Floats:
    return ago(m["close"], 11) - mean(m["close"], 20)


def forecast_oscillator(m: Market) -> Floats:
    slope, start = line(m["close"], 14)
    return 100 * (m["close"] - ago(start + 14 * slope, 1)) / m["close"]


def wave_trend(m: Market) -> Mapping[str, Floats]:
    away = typical(m) - ema(typical(m), 10)
    wave = ema(away / (0.015 * ema(np.abs(away), 10)), 21)
    return {"wave": wave, "signal": mean(wave, 4)}


def dma(m: Market) -> Mapping[str, Floats]:
    apart = mean(m["close"], 10) - mean(m["close"], 50)
    return {"dma": apart, "ama": mean(apart, 10)}


def schaff_trend_cycle(m: Market) -> Floats:
    def halves(values: Floats) -> Floats:
        out, state = [], NAN
        for value in values.tolist():
            state = value if np.isnan(state) else state if np.isnan(value) else state + 0.5 * (value - state)
            out.append(state)
        return column(out)

    apart = ema(m["close"], 23) - ema(m["close"], 50)
    once = halves(place(apart, apart, apart, 10))
    return halves(place(once, once, once, 10))


def arbr(m: Market) -> Mapping[str, Floats]:
    before = ago(m["close"], 1)
    ar = 100 * total(m["high"] - m["open"], 26) / total(m["open"] - m["low"], 26)
    return {"ar": ar, "br": 100 * total(rises(m["high"] - before), 26) / total(rises(before - m["low"]), 26)}


def cr(m: Market) -> Floats:
    before = ago(typical(m), 1)
    return 100 * total(rises(m["high"] - before), 26) / total(rises(before - m["low"]), 26)


MOMENTUM: dict[str, Reference] = {
    each.__name__: each
    for each in (
        *(rsi, stochastic, stochastic_rsi, kdj, williams_r, ultimate_oscillator, intraday_momentum, relative_momentum),
        *(fisher, connors_rsi, laguerre_rsi, demarker, stochastic_momentum, relative_vigor, ppo, apo),
        *(awesome_oscillator, accelerator_oscillator, momentum, roc, trix, tsi, kst, coppock, elder_ray, bias),
        *(psychological_line, detrended_price, forecast_oscillator, wave_trend, dma, schaff_trend_cycle, arbr, cr),
    )
}
