"""Markets that stand still: where a ratio is 0 / 0 and a library would answer with an extreme."""

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.windows import highest, lowest


def once_moved(told: Floats, values: Floats) -> Floats:
    """What was told, but nothing until the values have moved for the first time."""
    if len(values) > 1 and values[0] != values[1] and np.isnan(told[0]):
        return told
    return np.where(np.maximum.accumulate(values != values[0]), told, np.nan)


def where_moved(told: Floats, high: Floats, low: Floats, n: int) -> Floats:
    """What was told, but nothing where the last `n` bars have no range."""
    return np.where(ranges(high, low, n) > 0.0, told, np.nan)


def ranges(high: Floats, low: Floats, n: int) -> Floats:
    return highest(high, n) - lowest(low, n)


def place(values: Floats, high: Floats, low: Floats, n: int) -> Floats:
    """Where values stand in the range of the last `n` bars, from 0 to 1; NaN where there is no range."""
    bottom = lowest(low, n)
    width = highest(high, n) - bottom
    return np.where(width > 0.0, (values - bottom) / width, np.nan)


def streak(holds: npt.NDArray[np.bool_]) -> Floats:
    """How many bars in a row it has held, up to and with this one."""
    at = np.arange(1, len(holds) + 1)
    return (at - np.maximum.accumulate(np.where(holds, 0, at))).astype(np.float64)
