"""Everything the financial auditor knows: the latest periods, year-on-year, five dimensions and a score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_FLOOR, Decimal

from packages.core.errors import Invalid
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import FinancialFact
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import at, combined, exact, renamed
from src.modules.research.domain.audit.dimensions import (
    INDUSTRIAL,
    cash_flow,
    efficiency,
    growth,
    has_current_items,
    profitability,
    solvency,
)
from src.modules.research.domain.audit.plausible import believed
from src.modules.research.domain.audit.quality import earnings_quality, quarter_ends, quarter_figures
from src.modules.research.domain.audit.scores import (
    NEGATIVE_EQUITY_CAP,
    AuditSignal,
    DimensionScore,
    dimension_score,
    signal_of,
    total_score,
)
from src.modules.research.domain.audit.sector_figures import own_figures
from src.modules.research.domain.audit.sectors import criteria_of, weights_of
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books

OTHER_CURRENCY = "other_currency"


class NoReports(NoData):
    """There is no financial report to audit."""


class BadReportLimit(Invalid):
    """A number of periods that cannot be looked at."""

    code = "bad_limit"


@dataclass(frozen=True, slots=True)
class PeriodFigures:
    """One report period; `figures` by name, without the period."""

    end: date
    figures: Findings


@dataclass(frozen=True, slots=True)
class AuditFigures:
    """`figures` holds every period's as `name@end`, newest period first, then the scores; `periods` newest first.
    `quarters`: up to eight in a row, newest first."""

    source: str
    kind: BusinessKind
    periods: tuple[PeriodFigures, ...]
    quarters: tuple[PeriodFigures, ...]
    dimensions: tuple[DimensionScore, ...]
    score: Finding
    signal: AuditSignal | None
    sufficiency: Decimal
    figures: Findings

    @property
    def latest(self) -> Findings:
        """The newest period's figures by name."""
        return self.periods[0].figures

    @property
    def financial_score(self) -> Decimal | None:
        """To one decimal, cut and not rounded up: it never shows a threshold that the signal did not reach."""
        if isinstance(self.score, AbsentFigure):
            return None
        return exact(self.score).quantize(Decimal("0.1"), ROUND_FLOOR)


def audit_figures(
    facts: Sequence[FinancialFact], limit: int = 5, kind: BusinessKind = BusinessKind.ORDINARY
) -> AuditFigures:
    """Facts as known at the analysis instant; `limit` is how many report periods to look at, newest first."""
    if not 1 <= limit <= 20:
        raise BadReportLimit("research.bad_limit", limit=limit, details={"limit": limit})
    books = Books.of(facts)
    ends = books.ends()[: -limit - 1 : -1]
    if not ends:
        raise NoReports("research.no_reports")
    periods = tuple(PeriodFigures(end, period_figures(books, end, kind)) for end in ends)
    quarters = tuple(PeriodFigures(end, _named(quarter_figures(books, end, kind))) for end in quarter_ends(books))
    dimensions = _dimensions(books, periods[0], kind)
    score, sufficiency = total_score(dimensions, weights_of(kind), periods[0].end)
    score = _capped(score, periods[0].figures.get("equity"))
    of_periods = [finding for period in (*periods, *quarters) for finding in period.figures.values()]
    scores = [one.score for one in dimensions] + [score, *_other_currencies(books, periods[0].end)]
    return AuditFigures(
        source=books.source,
        kind=kind,
        periods=periods,
        quarters=quarters,
        dimensions=dimensions,
        score=score,
        signal=signal_of(exact(score)) if isinstance(score, ResearchFigure) else None,
        sufficiency=sufficiency,
        figures={finding.key: finding for finding in [*of_periods, *scores]},
    )


def period_figures(books: Books, end: date, kind: BusinessKind = BusinessKind.ORDINARY) -> Mapping[str, Finding]:
    """All figures of one period by name, in the order in which an auditor reads them; of a lender or an insurer none
    that its trade gives no meaning to."""
    found = (
        *_flows(books, end),
        *profitability(books, end),
        *growth(books, end),
        *cash_flow(books, end),
        *solvency(books, end),
        *efficiency(books, end),
    )
    read = [one for one in found if not (kind.is_financial and one.name in INDUSTRIAL)]
    all_findings = (*read, *own_figures(books, end, kind), *earnings_quality(books, end, kind))
    return believed(_named(all_findings))


def _named(findings: Sequence[Finding]) -> Mapping[str, Finding]:
    return {finding.name: finding for finding in findings}


def _capped(score: Finding, equity: Finding | None) -> Finding:
    """Who owes more than it owns scores below neutral, whatever it earns."""
    if isinstance(score, AbsentFigure) or not isinstance(equity, ResearchFigure) or equity.value >= 0:
        return score
    return combined(score.key, Operation.BOUNDED, (score,), parameters=(Decimal(0), NEGATIVE_EQUITY_CAP))


def _other_currencies(books: Books, end: date) -> tuple[AbsentFigure, ...]:
    """What was left out because it is in another currency than the newest report."""
    if not books.left_out:
        return ()
    sentence = f"Figures in {', '.join(books.left_out)} are not compared."
    why = AbsenceReason(Absence.CURRENCIES_LEFT_OUT, sentence, units=books.left_out)
    return (AbsentFigure(at(OTHER_CURRENCY, end), why),)


def _flows(books: Books, end: date) -> tuple[Finding, ...]:
    found: list[Finding] = []
    for name, item in (("revenue", "revenue"), ("net_profit", books.profit)):
        found += [
            renamed(at(name, end), books.reported(item, end)),
            renamed(at(f"{name}_quarter", end), books.quarter(item, end)),
            renamed(at(f"{name}_ttm", end), books.trailing_year(item, end)),
        ]
    return tuple(found)


def _dimensions(books: Books, newest: PeriodFigures, kind: BusinessKind) -> tuple[DimensionScore, ...]:
    split = has_current_items(books, newest.end)
    return tuple(
        dimension_score(dimension, criteria, newest.figures, end=newest.end, has_current_items=split)
        for dimension, criteria in criteria_of(kind).items()
    )
