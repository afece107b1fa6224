"""How much of what is sold, and of what is invested, is left as profit; flows are trailing twelve months."""

from datetime import date

from src.modules.research.domain.derive import at, combined, divided, renamed
from src.modules.research.domain.figures import Absent, Finding, Operation
from src.modules.research.domain.statements.books import Books


def profitability(books: Books, end: date) -> tuple[Finding, ...]:
    profit = books.trailing_year(books.profit, end)
    revenue = books.trailing_year("revenue", end)
    return (
        gross_margin(books, end),
        divided(at("operating_margin", end), books.trailing_year("operating_profit", end), revenue),
        _disclosed_if_absent(books, end, divided(at("net_margin", end), profit, revenue), "net_margin"),
        divided(at("roe", end), profit, books.average("equity_parent", end)),
        divided(at("roa", end), profit, books.average("total_assets", end)),
        divided(at("eps_ttm", end), profit, books.balance("shares_total", end), unit=_per_share(profit)),
        renamed(at("eps", end), books.reported("eps_basic", end)),
    )


def gross_margin(books: Books, end: date) -> Finding:
    revenue, cost = books.trailing_year("revenue", end), books.trailing_year("operating_cost", end)
    key = at("gross_margin", end)
    if not isinstance(revenue, Absent) and revenue.value <= 0:
        return Absent(key, f"{revenue.key} is {revenue.value:f}: there is nothing to take a margin of.")
    own = combined(key, Operation.MARGIN, (revenue, cost), unit="ratio")
    return _disclosed_if_absent(books, end, own, "gross_margin")


def _disclosed_if_absent(books: Books, end: date, own: Finding, item: str) -> Finding:
    """What the report gives as its own ratio, over its own span, where the statements are not there to compute it."""
    if not isinstance(own, Absent) or books.has("revenue", end):
        return own
    told = books.ratio_disclosed(own.key, item, end)
    return own if isinstance(told, Absent) else told


def _per_share(amount: Finding) -> str:
    return "" if isinstance(amount, Absent) else f"{amount.unit}/share"
