"""How long money lies with customers and in stock; flows are trailing twelve months, balances the mean of both ends."""

from datetime import date
from decimal import Decimal

from src.modules.research.domain.derive import at, divided
from src.modules.research.domain.figures import Absent, Finding, Operation
from src.modules.research.domain.statements.books import Books

_YEAR = (Decimal(365),)


def efficiency(books: Books, end: date) -> tuple[Finding, ...]:
    revenue = books.trailing_year("revenue", end)
    return (
        _days(at("receivable_days", end), books.average("receivables", end), revenue),
        _inventory_days(books, end),
        divided(at("asset_turnover", end), revenue, books.average("total_assets", end), unit="x"),
    )


def _inventory_days(books: Books, end: date) -> Finding:
    key, stock = at("inventory_days", end), books.average("inventory", end)
    if not isinstance(stock, Absent) and stock.value == 0:
        return Absent(key, "The company keeps no inventory.")
    return _days(key, stock, books.trailing_year("operating_cost", end))


def _days(key: str, stock: Finding, flow: Finding) -> Finding:
    return divided(key, stock, flow, operation=Operation.SCALED_RATIO, unit="days", parameters=_YEAR)
