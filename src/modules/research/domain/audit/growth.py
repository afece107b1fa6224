"""Each flow against the same period a year before: the year so far with the year so far, a quarter with its like."""

from datetime import date

from src.modules.research.domain.derive import at, combined, grown
from src.modules.research.domain.figures import Absent, Figure, Finding, Operation
from src.modules.research.domain.statements.books import Books


def growth(books: Books, end: date) -> tuple[Finding, ...]:
    return (
        _year_on_year(books, end, "revenue", "revenue"),
        _quarter_on_year(books, end, "revenue", "revenue"),
        _year_on_year(books, end, "net_profit", books.profit),
        _quarter_on_year(books, end, "net_profit", books.profit),
        _change(books, end, "net_profit", books.profit),
        _year_on_year(books, end, "operating_cash_flow", "operating_cash_flow"),
    )


def _year_on_year(books: Books, end: date, name: str, item: str) -> Finding:
    key = at(f"{name}_yoy", end)
    before = books.year_before(item, end) if books.has(item, end) else None
    base = _no_base(key, item, end) if before is None else books.reported(item, before)
    return grown(key, books.reported(item, end), base)


def _quarter_on_year(books: Books, end: date, name: str, item: str) -> Finding:
    key = at(f"{name}_quarter_yoy", end)
    before = books.year_before(item, end) if books.has(item, end) else None
    base = _no_base(key, item, end) if before is None else books.quarter(item, before)
    return grown(key, books.quarter(item, end), base)


def _change(books: Books, end: date, name: str, item: str) -> Finding:
    """The change in money, which has a meaning even where a percentage has none."""
    key, now = at(f"{name}_change", end), books.reported(item, end)
    before = books.year_before(item, end) if isinstance(now, Figure) else None
    base = _no_base(key, item, end) if before is None else books.reported(item, before)
    return combined(key, Operation.DIFFERENCE, (now, base))


def _no_base(key: str, item: str, end: date) -> Absent:
    return Absent(key, f"{item} of the same period a year before {end} is not there.")
