"""Where the price stands against its own recent range: Bollinger's bands and the volume-weighted price."""

from typing import NamedTuple

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.technical.averages import simple_mean


class Bands(NamedTuple):
    """A mean and so many standard deviations on either side."""

    upper: Floats
    middle: Floats
    lower: Floats


def bollinger(close: Floats, length: int = 20, width: float = 2.0) -> Bands:
    """With the standard deviation of the whole window (not of a sample), as Bollinger and TA-Lib have it."""
    middle, spread = simple_mean(close, length), np.full(len(close), np.nan)
    if len(close) >= length:
        spread[length - 1 :] = np.lib.stride_tricks.sliding_window_view(close, length).std(axis=1)
    return Bands(middle + width * spread, middle, middle - width * spread)


def vwap(bars: BarColumns, length: int = 20) -> Floats:
    """The typical price (high, low and close in equal parts) weighted by volume over the last `length` bars; NaN where
    nothing was traded or a volume is not known."""
    price = (bars.high + bars.low + bars.close) / 3.0
    paid, traded = simple_mean(price * bars.volume, length), simple_mean(bars.volume, length)
    prices = np.full(len(bars), np.nan)
    np.divide(paid, traded, out=prices, where=traded > 0)
    return prices
