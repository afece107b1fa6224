"""Earnings quality and the run of quarters: whether profit arrives as cash, and where the last two years point."""

from datetime import date

from packages.domain.market_data.statements.periods import report_before
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import at, combined, divided, renamed
from src.modules.research.domain.audit.sector_figures import balance_growth
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books

QUARTERS = 8
_UNSPLIT = AbsenceReason(Absence.LENDING_IS_THE_TRADE, "Cash flow says nothing of earnings where lending is the trade.")


def earnings_quality(books: Books, end: date, kind: BusinessKind) -> tuple[Finding, ...]:
    """Accruals, and the lines that grow before trouble shows in profit."""
    accruals = AbsentFigure(at("accruals", end), _UNSPLIT) if kind.is_financial else _accruals(books, end)
    if kind.is_financial:
        return (accruals,)
    return (
        accruals,
        balance_growth(books, end, "receivables_yoy", "receivables"),
        balance_growth(books, end, "inventory_yoy", "inventory"),
        divided(at("cash_to_short_debt", end), books.balance("cash", end), _due_soon(books, end), unit="x"),
        _beside_operations(books, end),
    )


def _accruals(books: Books, end: date) -> Finding:
    """Sloan's: the part of profit that did not arrive as cash, over average assets."""
    parts = (books.trailing_year(books.profit, end), books.trailing_year("operating_cash_flow", end))
    unpaid = combined(at("unpaid_profit", end), Operation.DIFFERENCE, parts)
    return divided(at("accruals", end), unpaid, books.average("total_assets", end))


def _due_soon(books: Books, end: date) -> Finding:
    """What is to be repaid within a year: loans, and bonds and long debt that fall due, as far as they are told."""
    lines = ("short_debt", "current_portion_debt", "short_bonds")
    there = [books.balance(item, end) for item in lines if books.has(item, end)]
    if not there:
        return AbsentFigure(
            at("debt_due", end),
            AbsenceReason(Absence.LINE_MISSING, f"short_debt of {end} is not there.", "short_debt", (end,)),
        )
    return combined(at("debt_due", end), Operation.SUM, there)


def _beside_operations(books: Books, end: date) -> Finding:
    """The part of profit before tax that is not from operations."""
    key, whole = at("non_operating_share", end), books.trailing_year("total_profit", end)
    if isinstance(whole, ResearchFigure) and whole.value <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.MADE_A_LOSS, f"The twelve months to {end} made a loss: there is no profit to take a share of."
            ),
        )
    other = combined(
        at("non_operating_profit", end), Operation.DIFFERENCE, (whole, books.trailing_year("operating_profit", end))
    )
    return divided(key, other, whole)


def quarter_ends(books: Books) -> tuple[date, ...]:
    """The last eight quarters in a row that there are reports of, newest first."""
    every = books.ends()
    ends: list[date] = list(every[-1:])
    while ends and len(ends) < QUARTERS:
        before = report_before(every, ends[-1], 3)
        if before is None:
            break
        ends.append(before)
    return tuple(ends)


def quarter_figures(books: Books, end: date, kind: BusinessKind) -> tuple[Finding, ...]:
    """Three months: revenue, profit, what is left of revenue, and cash from operations."""
    revenue = renamed(at("revenue_quarter", end), books.quarter("revenue", end))
    profit = renamed(at("net_profit_quarter", end), books.quarter(books.profit, end))
    whole = books.quarter("net_profit", end)
    margin = divided(at("net_margin_quarter", end), profit if isinstance(whole, AbsentFigure) else whole, revenue)
    found = (revenue, profit, margin)
    if kind.is_financial:
        return found
    return *found, renamed(at("operating_cash_flow_quarter", end), books.quarter("operating_cash_flow", end))
