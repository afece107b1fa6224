"""Whether profit arrives as cash; flows are trailing twelve months."""

from datetime import date

from src.modules.research.domain.derive import at, combined, divided, renamed
from src.modules.research.domain.figures import Absent, Finding, Operation
from src.modules.research.domain.statements.books import Books


def cash_flow(books: Books, end: date) -> tuple[Finding, ...]:
    free = free_cash_flow(books, end)
    return (
        renamed(at("operating_cash_flow_ttm", end), books.trailing_year("operating_cash_flow", end)),
        free,
        cash_conversion(books, end),
        divided(at("free_cash_flow_margin", end), free, books.trailing_year("revenue", end)),
    )


def free_cash_flow(books: Books, end: date) -> Finding:
    """What operations brought in, less what was spent on lasting assets."""
    parts = (books.trailing_year("operating_cash_flow", end), books.trailing_year("capex", end))
    return combined(at("free_cash_flow_ttm", end), Operation.DIFFERENCE, parts)


def cash_conversion(books: Books, end: date) -> Finding:
    """Operating cash flow over profit, which says nothing about a loss."""
    key = at("cash_conversion", end)
    profit = books.trailing_year(books.profit, end)
    if not isinstance(profit, Absent) and profit.value <= 0:
        return Absent(key, f"The twelve months to {end} made a loss: cash over profit has no meaning.")
    return divided(key, books.trailing_year("operating_cash_flow", end), profit, unit="x")
