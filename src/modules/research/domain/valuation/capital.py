"""Who has a claim before the shareholders: all borrowing, minorities and preferred stock, less cash; and what is left
of enterprise value for one share."""

from collections.abc import Sequence

from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.accounting import BORROWING_LINES, AccountingRegime
from src.modules.research.domain.arithmetic import combined, divided, renamed
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books

_CASH = ("cash", "short_investments")


def total_debt(books: Books, regime: AccountingRegime) -> Finding:
    """The sum of all borrowing lines of the newest report; a bare total only where nothing else is told."""
    lines = _reported(books, BORROWING_LINES[regime])
    if lines:
        return combined("debt_total", Operation.SUM, lines)
    whole = books.newest("total_debt")
    if isinstance(whole, ResearchFigure):
        return renamed("debt_total", whole)
    return AbsentFigure("debt_total", AbsenceReason(Absence.NO_BORROWING_LINE, "The reports tell no borrowing line."))


def net_debt(books: Books, regime: AccountingRegime) -> tuple[Finding, Finding, Finding]:
    """Debt, cash, and what is owed beyond it; negative where cash is more."""
    debt, cash = total_debt(books, regime), _reported(books, _CASH)
    missing = AbsentFigure("cash_total", AbsenceReason(Absence.NO_CASH_LINE, "Cash is not told."))
    held = combined("cash_total", Operation.SUM, cash) if cash else missing
    return debt, held, combined("net_debt", Operation.DIFFERENCE, (debt, held))


def claims_before_shareholders(books: Books, regime: AccountingRegime) -> Finding:
    """Net debt with minorities and preferred stock: the way from enterprise value to the shareholders' part."""
    others = [finding for finding in (minority_interest(books), books.newest("preferred_equity")) if _there(finding)]
    return combined("prior_claims", Operation.SUM, (net_debt(books, regime)[2], *others))


def minority_interest(books: Books) -> Finding:
    """As told, or what the group's equity has more than the parent's."""
    minorities = books.newest("minority_equity")
    if isinstance(minorities, ResearchFigure):
        return renamed("minority_interest", minorities)
    parts = (books.newest("equity_total"), books.newest("equity_parent"))
    return combined("minority_interest", Operation.DIFFERENCE, parts)


def net_gearing(books: Books, regime: AccountingRegime) -> Finding:
    """Net debt over the parent's equity."""
    return divided("net_gearing", net_debt(books, regime)[2], books.newest("equity_parent"))


def ebitda(books: Books, regime: AccountingRegime) -> Finding:
    """Profit before interest, tax and depreciation over twelve months. The operating profit of PRC accounts is after
    interest, so interest is added back to the profit before tax there."""
    depreciation = books.newest_year("depreciation")
    if regime is AccountingRegime.PRC:
        parts = (books.newest_year("total_profit"), books.newest_year("interest_expense"), depreciation)
    else:
        parts = (books.newest_year("operating_profit"), depreciation)  # type: ignore[assignment]
    return combined("ebitda_ttm", Operation.SUM, parts)


def _reported(books: Books, items: Sequence[str]) -> list[ResearchFigure]:
    return [finding for item in items if isinstance(finding := books.newest(item), ResearchFigure)]


def _there(finding: Finding) -> bool:
    return isinstance(finding, ResearchFigure)
