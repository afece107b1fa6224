"""The value of one share by each method with its weight, and what the price is against them together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from src.modules.research.domain.derive import combined, exact
from src.modules.research.domain.figures import Absent, Figure, Finding, Findings, Operation
from src.modules.research.domain.valuation.assumptions import CHEAP_BELOW, DEAR_ABOVE, METHODS, Verdict


@dataclass(frozen=True, slots=True)
class ValuationPoint:
    """What one method says a share is worth, with its own range."""

    method: str
    low: Figure
    value: Figure
    high: Figure
    weight: Decimal
    source: str


def valuation_points(findings: Findings, price: Figure) -> tuple[ValuationPoint, ...]:
    """Of the methods that have a value, in the currency of the price."""
    found = []
    for method in METHODS:
        low, middle, high = (findings[key] for key in (method.low, method.middle, method.high))
        if isinstance(low, Figure) and isinstance(middle, Figure) and isinstance(high, Figure):
            found.append(ValuationPoint(method.name, low, middle, high, method.weight, method.source))
    return tuple(point for point in found if point.value.unit == price.unit)


def weighted_values(points: Sequence[ValuationPoint]) -> tuple[Finding, Finding, Finding]:
    """Lower end, middle and upper end of what a share is worth by all methods that are there."""
    return (
        _weighted("value_lower", points, lambda point: point.low),
        _weighted("value_middle", points, lambda point: point.value),
        _weighted("value_upper", points, lambda point: point.high),
    )


def verdict_of(price: Figure, value: Finding) -> Verdict | None:
    """None: no method has a value, so nothing is said."""
    if isinstance(value, Absent):
        return None
    paid = exact(price) / exact(value)
    if paid <= CHEAP_BELOW:
        return Verdict.UNDERVALUED
    return Verdict.OVERVALUED if paid >= DEAR_ABOVE else Verdict.FAIR


def _weighted(key: str, points: Sequence[ValuationPoint], end: Callable[[ValuationPoint], Figure]) -> Finding:
    if not points:
        return Absent(key, "No method has a value: earnings, cash flow, book value or their history are missing.")
    weights = [point.weight for point in points]
    return combined(key, Operation.WEIGHTED_MEAN, [end(point) for point in points], parameters=weights)
