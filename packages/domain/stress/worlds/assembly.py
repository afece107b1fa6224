"""Makes whole bars of what a law draws: a return for every bar, and the observed bar that lends it its shape.

Bars are coherent by construction: the high stands above the higher one of open and close, the low below the lower one.
Every path begins with the panel's own first bar, so it is another history of the same instrument over the same dates.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.many import Paths
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.observed import ObservedBars

_FURTHEST = 300.0  # a price stays a number, however long the path
_ROUNDING = 1e-9  # a little inside, so that a bar that was locked at its limit is locked on every path


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """A row a path, a column a bar after the first. `scale` stretches the shape; None leaves it as it was."""

    returns: Floats
    source: Counts
    scale: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """What a bar looks like besides its return: the open is `gap + follow × return` from the close before."""

    gap: Floats
    follow: Floats | None
    above: Floats
    below: Floats

    @classmethod
    def kept(cls, observed: ObservedBars) -> "Shapes":
        """For returns that come with their bar."""
        return cls(observed.gap, None, observed.above, observed.below)

    @classmethod
    def lent(cls, observed: ObservedBars, kinds: npt.NDArray[np.bool_]) -> "Shapes":
        """For returns that are drawn afresh: the open follows the return as it does on bars of the same kind."""
        follow = np.empty(len(observed))
        for kind in (kinds, ~kinds):
            follow[kind] = _slope(observed.returns[kind], observed.gap[kind])
        return cls(observed.gap - follow * observed.returns, follow, observed.above, observed.below)


def _slope(returns: Floats, gap: Floats) -> float:
    if len(returns) < 2:
        return 0.0
    moved = returns - returns.mean()
    spread = float(np.dot(moved, moved))
    return float(np.dot(moved, gap)) / spread if spread > 0 else 0.0


def assemble(observed: ObservedBars, shapes: Shapes, moves: Moves) -> Paths:
    """Bars of all paths; where the market has limits, none leaves those of the bar that lends it its shape."""
    if observed.limits is None or observed.first_limits is None:
        return _bars(observed, shapes, moves)
    low, high = observed.limits.lower[moves.source], observed.limits.upper[moves.source]
    with np.errstate(divide="ignore"):
        held = Moves(np.clip(moves.returns, np.log(low), np.log(high)), moves.source, moves.scale)
    paths = _bars(observed, shapes, held)
    lower, upper = (_begun(paths.close, limit) for limit in observed.first_limits)
    np.multiply(paths.close[:, :-1], low * (1 + _ROUNDING), out=lower[:, 1:])
    np.multiply(paths.close[:, :-1], high * (1 - _ROUNDING), out=upper[:, 1:])
    for matrix in (paths.open, paths.high, paths.low, paths.close):
        np.clip(matrix[:, 1:], lower[:, 1:], upper[:, 1:], out=matrix[:, 1:])
    return replace(paths, lower_limit=lower, upper_limit=upper)


def _bars(observed: ObservedBars, shapes: Shapes, moves: Moves) -> Paths:
    close = _closes(observed, moves.returns)
    opened = _begun(close, observed.first[0])
    gap = _shaped(shapes.gap, moves)
    if shapes.follow is not None:
        gap += shapes.follow[moves.source] * moves.returns
    np.multiply(close[:, :-1], np.exp(gap, out=gap), out=opened[:, 1:])
    return Paths(opened, *_range(observed, shapes, moves, opened, close), close)


def _closes(observed: ObservedBars, returns: Floats) -> Floats:
    close = np.zeros((len(returns), returns.shape[1] + 1))
    np.cumsum(returns, axis=1, out=close[:, 1:])
    np.clip(close, -_FURTHEST, _FURTHEST, out=close)
    np.exp(close, out=close)
    close *= observed.first[3]
    return close


def _begun(like: Floats, first: float) -> Floats:
    matrix = np.empty_like(like)
    matrix[:, 0] = first
    return matrix


def _shaped(column: Floats, moves: Moves) -> Floats:
    taken: Floats = column[moves.source]
    if moves.scale is not None:
        taken *= moves.scale
    return taken


def _range(
    observed: ObservedBars, shapes: Shapes, moves: Moves, opened: Floats, close: Floats
) -> tuple[Floats, Floats]:
    high, low = _begun(close, observed.first[1]), _begun(close, observed.first[2])
    np.maximum(opened[:, 1:], close[:, 1:], out=high[:, 1:])
    high[:, 1:] *= _stretched(shapes.above, moves)
    np.minimum(opened[:, 1:], close[:, 1:], out=low[:, 1:])
    low[:, 1:] /= _stretched(shapes.below, moves)
    return high, low


def _stretched(column: Floats, moves: Moves) -> Floats:
    if moves.scale is None:
        return np.exp(column)[moves.source]
    taken = _shaped(column, moves)
    return np.exp(taken, out=taken)
