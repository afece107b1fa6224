"""Momentum: RSI, MACD and KDJ."""

from typing import NamedTuple

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.technical.averages import exponential_mean, smoothed, wilder_mean


class Macd(NamedTuple):
    """`line` between the two means, its own mean `signal`, and the `histogram` between those."""

    line: Floats
    signal: Floats
    histogram: Floats


class Kdj(NamedTuple):
    """Each in points; J runs beyond 0 and 100."""

    k: Floats
    d: Floats
    j: Floats


def rsi(close: Floats, length: int = 14) -> Floats:
    """Wilder's relative strength; NaN while nothing has moved, because 0 / 0 is neither strong nor weak."""
    strength = np.full(len(close), np.nan)
    if len(close) <= length:
        return strength
    change = np.diff(close)
    gain = wilder_mean(np.maximum(change, 0.0), length)
    loss = wilder_mean(np.maximum(-change, 0.0), length)
    moved = gain + loss
    strength[1:] = np.divide(100.0 * gain, moved, out=np.full(len(change), np.nan), where=moved > 0)
    return strength


def macd(close: Floats, fast: int = 12, slow: int = 26, signal: int = 9) -> Macd:
    """Both means are seeded on the same bar, the first with a full slow window, as TA-Lib does."""
    line = exponential_mean(close, fast, first=slow - 1) - exponential_mean(close, slow)
    told = np.full(len(close), np.nan)
    told[slow - 1 :] = exponential_mean(line[slow - 1 :], signal)
    return Macd(line, told, line - told)


def kdj(bars: BarColumns, length: int = 9, k_smoothing: int = 3, d_smoothing: int = 3) -> Kdj:
    """As A-share terminals draw it: K and D stand at 50 before the first full window and take a third of each new
    value. A window without any range counts as 50."""
    empty = np.full(len(bars), np.nan)
    if len(bars) < length:
        return Kdj(empty, empty.copy(), empty.copy())
    windows = np.lib.stride_tricks.sliding_window_view
    highest, lowest = windows(bars.high, length).max(axis=1), windows(bars.low, length).min(axis=1)
    width = highest - lowest
    place = np.divide(
        100.0 * (bars.close[length - 1 :] - lowest), width, out=np.full(len(width), 50.0), where=width > 0
    )
    k = smoothed(np.concatenate(([50.0], place)), 0, 50.0, 1.0 / k_smoothing)
    d = smoothed(k, 0, 50.0, 1.0 / d_smoothing)
    told = [np.concatenate((np.full(length - 1, np.nan), line[1:])) for line in (k, d, 3.0 * k - 2.0 * d)]
    return Kdj(told[0], told[1], told[2])
