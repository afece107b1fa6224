"""A chain of two states: how likely each was on every bar, and chains drawn from it.

The filter and the smoother multiply small matrices along the series. Products can be grouped at will, so all bars are
done at once in as many rounds as the length has binary digits, instead of one bar after the other.
"""

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats


def prefix_products(matrices: Floats) -> Floats:
    """The product of all matrices up to each place, each scaled to a sum of 1; places run along the last axis."""
    product: Floats = matrices / matrices.sum(axis=(0, 1))
    step = 1
    while step < product.shape[2]:
        left, right = product[:, :, :-step], product[:, :, step:]
        product[:, :, step:] = left[:, :1] * right[:1] + left[:, 1:] * right[1:]
        product /= product.sum(axis=(0, 1))
        step *= 2
    return product


def smoothed(density: Floats, change: Floats, start: Floats) -> tuple[Floats, Floats, float]:
    """The chance of each state on every bar (2 × bars), the expected number of each change (2 × 2), and the log
    likelihood; `density` (2 × bars) is of the bar in each state, up to a factor by bar."""
    step = change[:, :, np.newaxis] * density[np.newaxis, :, 1:]
    first = start * density[:, 0]
    onward = (first[:, np.newaxis, np.newaxis] * prefix_products(step)).sum(axis=0)
    forward = _to_one(np.column_stack([first, onward]))
    to_the_end = prefix_products(step[:, :, ::-1].transpose(1, 0, 2))[:, :, ::-1]
    backward = np.column_stack([to_the_end.sum(axis=0), np.ones(2)])
    came = forward[:, np.newaxis, :-1] * step
    pair = came * backward[np.newaxis, :, 1:]
    changes: Floats = (pair / pair.sum(axis=(0, 1))).sum(axis=2)
    return _to_one(forward * backward), changes, float(np.log(first.sum()) + np.log(came.sum(axis=(0, 1))).sum())


def _to_one(chances: Floats) -> Floats:
    told: Floats = chances / chances.sum(axis=0)
    return told


def chains(first: npt.NDArray[np.bool_], draws: Floats, into_second: tuple[float, float]) -> npt.NDArray[np.bool_]:
    """Whether each path is in its second state, bar by bar. The second state follows when the draw is below its chance,
    which `into_second` gives by the state before.

    A draw below both chances, or above both, decides whatever was before; any other draw keeps the state, or turns it.
    """
    low, high = min(into_second), max(into_second)
    decided = (draws < low) | (draws >= high)
    decided[:, 0] = True
    value = draws < low
    value[:, 0] = first
    begun = np.flatnonzero(decided)
    lengths = np.diff(begun, append=decided.size)
    kept = np.repeat(value.ravel()[begun], lengths).reshape(draws.shape)
    if into_second[0] <= into_second[1]:
        return kept
    turned: Counts = np.cumsum(~decided.ravel())
    odd = (turned - np.repeat(turned[begun], lengths)) % 2 == 1
    told: npt.NDArray[np.bool_] = kept ^ odd.reshape(draws.shape)
    return told
