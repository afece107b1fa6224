"""Indicators as their textbooks have them, one bar after another, NaN until a window is full."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def mean(values: Floats, bars: int) -> Floats:
    return _windows(values, bars, np.mean)


def deviation(values: Floats, bars: int) -> Floats:
    """Of the population."""
    return _windows(values, bars, np.std)


def highest(values: Floats, bars: int) -> Floats:
    return _windows(values, bars, np.max)


def lowest(values: Floats, bars: int) -> Floats:
    return _windows(values, bars, np.min)


def exponential(values: Floats, bars: int, first: int | None = None) -> Floats:
    """Begins with the mean of the first window, which ends on `first`."""
    begin = bars - 1 if first is None else first
    found, weight = np.full(len(values), np.nan), 2 / (bars + 1)
    found[begin] = values[begin - bars + 1 : begin + 1].mean()
    for at in range(begin + 1, len(values)):
        found[at] = found[at - 1] + weight * (values[at] - found[at - 1])
    return found


def macd(closes: Floats, fast: int = 12, slow: int = 26, smoothing: int = 9) -> tuple[Floats, Floats]:
    """The line and its signal; both averages begin on the bar on which the slow one can."""
    line = exponential(closes, fast, slow - 1) - exponential(closes, slow)
    signal = np.full(len(closes), np.nan)
    signal[slow - 1 :] = exponential(line[slow - 1 :], smoothing)
    return line, signal


def wilder(values: Floats, bars: int) -> Floats:
    """His smoothed mean, of values that begin on bar 1."""
    found = np.full(len(values), np.nan)
    found[bars] = values[1 : bars + 1].mean()
    for at in range(bars + 1, len(values)):
        found[at] = (found[at - 1] * (bars - 1) + values[at]) / bars
    return found


def strength(closes: Floats, bars: int) -> Floats:
    """Wilder's relative strength index."""
    moves = np.diff(closes, prepend=closes[0])
    up, down = wilder(np.maximum(moves, 0), bars), wilder(np.maximum(-moves, 0), bars)
    return np.asarray(100 * up / (up + down))


def true_range(highs: Floats, lows: Floats, closes: Floats, bars: int) -> Floats:
    """Its average over so many bars, by Wilder."""
    before = np.concatenate(([np.nan], closes[:-1]))
    return wilder(np.fmax(highs, before) - np.fmin(lows, before), bars)


def supertrend(highs: Floats, lows: Floats, closes: Floats, bars: int = 10, multiple: float = 3.0) -> Floats:
    """The band that the trend leans on: the lower one while it rises, and the upper one while it falls."""
    far, middle = multiple * true_range(highs, lows, closes, bars), (highs + lows) / 2
    upper, lower, found = middle + far, middle - far, np.full(len(closes), np.nan)
    rises = True
    for at in range(bars, len(closes)):
        if at > bars:
            upper[at] = upper[at] if upper[at] < upper[at - 1] or closes[at - 1] > upper[at - 1] else upper[at - 1]
            lower[at] = lower[at] if lower[at] > lower[at - 1] or closes[at - 1] < lower[at - 1] else lower[at - 1]
            rises = closes[at] >= lower[at] if rises else closes[at] > upper[at]
        found[at] = lower[at] if rises else upper[at]
    return found


def zscore(values: Floats, bars: int) -> Floats:
    return np.asarray((values - mean(values, bars)) / deviation(values, bars))


def slope(values: Floats, on: Floats, bars: int) -> Floats:
    """Of the line of least squares."""
    found = np.full(len(values), np.nan)
    for at in range(bars - 1, len(values)):
        one, other = values[at - bars + 1 : at + 1], on[at - bars + 1 : at + 1]
        found[at] = np.mean((one - one.mean()) * (other - other.mean())) / np.var(other)
    return found


def equal_risk(covariance: Floats) -> Floats:
    """Weights whose parts of the variance are equal, by the fixed point of Newton's steps on each weight in turn."""
    count = len(covariance)
    weights: list[float] = [1 / math.sqrt(covariance[at, at]) for at in range(count)]
    for _ in range(5_000):
        before = list(weights)
        for at in range(count):
            others = sum(covariance[at, other] * weights[other] for other in range(count) if other != at)
            weights[at] = (-others + math.sqrt(others * others + 4 * covariance[at, at])) / (2 * covariance[at, at])
        if _alike(before, weights):
            break
    found = np.array(weights)
    return np.asarray(found / found.sum())


def _alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= 1e-14 * a for a, b in zip(one, other, strict=True))


def _windows(values: Floats, bars: int, fold: Callable[[Floats], float]) -> Floats:
    found = np.full(len(values), np.nan)
    for at in range(bars - 1, len(values)):
        found[at] = fold(values[at - bars + 1 : at + 1])
    return found
