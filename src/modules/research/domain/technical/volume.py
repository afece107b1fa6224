"""What volume says: today's against the days before, and on-balance volume."""

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.technical.averages import simple_mean


def volume_ratio(volume: Floats, length: int = 5) -> Floats:
    """A bar's volume over the mean of the `length` bars before it; NaN where those traded nothing."""
    before = np.concatenate(([np.nan], simple_mean(volume, length)[:-1]))[: len(volume)]
    ratios = np.full(len(volume), np.nan)
    np.divide(volume, before, out=ratios, where=before > 0)
    return ratios


def on_balance_volume(bars: BarColumns) -> Floats:
    """Volume added on days that close higher and taken away on days that close lower, from the first bar's on."""
    if not len(bars):
        return np.empty(0)
    signs = np.concatenate(([1.0], np.sign(np.diff(bars.close))))
    return np.cumsum(signs * bars.volume)


def obv_trend(bars: BarColumns, length: int = 20) -> float:
    """The slope of the least-squares line through the last `length` values of on-balance volume, in mean volumes a
    day: 1 is buying on every day, -1 selling on every day. Where the count began does not matter."""
    last = bars[-length:]
    mean = float(last.volume.mean()) if len(last) == length else 0.0
    if not mean > 0:
        return float("nan")
    days = np.arange(length) - (length - 1) / 2.0
    balance = on_balance_volume(bars)[-length:]
    return float((days * (balance - balance.mean())).sum() / (days * days).sum() / mean)
