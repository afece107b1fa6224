"""What each method makes a share worth, which of them are believed, and what all of them say together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, exact
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import (
    CHEAP_BELOW,
    DEAR_ABOVE,
    FULL_HISTORY_DAYS,
    HIGHEST_TO_PRICE,
    LOWEST_TO_PRICE,
    Method,
    ValuationVerdict,
)


@dataclass(frozen=True, slots=True)
class ValuationPoint:
    """What one method says a share is worth, with its own range. `refused`: too far from the price to be believed."""

    method: str
    low: ResearchFigure
    value: ResearchFigure
    high: ResearchFigure
    weight: Decimal
    source: str
    refused: bool = False


def valuation_points(
    findings: Findings, price: ResearchFigure, methods: Sequence[Method]
) -> tuple[tuple[ValuationPoint, ...], tuple[ValuationPoint, ...]]:
    """Those believed and those refused, of the methods that have a value in the currency of the price."""
    found = []
    for method in methods:
        low, middle, high = (findings.get(key) for key in (method.low, method.middle, method.high))
        if isinstance(low, ResearchFigure) and isinstance(middle, ResearchFigure) and isinstance(high, ResearchFigure):
            refused = not _believable(middle, price, findings)
            weight = _weight(method, findings)
            found.append(ValuationPoint(method.name, low, middle, high, weight, method.source, refused))
    known = [point for point in found if point.value.unit == price.unit]
    return tuple(p for p in known if not p.refused), tuple(p for p in known if p.refused)


def _weight(method: Method, findings: Findings) -> Decimal:
    """That of the method, less where the history behind it is short."""
    history = findings.get(f"{method.name}_median") if method.by_history else None
    if not isinstance(history, ResearchFigure):
        return method.weight
    return method.weight * min(Decimal(1), Decimal(history.count) / FULL_HISTORY_DAYS)


def _believable(value: ResearchFigure, price: ResearchFigure, findings: Findings) -> bool:
    """Within a quarter and four times of the price; further up only where the shareholders' cash or book value alone
    is that much, which is a line of the balance sheet and not a forecast."""
    times = exact(value) / exact(price)
    if LOWEST_TO_PRICE <= times <= HIGHEST_TO_PRICE:
        return True
    book, claims = findings.get("book_value_per_share"), findings.get("prior_claims_per_share")
    owned = exact(book) if isinstance(book, ResearchFigure) else Decimal(0)
    cash = -exact(claims) if isinstance(claims, ResearchFigure) else Decimal(0)
    return times > HIGHEST_TO_PRICE and max(owned, cash) >= exact(value)


def weighted_values(points: Sequence[ValuationPoint]) -> tuple[Finding, Finding, Finding]:
    """Lower end, middle and upper end of what a share is worth by all methods that are believed."""
    return (
        _weighted("value_lower", points, lambda point: point.low),
        _weighted("value_middle", points, lambda point: point.value),
        _weighted("value_upper", points, lambda point: point.high),
    )


def _weighted(key: str, points: Sequence[ValuationPoint], end: Callable[[ValuationPoint], ResearchFigure]) -> Finding:
    if not points:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NO_METHOD,
                "No method has a value: earnings, cash flow, book value or their history are missing.",
            ),
        )
    weights = [point.weight for point in points]
    return combined(key, Operation.WEIGHTED_MEAN, [end(point) for point in points], parameters=weights)


def verdict_of(price: ResearchFigure, value: Finding) -> ValuationVerdict | None:
    """None: no method has a value, so nothing is said."""
    if isinstance(value, AbsentFigure):
        return None
    paid = exact(price) / exact(value)
    if paid <= CHEAP_BELOW:
        return ValuationVerdict.UNDERVALUED
    return ValuationVerdict.OVERVALUED if paid >= DEAR_ABOVE else ValuationVerdict.FAIR


def verdict_within(said: ValuationVerdict, price: float, lower: float, upper: float) -> ValuationVerdict:
    """The verdict that a range allows: cheap only with a price below its middle, dear only above it, and fair only
    with a price that the range holds, give or take the lines of the verdict."""
    middle = (lower + upper) / 2
    cheap, dear = float(CHEAP_BELOW), float(DEAR_ABOVE)
    follows = {
        ValuationVerdict.UNDERVALUED: price < middle,
        ValuationVerdict.OVERVALUED: price > middle,
        ValuationVerdict.FAIR: min(lower, cheap * middle) <= price <= max(upper, dear * middle),
    }
    if follows[said]:
        return said
    if price <= cheap * middle:
        return ValuationVerdict.UNDERVALUED
    return ValuationVerdict.OVERVALUED if price >= dear * middle else ValuationVerdict.FAIR
