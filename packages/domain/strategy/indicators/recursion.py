"""Values that feed on their own past, calculated in blocks side by side instead of bar after bar."""

import numpy as np

from packages.domain.market_data.bars import Floats

# Constants, so that a longer series changes no earlier value, not even in its last bit.
_BLOCK = 64
_PIECE = 256 * _BLOCK


def recursion(keep: Floats, add: Floats, start: float) -> Floats:
    """y[i] = keep[i] * y[i-1] + add[i], where the value before the first is `start`."""
    out = np.empty(len(add))
    state = start
    for begin in range(0, len(add), _PIECE):
        piece = slice(begin, begin + _PIECE)
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
