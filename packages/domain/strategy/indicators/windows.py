"""Moving windows in a fixed number of passes, recursive values in blocks, and ratios of 0 / 0 in flat markets.

The windows of a matrix are those of each of its rows, to the last bit."""

import math

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.compiled import address_of, library
from packages.domain.strategy.indicators.talib_library import ta


def rolling_sum(values: Floats, n: int) -> Floats:
    sums: Floats = _power_sums(values, n, 1, from_edge=False)[0]
    return sums


def rolling_mean(values: Floats, n: int) -> Floats:
    """Of equal values exactly their value."""
    values = np.ascontiguousarray(values, np.float64)
    mean = np.empty(values.shape)
    library().parley_means(address_of(values), *_rows_and_bars(values), n, 0, address_of(mean), None)
    return mean


def rolling_mean_and_deviation(values: Floats, n: int, ddof: int = 0) -> tuple[Floats, Floats]:
    """Both in one pass."""
    values = np.ascontiguousarray(values, np.float64)
    mean, deviation = np.empty(values.shape), np.empty(values.shape)
    places = address_of(mean), address_of(deviation)
    library().parley_means(address_of(values), *_rows_and_bars(values), n, ddof, *places)
    return mean, deviation


def rolling_variance(values: Floats, n: int, ddof: int = 0) -> Floats:
    total, squares = _power_sums(values, n, 2)
    total *= total
    total /= n
    squares -= total
    np.maximum(squares, 0.0, out=squares)
    squares /= n - ddof
    variance: Floats = squares
    return variance


def rolling_deviation(values: Floats, n: int, ddof: int = 0) -> Floats:
    return rolling_mean_and_deviation(values, n, ddof)[1]


def rolling_covariance(left: Floats, right: Floats, n: int) -> Floats:
    left, right = (np.ascontiguousarray(each, np.float64) for each in (left, right))
    sums = np.empty((3, *left.shape))
    places = address_of(left), address_of(right)
    library().parley_joint_sums(*places, *_rows_and_bars(left), n, address_of(sums))
    one, other, both = sums
    covariance: Floats = (both - one * other / n) / n
    return covariance


def rolling_slope(values: Floats, n: int) -> Floats:
    """Of the regression line through the window, per bar."""
    bars = np.arange(len(values), dtype=np.float64)
    return rolling_covariance(values, bars, n) * 12.0 / (n * n - 1.0)


def rolling_correlation(left: Floats, right: Floats, n: int) -> Floats:
    """NaN where either side does not move in the window."""
    scale = np.sqrt(rolling_variance(left, n) * rolling_variance(right, n))
    return np.clip(ratio(rolling_covariance(left, right, n), scale), -1.0, 1.0)


def rolling_skewness(values: Floats, n: int) -> Floats:
    """NaN where the values do not move in the window."""
    m1, m2, m3 = _power_sums(values, n, 3) / n
    spread = np.maximum(m2 - m1 * m1, 0.0)
    return ratio(m3 - 3.0 * m1 * m2 + 2.0 * m1 * m1 * m1, spread * np.sqrt(spread))


def rolling_kurtosis(values: Floats, n: int) -> Floats:
    """3 for a normal distribution; NaN where the values do not move in the window."""
    m1, m2, m3, m4 = _power_sums(values, n, 4) / n
    spread = np.maximum(m2 - m1 * m1, 0.0)
    return ratio(m4 - 4.0 * m1 * m3 + 6.0 * m1 * m1 * m2 - 3.0 * m1 * m1 * m1 * m1, spread * spread)


def rolling_extreme(values: Floats, n: int, *, is_highest: bool) -> Floats:
    """NaN where any value of the window is."""
    values = np.ascontiguousarray(values, np.float64)
    found = np.empty(values.shape)
    library().parley_extremes(address_of(values), *_rows_and_bars(values), n, is_highest, address_of(found))
    return found


def _rows_and_bars(values: Floats) -> tuple[int, int]:
    """Of columns that may be empty."""
    return math.prod(values.shape[:-1]), values.shape[-1]


def _power_sums(values: Floats, n: int, powers: int, *, from_edge: bool = True) -> Floats:
    """Of the distances from a value inside each window, so that large numbers that hardly move keep their digits."""
    values = np.ascontiguousarray(values, np.float64)
    sums = np.empty((powers, *values.shape))
    library().parley_power_sums(address_of(values), *_rows_and_bars(values), n, from_edge, powers, address_of(sums))
    return sums


def highest(values: Floats, n: int) -> Floats:
    """Of a column that is whole from its first number on."""
    return values.copy() if n == 1 else ta("MAX", values, timeperiod=n)


