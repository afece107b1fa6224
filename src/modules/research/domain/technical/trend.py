"""Range and trend: true range, ATR, ADX with its two directions."""

from typing import NamedTuple

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.technical.averages import wilder_mean


class Adx(NamedTuple):
    """Strength of the trend, and the strength of its upward and downward moves; all from 0 to 100."""

    adx: Floats
    plus: Floats
    minus: Floats


def true_range(bars: BarColumns) -> Floats:
    """From the second bar on: the range including the close before."""
    before = bars.close[:-1]
    return np.maximum(bars.high[1:], before) - np.minimum(bars.low[1:], before)


def atr(bars: BarColumns, length: int = 14) -> Floats:
    return np.concatenate((np.full(min(1, len(bars)), np.nan), wilder_mean(true_range(bars), length)))


def adx(bars: BarColumns, length: int = 14) -> Adx:
    """Wilder's. The sums begin with `length` - 1 moves and the next one is smoothed in, as TA-Lib does."""
    up, down = np.diff(bars.high), -np.diff(bars.low)
    rising = np.where((up > down) & (up > 0), up, 0.0)
    falling = np.where((down > up) & (down > 0), down, 0.0)
    room = _wilder_sum(true_range(bars), length)
    plus, minus = (_share(_wilder_sum(moves, length), room) for moves in (rising, falling))
    direction = _share(np.abs(plus - minus), plus + minus)
    strength = np.full(len(bars), np.nan)
    if len(direction) > length:
        strength[length:] = wilder_mean(direction[length - 1 :], length)
    lead = np.full(min(1, len(bars)), np.nan)
    return Adx(strength, np.concatenate((lead, plus)), np.concatenate((lead, minus)))


def _wilder_sum(moves: Floats, length: int) -> Floats:
    """A sum that loses 1 / `length` of itself with each new move."""
    sums = np.full(len(moves), np.nan)
    total = float(moves[: length - 1].sum())
    for place in range(length - 1, len(moves)):
        total += float(moves[place]) - total / length
        sums[place] = total
    return sums


def _share(part: Floats, whole: Floats) -> Floats:
    """In per cent; nothing moves where there is no room."""
    share = np.divide(100.0 * part, whole, out=np.zeros(len(part)), where=whole > 0)
    share[np.isnan(whole)] = np.nan
    return share
