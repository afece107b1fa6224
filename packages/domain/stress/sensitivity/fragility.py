"""How much of a result hangs on one number.

A neighbour is a tried value at most a tenth away from the chosen one, or one unit where a tenth is less. Each neighbour
loses (base Sharpe - its Sharpe) / base Sharpe, cut to 0..1; a neighbour that does not trade has a Sharpe of 0 and loses
all. The losses on each side of the chosen value are averaged, so that one odd run counts for its share only, and the
worse side is the fragility: a cliff on one side is a cliff.

0 means that the neighbours do as well or better (a plateau, or a slope upwards on both sides), 1 that nothing is left.
A base Sharpe of 0 or below has nothing to lose: 0. One below `SMALLEST_SHARPE` is taken as that, since so little is
noise and not a result. Where no neighbour could be tried there is nothing to tell either: 0.
"""

from collections.abc import Sequence

from packages.domain.stress.findings import CurvePoint

SMALLEST_SHARPE = 0.1
_ROUNDING = 1e-9


def fragility(points: Sequence[CurvePoint], chosen: float, base_sharpe: float, reach: float) -> float:
    """From 0 to 1, as the module says; `reach` is how far from the chosen value a neighbour may be."""
    if base_sharpe <= 0:
        return 0.0
    near = [point for point in points if 0 < abs(point.value - chosen) <= reach * (1 + _ROUNDING)]
    below = [_lost(point.sharpe, base_sharpe) for point in near if point.value < chosen]
    above = [_lost(point.sharpe, base_sharpe) for point in near if point.value > chosen]
    return max((sum(side) / len(side) for side in (below, above) if side), default=0.0)


def _lost(sharpe: float, base_sharpe: float) -> float:
    return min(1.0, max(0.0, (base_sharpe - sharpe) / max(base_sharpe, SMALLEST_SHARPE)))


def spread(points: Sequence[CurvePoint]) -> float:
    """From the worst to the best Sharpe over the whole curve."""
    sharpes = [point.sharpe for point in points]
    return max(sharpes) - min(sharpes)
