"""How far a deployment is from the backtest of the same bars, and when that is more than the backtest explains.

A paper account trades by the backtest's own rules, so a cent is too much. A real broker fills at other prices: its
difference may wander as far as the backtest's equity itself does by chance, one standard deviation of its returns
times the square root of the bars so far. Beyond that something else is at work than prices.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from packages.domain.trading.order_desk.model import EquityPoint

_CENT = Decimal("0.005")  # half of one: what rounds to 0.00 is none
_FEWEST_RETURNS = 5  # a spread of fewer says nothing


@dataclass(frozen=True, slots=True)
class DriftPoint:
    """On the close of a bar: what there is, what the backtest has, and how far apart the two may be."""

    bar: datetime
    equity: Decimal
    expected: Decimal
    band: Decimal

    @property
    def difference(self) -> Decimal:
        return self.equity - self.expected

    @property
    def is_outside(self) -> bool:
        return abs(self.difference) > self.band


@dataclass(frozen=True, slots=True)
class Drift:
    """Bars that only one of the two has are not compared, and counted in `missing`."""

    points: tuple[DriftPoint, ...]
    missing: int
    is_exact: bool  # a cent is too much

    @property
    def alarm(self) -> DriftPoint | None:
        """The first bar on which the two were too far apart."""
        return next((point for point in self.points if point.is_outside), None)

    @property
    def largest(self) -> Decimal:
        return max((abs(point.difference) for point in self.points), default=Decimal(0))

    @property
    def tracking_error(self) -> float | None:
        """The standard deviation of the differences between the returns of a bar; None of fewer than two."""
        ours, theirs = _returns([p.equity for p in self.points]), _returns([p.expected for p in self.points])
        return _deviation([mine - other for mine, other in zip(ours, theirs, strict=True)])


def drift_of(actual: Sequence[EquityPoint], expected: Sequence[EquityPoint], *, is_exact: bool) -> Drift:
    """Bar by bar; `is_exact` for a broker that trades by the backtest's rules."""
    ours, theirs = {each.bar: each.equity for each in actual}, {each.bar: each.equity for each in expected}
    shared = sorted(ours.keys() & theirs.keys())
    spread = None if is_exact else _deviation(_returns([theirs[bar] for bar in shared]), _FEWEST_RETURNS)
    points = tuple(
        DriftPoint(bar, ours[bar], theirs[bar], _band(theirs[bar], number, spread, is_exact))
        for number, bar in enumerate(shared, start=1)
    )
    return Drift(points, len(ours.keys() ^ theirs.keys()), is_exact)


def _band(expected: Decimal, bars: int, spread: float | None, is_exact: bool) -> Decimal:
    if is_exact:
        return _CENT
    if spread is None:
        return Decimal("Infinity")
    return max(abs(expected) * Decimal(repr(spread * math.sqrt(bars))), _CENT)


def _returns(equity: Sequence[Decimal]) -> list[float]:
    return [float(after / before - 1) if before > 0 else 0.0 for before, after in pairwise(equity)]


def _deviation(values: Sequence[float], fewest: int = 2) -> float | None:
    if len(values) < fewest:
        return None
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
