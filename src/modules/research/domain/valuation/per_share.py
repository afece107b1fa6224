"""What one of today's shares earns, owns and sells, and its value by each method against the price."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, Valuation
from src.modules.research.domain.arithmetic import combined, divided, exact, renamed
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.assumptions import CHEAP_BELOW, DEAR_ABOVE, METHODS, ValuationVerdict


@dataclass(frozen=True, slots=True)
class PerShare:
    """On the newest report; `end` is its period's."""

    end: date
    shares: Finding
    eps: Finding
    book_value: Finding
    sales: Finding


def per_share(
    books: Books, end: date, price: ResearchFigure, valuation: Valuation | None, actions: Sequence[CorporateAction]
) -> PerShare:
    shares = shares_today(books, end, price, valuation, actions)
    profit, sales = books.trailing_year(books.profit, end), books.trailing_year("revenue", end)
    return PerShare(
        end,
        shares,
        _a_share("eps_ttm", profit, shares),
        _a_share("book_value_per_share", books.balance("equity_parent", end), shares),
        _a_share("sales_per_share_ttm", sales, shares),
    )


def shares_today(
    books: Books, end: date, price: ResearchFigure, valuation: Valuation | None, actions: Sequence[CorporateAction]
) -> Finding:
    """Those of the balance sheet, multiplied by the splits since; else the market value over the price of the day."""
    counted = books.balance("shares_total", end)
    if isinstance(counted, ResearchFigure):
        for action in _splits(actions, end, price.ends):
            counted = combined("shares", Operation.PRODUCT, (counted, _new_for_old(action)))
        return renamed("shares", counted)
    if valuation is None or valuation.market_value is None or valuation.day != price.ends:
        return AbsentFigure(
            "shares", "The number of shares is neither in the reports nor told by a market value of the day."
        )
    worth = ResearchFigure(
        "market_value",
        valuation.market_value,
        price.unit.removesuffix("/share"),
        str(valuation.day),
        valuation.known_at,
        (valuation.id,),
        Operation.IDENTITY,
        column="market_value",
    )
    return divided("shares", worth, price, unit="shares")


def _splits(actions: Sequence[CorporateAction], after: date, until: date) -> list[CorporateAction]:
    return [a for a in actions if a.kind is ActionKind.SPLIT and after < a.ex_date <= until]


def _new_for_old(action: CorporateAction) -> ResearchFigure:
    day = str(action.ex_date)
    return ResearchFigure(f"split@{day}", action.value, "x", day, action.known_at, (action.id,), Operation.IDENTITY)


def _a_share(key: str, amount: Finding, shares: Finding) -> Finding:
    unit = "" if isinstance(amount, AbsentFigure) else f"{amount.unit}/share"
    return divided(key, amount, shares, unit=unit)


def growth_over(key: str, books: Books, item: str, end: date, years: int) -> Finding:
    """Yearly growth of a trailing twelve-month flow, over so many years; both ends must be positive."""
    before = books.before(item, end, 12 * years) if books.has(item, end) else None
    if before is None:
        return AbsentFigure(key, f"{item} of {years} years before {end} is not there.")
    now, base = books.trailing_year(item, end), books.trailing_year(item, before)
    for amount in (now, base):
        if isinstance(amount, ResearchFigure) and amount.value <= 0:
            return AbsentFigure(key, f"{amount.key} is {amount.value:f}: growth from or to a loss has no percentage.")
    parameters = (Decimal(years),)
    return combined(key, Operation.ANNUAL_GROWTH, (now, base), unit="ratio", parameters=parameters)


@dataclass(frozen=True, slots=True)
class ValuationPoint:
    """What one method says a share is worth, with its own range."""

    method: str
    low: ResearchFigure
    value: ResearchFigure
    high: ResearchFigure
    weight: Decimal
    source: str


def valuation_points(findings: Findings, price: ResearchFigure) -> tuple[ValuationPoint, ...]:
    """Of the methods that have a value, in the currency of the price."""
    found = []
    for method in METHODS:
        low, middle, high = (findings[key] for key in (method.low, method.middle, method.high))
        if isinstance(low, ResearchFigure) and isinstance(middle, ResearchFigure) and isinstance(high, ResearchFigure):
            found.append(ValuationPoint(method.name, low, middle, high, method.weight, method.source))
    return tuple(point for point in found if point.value.unit == price.unit)


def weighted_values(points: Sequence[ValuationPoint]) -> tuple[Finding, Finding, Finding]:
    """Lower end, middle and upper end of what a share is worth by all methods that are there."""
    return (
        _weighted("value_lower", points, lambda point: point.low),
        _weighted("value_middle", points, lambda point: point.value),
        _weighted("value_upper", points, lambda point: point.high),
    )


def verdict_of(price: ResearchFigure, value: Finding) -> ValuationVerdict | None:
    """None: no method has a value, so nothing is said."""
    if isinstance(value, AbsentFigure):
        return None
    paid = exact(price) / exact(value)
    if paid <= CHEAP_BELOW:
        return ValuationVerdict.UNDERVALUED
    return ValuationVerdict.OVERVALUED if paid >= DEAR_ABOVE else ValuationVerdict.FAIR


def _weighted(key: str, points: Sequence[ValuationPoint], end: Callable[[ValuationPoint], ResearchFigure]) -> Finding:
    if not points:
        return AbsentFigure(key, "No method has a value: earnings, cash flow, book value or their history are missing.")
    weights = [point.weight for point in points]
    return combined(key, Operation.WEIGHTED_MEAN, [end(point) for point in points], parameters=weights)