def lowest(values: Floats, n: int) -> Floats:
    """Of a column that is whole from its first number on."""
    return values.copy() if n == 1 else ta("MIN", values, timeperiod=n)


def lagged(values: Floats, bars: int) -> Floats:
    """The value of so many bars ago; NaN where there is none."""
    out = np.full(values.shape, np.nan)
    out[..., bars:] = values[..., : max(0, values.shape[-1] - bars)]
    return out


def change(values: Floats, bars: int = 1) -> Floats:
    out = np.full(values.shape, np.nan)
    np.subtract(values[..., bars:], values[..., : max(0, values.shape[-1] - bars)], out=out[..., bars:])
    return out


def moves(values: Floats) -> Floats:
    """The change from bar to bar of values that were calculated: what may be rounding is no move."""
    moved = change(values)
    moved[np.abs(moved) <= 1e-12 * np.abs(values)] = 0.0
    return moved


def ratio(above: Floats, below: Floats) -> Floats:
    """NaN where the divisor is zero: neither large nor small."""
    out = above / below
    out[below == 0.0] = np.nan
    return out


def once_moved(column: Floats, values: Floats) -> Floats:
    """The column, but NaN until the values have moved for the first time."""
    if len(values) > 1 and values[0] != values[1] and np.isnan(column[0]):
        return column
    return np.where(np.maximum.accumulate(values != values[0]), column, np.nan)


def where_moved(column: Floats, high: Floats, low: Floats, n: int) -> Floats:
    """The column, but NaN where the last `n` bars have no range."""
    return np.where(ranges(high, low, n) > 0.0, column, np.nan)


def ranges(high: Floats, low: Floats, n: int) -> Floats:
    return highest(high, n) - lowest(low, n)


def place(values: Floats, high: Floats, low: Floats, n: int) -> Floats:
    """Where values stand in the range of the last `n` bars, from 0 to 1; NaN where there is no range. Highs and lows
    are whole from their first numbers on."""
    values, high, low = (np.ascontiguousarray(each, np.float64) for each in (values, high, low))
    found, top = np.empty(len(values)), np.empty(len(values))
    given = address_of(values), address_of(high), address_of(low)
    library().parley_places(*given, len(values), n, address_of(top), address_of(found))
    return found


def streak(holds: npt.NDArray[np.bool_]) -> Floats:
    """How many bars in a row it has held, up to and with this one."""
    at = np.arange(1, len(holds) + 1)
    return (at - np.maximum.accumulate(np.where(holds, 0, at))).astype(np.float64)


# Constants, so that a longer series changes no earlier value, not even in its last bit.
_BLOCK = 64
_RECURSION_PIECE = 256 * _BLOCK


def recursion(keep: Floats, add: Floats, start: float) -> Floats:
    """y[i] = keep[i] * y[i-1] + add[i], where the value before the first is `start`."""
    out = np.empty(len(add))
    state = start
    for begin in range(0, len(add), _RECURSION_PIECE):
        piece = slice(begin, begin + _RECURSION_PIECE)
        out[piece] = _of_piece(keep[piece], add[piece], state)
        state = float(out[piece][-1])
    return out


def _of_piece(keep: Floats, add: Floats, start: float) -> Floats:
    """Every block by itself from zero, then with what the block before hands over."""
    length = len(add)
    rows = -(-length // _BLOCK)
    kept, added = np.ones(rows * _BLOCK), np.zeros(rows * _BLOCK)
    kept[:length], added[:length] = keep, add
    kept, added = (np.ascontiguousarray(each.reshape(rows, _BLOCK).T) for each in (kept, added))
    for i in range(1, _BLOCK):
        added[i] += kept[i] * added[i - 1]
        kept[i] *= kept[i - 1]
    starts = np.empty(rows)
    state = start
    for row, (factor, term) in enumerate(zip(kept[-1].tolist(), added[-1].tolist(), strict=True)):
        starts[row] = state
        state = factor * state + term
    return (kept * starts + added).T.ravel()[:length]


def smoothed(values: Floats, weight: Floats | float, first: int, start: float | None = None) -> Floats:
    """y[i] = y[i-1] + weight * (x[i] - y[i-1]), where the bar `first` holds `start` (its own value, unless given);
    a value that is not a number leaves y as it was."""
    out = np.full(len(values), np.nan)
    if len(values) <= first:
        return out
    taken = values[first + 1 :]
    weights = np.broadcast_to(weight, values.shape)[first + 1 :]
    known = np.isfinite(taken) & np.isfinite(weights)
    held = np.where(known, weights, 0.0)
    out[first] = values[first] if start is None else start
    out[first + 1 :] = recursion(1.0 - held, held * np.where(known, taken, 0.0), float(out[first]))
    return out
