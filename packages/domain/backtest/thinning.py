"""Long columns made short for a picture, without losing a peak or a trough."""

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats

FEWEST_POINTS, MOST_POINTS = 4, 1_500


class TooFewPoints(Invalid):
    """A curve of so few points would lose its ends or its extremes."""


def kept(values: Floats, points: int = MOST_POINTS) -> Counts:
    """The places of at most `points` values: the first, the last, and the lowest and highest of equal stretches. Values
    that are not known are never kept."""
    if points < FEWEST_POINTS:
        raise TooFewPoints("backtest.too_few_points", points=points, fewest=FEWEST_POINTS)
    known = np.flatnonzero(np.isfinite(values))
    if len(known) <= points:
        return known
    return known[_extremes(values[known], (points - 2) // 2)]


def _extremes(values: Floats, stretches: int) -> Counts:
    length = -(-len(values) // stretches)
    count = -(-len(values) // length)
    # The last stretch is filled up with the last value, which is kept in any case.
    padded = np.full(count * length, values[-1])
    padded[: len(values)] = values
    grid = padded.reshape(count, length)
    starts = np.arange(count) * length
    last = len(values) - 1
    found = np.zeros(count * length, bool)
    found[starts + grid.argmin(axis=1)] = found[starts + grid.argmax(axis=1)] = True
    found[0] = found[last] = True
    return np.flatnonzero(found[: last + 1])
