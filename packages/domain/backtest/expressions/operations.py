"""The operations of expressions on whole columns: what is undefined is NaN, nothing is infinite, and no value depends
on a later one."""

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.windows import (
    change,
    lagged,
    ratio,
    rolling_covariance,
    rolling_deviation,
    rolling_extreme,
    rolling_mean,
    rolling_mean_and_deviation,
    rolling_sum,
    rolling_variance,
)
from packages.domain.strategy.operands import ValueOperation

# What moves by less than this part of its size moves by rounding only.
NO_MOVE = 1e-10
# What is worked out for one column at a time; all else takes matrices with a row a column, too.
OF_ONE_COLUMN = (ValueOperation.MEDIAN, ValueOperation.PERCENT_RANK)
_AT_ONCE = 1_000_000  # values of windows that are laid out at a time


def computed(operation: ValueOperation, inputs: Sequence[Floats], bars: int) -> Floats:
    """`bars` of 0 stands for an operation without a window."""
    with np.errstate(all="ignore"):
        column = _of_bar(operation, inputs) if operation in _ON_A_BAR else _of_window(operation, inputs, bars)
        return np.where(np.isfinite(column), column, np.nan)


_ON_A_BAR: dict[ValueOperation, Callable[[Floats, Floats], Floats]] = {
    ValueOperation.ADD: np.add,
    ValueOperation.SUBTRACT: np.subtract,
    ValueOperation.MULTIPLY: np.multiply,
    ValueOperation.DIVIDE: ratio,
    ValueOperation.MIN: np.minimum,
    ValueOperation.MAX: np.maximum,
    ValueOperation.ABS: lambda one, _: np.abs(one),
    ValueOperation.LOG: lambda one, _: np.log(one),  # of what is not above 0 it is not finite
}


def _of_bar(operation: ValueOperation, inputs: Sequence[Floats]) -> Floats:
    step = _ON_A_BAR[operation]
    return step(inputs[0], inputs[0]) if len(inputs) == 1 else reduce(step, inputs)


def _of_window(operation: ValueOperation, inputs: Sequence[Floats], bars: int) -> Floats:
    if operation in _OVER_BARS:
        return _OVER_BARS[operation](inputs[0], bars)
    return _joint(operation, inputs[0], inputs[1], bars)


def _zscore(column: Floats, bars: int) -> Floats:
    mean, deviation = rolling_mean_and_deviation(column, bars)
    return np.where(_still(mean, deviation), np.nan, ratio(column - mean, deviation))


def _joint(operation: ValueOperation, column: Floats, other: Floats, bars: int) -> Floats:
    together = rolling_covariance(column, other, bars)
    if operation is ValueOperation.SLOPE:
        return _where_moves(ratio(together, rolling_variance(other, bars)), other, bars)
    scale = np.sqrt(rolling_variance(column, bars) * rolling_variance(other, bars))
    related = np.clip(ratio(together, scale), -1.0, 1.0)
    return _where_moves(_where_moves(related, column, bars), other, bars)


def _where_moves(values: Floats, column: Floats, bars: int) -> Floats:
    """NaN where the column stands still in the window, rounding aside."""
    return np.where(_still(*rolling_mean_and_deviation(column, bars)), np.nan, values)


def _still(mean: Floats, deviation: Floats) -> npt.NDArray[np.bool_]:
    still: npt.NDArray[np.bool_] = deviation <= NO_MOVE * np.abs(mean)
    return still


def _over_windows(summary: Callable[[Floats], Floats], column: Floats, bars: int) -> Floats:
    """Only of windows in which everything is defined."""
    out = np.full(len(column), np.nan)
    if len(column) < bars:
        return out
    missing = np.concatenate(([0], np.cumsum(np.isnan(column))))
    whole = np.flatnonzero(missing[bars:] == missing[:-bars])
    windows, step = sliding_window_view(column, bars), max(1, _AT_ONCE // bars)
    for first in range(0, len(whole), step):
        starts = whole[first : first + step]
        out[starts + bars - 1] = summary(windows[starts])
    return out


def _ranks(windows: Floats) -> Floats:
    """The percentage of the other values that are lower, equal ones by half."""
    now, others = windows[:, -1:], windows[:, :-1]
    below = (others < now).sum(axis=1) + (others == now).sum(axis=1) / 2.0
    ranks: Floats = 100.0 * below / others.shape[1]
    return ranks


_OVER_BARS: dict[ValueOperation, Callable[[Floats, int], Floats]] = {
    ValueOperation.LAG: lagged,
    ValueOperation.CHANGE: change,
    ValueOperation.RETURN: lambda column, bars: ratio(column, lagged(column, bars)) - 1.0,
    ValueOperation.MEAN: rolling_mean,
    ValueOperation.SUM: rolling_sum,
    ValueOperation.STD: rolling_deviation,
    ValueOperation.LOWEST: lambda column, bars: rolling_extreme(column, bars, is_highest=False),
    ValueOperation.HIGHEST: lambda column, bars: rolling_extreme(column, bars, is_highest=True),
    ValueOperation.MEDIAN: lambda column, bars: _over_windows(lambda windows: np.median(windows, axis=1), column, bars),
    ValueOperation.PERCENT_RANK: lambda column, bars: _over_windows(_ranks, column, bars),
    ValueOperation.ZSCORE: _zscore,
}
