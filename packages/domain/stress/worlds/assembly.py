"""Makes whole bars of what a law draws: a return for every bar, and the observed bar that lends it its shape.

Bars are coherent by construction: the high stands above the higher one of open and close, the low below the lower one.
Every path begins with the panel's own first bar, so it is another history of the same instrument over the same dates.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.path_bars import bars_of, close_logs
from packages.domain.backtest.many import Paths
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.observed import ObservedBars

_FURTHEST = 300.0  # a price stays a number, however long the path
_ROUNDING = 1e-9  # a little inside, so that a bar that was locked at its limit is locked on every path
_MATRICES = ("open", "high", "low", "lower_limit", "upper_limit")


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
    limits, first_limits = observed.limits, observed.first_limits
    if limits is None or first_limits is None:
        return Paths(**_prices(observed, shapes, moves, None))
    with np.errstate(divide="ignore"):
        steps = np.log(limits.lower), np.log(limits.upper)
    held = Moves(moves.returns.copy(), moves.source, moves.scale)
    factors = limits.lower * (1 + _ROUNDING), limits.upper * (1 - _ROUNDING)
    return Paths(**_prices(observed, shapes, held, MoveFactors(steps, factors, first_limits)))


@dataclass(frozen=True, slots=True, eq=False)
class MoveFactors:
    """Limits of every observed bar: as steps, and as factors of the close before; and those of the first bar."""

    steps: tuple[Floats, Floats]
    factors: tuple[Floats, Floats]
    first: tuple[float, float]


def _prices(observed: ObservedBars, shapes: Shapes, moves: Moves, limits: MoveFactors | None) -> dict[str, Floats]:
    close = close_logs(moves.returns, moves.source, limits.steps if limits else None, _FURTHEST)
    np.exp(close, out=close)
    close *= observed.first[3]
    first = np.array([*observed.first[:3], *(limits.first if limits else (0.0, 0.0))])
    ranges = _stretched(shapes.above, moves), _stretched(shapes.below, moves)
    found = bars_of(close, moves.source, _gaps(shapes, moves), ranges, limits.factors if limits else None, first)
    return {**dict(zip(_MATRICES, found, strict=False)), "close": close}


def _gaps(shapes: Shapes, moves: Moves) -> Floats:
    """The open over the close before: of each observed bar, or of each drawn one where it hangs on more."""
    if shapes.follow is None:
        return _stretched(shapes.gap, moves)
    drawn: Floats = shapes.follow[moves.source]
    drawn *= moves.returns
    drawn += _shaped(shapes.gap, moves)
    return np.exp(drawn, out=drawn)


def _shaped(column: Floats, moves: Moves) -> Floats:
    taken: Floats = column[moves.source]
    if moves.scale is not None:
        taken *= moves.scale
    return taken


def _stretched(column: Floats, moves: Moves) -> Floats:
    if moves.scale is None:
        return np.exp(column)
    taken = _shaped(column, moves)
    return np.exp(taken, out=taken)
