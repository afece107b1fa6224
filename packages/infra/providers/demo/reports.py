"""Reports as rows: each figure known from the evening on which it was told, corrections as further versions."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from packages.domain.market_data.rows import FinancialFact, Statement
from packages.infra.providers.demo.announcements import restated_at
from packages.infra.providers.demo.company import Company
from packages.infra.providers.demo.figures import Figures, covered, figures, first_told
from packages.infra.providers.demo.quarter import Quarter

SOURCE = "demo"
_FLOWS = (Statement.INCOME, Statement.CASH_FLOW)


def facts(company: Company, books: Sequence[Quarter], told_at: dict[date, datetime]) -> tuple[FinancialFact, ...]:
    """Every version of every figure, in the order of periods."""
    first, again = first_told(company, books), restated_at(company)
    rows: list[FinancialFact] = []
    for quarter in books:
        true = figures(covered(company, books, quarter.end))
        before_correction = again is not None and told_at[quarter.end] < again
        told = figures(covered(company, first, quarter.end)) if before_correction else true
        rows += _rows(company, quarter.end, told, told_at[quarter.end], version=1)
        if again is not None and before_correction:
            changed = {name: value for name, value in true.items() if value != told[name]}
            rows += _rows(company, quarter.end, changed, again, version=2)
    return tuple(rows)


def _rows(company: Company, end: date, told: Figures, known_at: datetime, *, version: int) -> Iterator[FinancialFact]:
    for (statement, item), value in told.items():
        yield FinancialFact(
            symbol=company.symbol,
            statement=statement,
            item=item,
            period_end=end,
            value=value,
            unit=unit_of(company, statement, item),
            version=version,
            source=SOURCE,
            known_at=known_at,
        )


def unit_of(company: Company, statement: Statement, item: str) -> str:
    """What runs over a single quarter says so; what says nothing runs from the start of the year."""
    a_quarter = "" if company.is_chinese else "/quarter"
    if item == "eps_basic":
        return f"{company.currency}/share{a_quarter}"
    if item == "shares_total":
        return "shares"
    if statement is Statement.INDICATOR:
        return f"ratio{a_quarter}" if item == "roe" else "ratio"
    return f"{company.currency}{a_quarter}" if statement in _FLOWS else company.currency
