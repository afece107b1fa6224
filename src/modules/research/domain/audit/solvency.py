"""Whether what is owed can be paid. Where a balance sheet does not tell current items, as with banks, only the debt
ratio is shown, and it is not judged."""

from datetime import date

from src.modules.research.domain.derive import at, combined, divided
from src.modules.research.domain.figures import Absent, Finding, Operation
from src.modules.research.domain.statements.books import Books


def solvency(books: Books, end: date) -> tuple[Finding, ...]:
    equity = books.balance("equity_parent", end)
    return (
        _debt_ratio(books, end),
        _current_ratio(books, end),
        _quick_ratio(books, end),
        divided(at("net_debt_to_equity", end), net_debt(books, end), equity),
        _interest_cover(books, end),
        divided(at("goodwill_to_equity", end), books.balance("goodwill", end), equity),
    )


def tells_current_items(books: Books, end: date) -> bool:
    """Banks and insurers do not split their balance into what is due within a year and what is not."""
    split = books.has("current_assets", end) or books.has("current_liabilities", end)
    return split or not books.has("total_assets", end)


def net_debt(books: Books, end: date) -> Finding:
    borrowed = (books.balance("short_debt", end), books.balance("long_debt", end))
    debt = combined(at("debt", end), Operation.SUM, borrowed)
    return combined(at("net_debt", end), Operation.DIFFERENCE, (debt, books.balance("cash", end)))


def _debt_ratio(books: Books, end: date) -> Finding:
    key = at("debt_ratio", end)
    own = divided(key, books.balance("total_liabilities", end), books.balance("total_assets", end))
    return books.ratio_disclosed(key, "debt_to_assets", end) if isinstance(own, Absent) else own


def _current_ratio(books: Books, end: date) -> Finding:
    key = at("current_ratio", end)
    own = divided(key, books.balance("current_assets", end), books.balance("current_liabilities", end), unit="x")
    return books.ratio_disclosed(key, "current_ratio", end, "x") if isinstance(own, Absent) else own


def _quick_ratio(books: Books, end: date) -> Finding:
    parts = (books.balance("current_assets", end), books.balance("inventory", end))
    quick = combined(at("quick_assets", end), Operation.DIFFERENCE, parts)
    key = at("quick_ratio", end)
    own = divided(key, quick, books.balance("current_liabilities", end), unit="x")
    return books.ratio_disclosed(key, "quick_ratio", end, "x") if isinstance(own, Absent) else own


def _interest_cover(books: Books, end: date) -> Finding:
    """Profit before tax and interest over interest, trailing twelve months."""
    interest = books.trailing_year("interest_expense", end)
    earned = (books.trailing_year("total_profit", end), interest)
    before_interest = combined(at("profit_before_interest", end), Operation.SUM, earned)
    return divided(at("interest_cover", end), before_interest, interest, unit="x")
