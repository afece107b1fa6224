"""Moving windows in a fixed number of passes, recursive values in blocks, and ratios of 0 / 0 in flat markets.

The windows of a matrix are those of each of its rows, to the last bit."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_library import ta

# Bars that are worked on at a time, so that what is written in between stays in the processor's cache.
_PIECE = 4096


def rolling_sum(values: Floats, n: int) -> Floats:
    def window(piece: Floats) -> Floats:
        blocks = _blocks(piece, n)
        return _joined(blocks, blocks, piece.shape[-1])

    return _in_pieces(window, n, values)


def rolling_mean(values: Floats, n: int) -> Floats:
    """Of equal values exactly their value."""

    def window(piece: Floats) -> Floats:
        ahead, behind, edges = _from_edge(piece, n)
        means = _joined(ahead, behind, piece.shape[-1]) / n
        reached = means[..., n - 1 :]
        reached += np.repeat(edges[..., 0], n, axis=-1)[..., : reached.shape[-1]]
        return means

    return _in_pieces(window, n, values)


def rolling_variance(values: Floats, n: int, ddof: int = 0) -> Floats:
    def window(piece: Floats) -> Floats:
        ahead, behind, _ = _from_edge(piece, n)
        total = _joined(ahead, behind, piece.shape[-1])
        squares = _joined(ahead * ahead, behind * behind, piece.shape[-1])
        return np.maximum(squares - total * total / n, 0.0) / (n - ddof)

    return _in_pieces(window, n, values)


def rolling_deviation(values: Floats, n: int, ddof: int = 0) -> Floats:
    return np.sqrt(rolling_variance(values, n, ddof))


def rolling_covariance(left: Floats, right: Floats, n: int) -> Floats:
    def window(one: Floats, other: Floats) -> Floats:
        ahead, behind, _ = _from_edge(one, n)
        ahead_too, behind_too, _ = _from_edge(other, n)
        totals = _joined(ahead, behind, len(one)) * _joined(ahead_too, behind_too, len(one))
        return (_joined(ahead * ahead_too, behind * behind_too, len(one)) - totals / n) / n

    return _in_pieces(window, n, left, right)


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

    def window(piece: Floats) -> Floats:
        m1, m2, m3 = _moments(piece, n, 3)
        spread = np.maximum(m2 - m1 * m1, 0.0)
        return ratio(m3 - 3.0 * m1 * m2 + 2.0 * m1 * m1 * m1, spread * np.sqrt(spread))

    return _in_pieces(window, n, values)


def rolling_kurtosis(values: Floats, n: int) -> Floats:
    """3 for a normal distribution; NaN where the values do not move in the window."""

    def window(piece: Floats) -> Floats:
        m1, m2, m3, m4 = _moments(piece, n, 4)
        spread = np.maximum(m2 - m1 * m1, 0.0)
        return ratio(m4 - 4.0 * m1 * m3 + 6.0 * m1 * m1 * m2 - 3.0 * m1 * m1 * m1 * m1, spread * spread)

    return _in_pieces(window, n, values)


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


def _in_pieces(window: Callable[..., Floats], n: int, *columns: Floats) -> Floats:
    """Piece after piece, each with the block before it: the blocks are the same as in one go, hence every bit."""
    length = columns[0].shape[-1]
    step = max(1, _PIECE // n) * n
    if length <= step:
        return window(*columns)
    out = np.empty(columns[0].shape)
    for begin in range(0, length, step):
        start = max(0, begin - n)
        piece = window(*(column[..., start : begin + step] for column in columns))
        out[..., begin : begin + step] = piece[..., begin - start :]
    return out


def _blocks(values: Floats, n: int) -> Floats:
    *series, length = values.shape
    rows = -(-length // n)
    if length == rows * n:
        return values.reshape(*series, rows, n)
    padded = np.full((*series, rows * n), np.nan)
    padded[..., :length] = values
    return padded.reshape(*series, rows, n)


def _from_edge(values: Floats, n: int) -> tuple[Floats, Floats, Floats]:
    """The blocks as distances from a value inside every window that uses them: the last one before the block for the
    half that begins a block, the last one of the block for the half that ends it; and these last ones."""
    blocks = _blocks(values, n)
    last = blocks[..., -1:]
    before = np.concatenate((blocks[..., :1, :1], last[..., :-1, :]), axis=-2)
    return blocks - before, blocks - last, last


def _moments(values: Floats, n: int, count: int) -> list[Floats]:
    """The mean powers 1 to `count` of the distances from the edge."""
    ahead, behind, _ = _from_edge(values, n)
    powers = [(ahead, behind)]
    for _ in range(count - 1):
        powers.append((powers[-1][0] * ahead, powers[-1][1] * behind))
    return [_joined(*power, len(values)) / n for power in powers]


def _joined(ahead: Floats, behind: Floats, length: int) -> Floats:
    """The sums of all windows, from sums up to each place of a block and sums from each place of a block on."""
    *series, rows, n = ahead.shape
    out = np.full((*series, length), np.nan)
    if length < n:
        return out
    upto = np.add.accumulate(ahead, axis=-1).reshape(*series, rows * n)
    since = np.empty(behind.shape)
    np.add.accumulate(behind[..., ::-1], axis=-1, out=since[..., ::-1])
    since = since.reshape(*series, rows * n)[..., : length - n + 1]
    np.add(since, upto[..., n - 1 : length], out=out[..., n - 1 :])
    out[..., n - 1 :: n] = since[..., ::n]
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
    """Where values stand in the range of the last `n` bars, from 0 to 1; NaN where there is no range."""
    bottom = lowest(low, n)
    width = highest(high, n) - bottom
    return np.where(width > 0.0, (values - bottom) / width, np.nan)


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
