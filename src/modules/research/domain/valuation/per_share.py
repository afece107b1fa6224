"""What one of today's shares earns, owns and sells over twelve months, after the splits since the last report."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, Valuation
from src.modules.research.domain.derive import combined, divided, renamed
from src.modules.research.domain.figures import Absent, Figure, Finding, Operation
from src.modules.research.domain.statements.books import Books


@dataclass(frozen=True, slots=True)
class PerShare:
    """On the newest report; `end` is its period's."""

    end: date
    shares: Finding
    eps: Finding
    book_value: Finding
    sales: Finding


def per_share(
    books: Books, end: date, price: Figure, valuation: Valuation | None, actions: Sequence[CorporateAction]
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
    books: Books, end: date, price: Figure, valuation: Valuation | None, actions: Sequence[CorporateAction]
) -> Finding:
    """Those of the balance sheet, multiplied by the splits since; else the market value over the price of the day."""
    counted = books.balance("shares_total", end)
    if isinstance(counted, Figure):
        for action in _splits(actions, end, price.ends):
            counted = combined("shares", Operation.PRODUCT, (counted, _new_for_old(action)))
        return renamed("shares", counted)
    if valuation is None or valuation.market_value is None or valuation.day != price.ends:
        return Absent("shares", "The number of shares is neither in the reports nor told by a market value of the day.")
    worth = Figure(
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


def _new_for_old(action: CorporateAction) -> Figure:
    day = str(action.ex_date)
    return Figure(f"split@{day}", action.value, "x", day, action.known_at, (action.id,), Operation.IDENTITY)


def _a_share(key: str, amount: Finding, shares: Finding) -> Finding:
    unit = "" if isinstance(amount, Absent) else f"{amount.unit}/share"
    return divided(key, amount, shares, unit=unit)


def growth_over(key: str, books: Books, item: str, end: date, years: int) -> Finding:
    """Yearly growth of a trailing twelve-month flow, over so many years; both ends must be positive."""
    before = books.before(item, end, 12 * years) if books.has(item, end) else None
    if before is None:
        return Absent(key, f"{item} of {years} years before {end} is not there.")
    now, base = books.trailing_year(item, end), books.trailing_year(item, before)
    for amount in (now, base):
        if isinstance(amount, Figure) and amount.value <= 0:
            return Absent(key, f"{amount.key} is {amount.value:f}: growth from or to a loss has no percentage.")
    parameters = (Decimal(years),)
    return combined(key, Operation.ANNUAL_GROWTH, (now, base), unit="ratio", parameters=parameters)
