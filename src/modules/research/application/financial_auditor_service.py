"""The financial auditor: what the reports say, and what they are worth in points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from packages.core.messages import Language, Message, joined, message, render
from packages.domain.market_data.rows import FinancialFact
from packages.domain.market_data.symbols import Market as Exchange
from packages.domain.market_data.symbols import Symbol, load_command, parse_symbol
from src.modules.research.application.briefing import brief_of, company_of, instant_of
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.results import indicators, opinion_fields, plain_value, provenance
from src.modules.research.application.running import Result
from src.modules.research.domain.arithmetic import at
from src.modules.research.domain.audit.collect import AuditFigures, NoReports, PeriodFigures, audit_figures
from src.modules.research.domain.audit.flags import RedFlag, red_flags
from src.modules.research.domain.audit.lines import missing_line
from src.modules.research.domain.audit.rules import rules_of
from src.modules.research.domain.audit.scores import AuditSignal
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.errors import NothingKnown, ThinReports
from src.modules.research.domain.figures import Finding, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.opinions import AuditOpinion
from src.modules.research.domain.ports import Analyst, MarketData
from src.modules.research.domain.rulebook import rule_rows
from src.modules.research.domain.valuation.assumptions import HISTORY_YEARS
from src.modules.research.domain.valuation.business import business_of
from src.modules.research.domain.valuation.per_share import growth_over

_MOST_LINES = 8
# The score is shown to one decimal, so anything closer is the same score.
_SAME = 0.05


@dataclass(frozen=True, slots=True)
class FinancialAuditorService:
    """The score and the signal are the calculation's; the analyst explains them. `strict`: a number that its evidence
    does not bear out ends the expert."""

    market: MarketData
    analyst: Analyst[AuditOpinion]
    strict: bool = False

    async def run(
        self, symbol: str, limit: int = 5, *, analysis_date: date | None = None, language: Language = Language.ZH
    ) -> Result:
        """`limit` is how many report periods to look at, 1 to 20. Raises `BadLimit` (400), `NothingKnown` without
        reports, `ThinData` where they are too few for a score."""
        which = parse_symbol(symbol)
        as_of = instant_of(self.market, which, analysis_date)
        company = await company_of(self.market, which, as_of)
        found = await self._found(company, limit, as_of)
        score, signal = _scored(which, found)
        brief = await self.brief(company, as_of, found, language)
        draft, grounding = await grounded_draft(self.analyst, brief, strict=self.strict)
        origin = provenance(brief, draft, grounding)
        origin["degraded"] += _overruled(draft.opinion.financial_score, score, language)
        return {
            **opinion_fields(draft.opinion),
            "financial_score": score,
            "signal": signal.value,
            "business_kind": found.kind.value,
            "trend": [_quarter(period) for period in reversed(found.quarters)],
            "red_flags": [_flag(brief, flag, found.periods[0].end) for flag in red_flags(found.latest)],
            "financial_indicators": indicators(brief),
            "input": draft.asked,
            "output": draft.answered,
            **origin,
        }

    async def _found(self, company: CompanyProfile, limit: int, as_of: datetime) -> AuditFigures:
        facts = await self.market.view(as_of).facts(company.symbol)
        return _audited(company.symbol, facts, limit, as_of, _kind(company, Books.of(facts)))

    async def brief(self, company: CompanyProfile, as_of: datetime, found: AuditFigures, language: Language) -> Brief:
        rules = rule_rows(rules_of(found.kind))
        brief = await brief_of(
            Expert.FINANCIAL_AUDITOR, self.market, company, as_of, language, _shown(found), rules=rules
        )
        return replace(brief, kind=found.kind)


def _quarter(period: PeriodFigures) -> Result:
    """Three months as plain numbers by name; None where the reports do not tell."""
    values = {name: plain_value(finding) for name, finding in period.figures.items()}
    return {"period_end": str(period.end), **{name.removesuffix("_quarter"): value for name, value in values.items()}}


def _flag(brief: Brief, flag: RedFlag, end: date) -> Result:
    """With the tags of the figures that it rests on, and the statements' rows behind them."""
    keys = [at(name, end) for name in flag.figures]
    return {
        "flag": flag.name,
        "severe": flag.severe,
        "line": flag.item,
        "tags": [brief.tags[key] for key in keys],
        "rows": list(dict.fromkeys(row for key in keys for row in brief.figures[key].rows)),
    }


def _audited(
    symbol: Symbol, facts: Sequence[FinancialFact], limit: int, as_of: datetime, kind: BusinessKind
) -> AuditFigures:
    try:
        return audit_figures(facts, limit, kind)
    except NoReports as missing:
        raise NothingKnown(_nothing(symbol, as_of), details={"symbol": str(symbol)}) from missing


def _nothing(symbol: Symbol, as_of: datetime) -> Message:
    if symbol.market is Exchange.CRYPTO:
        return message("research.not_a_company", symbol=symbol)
    return message("research.no_report_known", symbol=symbol, day=as_of.date(), command=load_command(symbol))


def _kind(company: CompanyProfile, books: Books) -> BusinessKind:
    """As the valuation tells it: a company is not of one kind in one chapter and of another in the next."""
    growth = growth_over("revenue_growth_3y", books, "revenue", HISTORY_YEARS)
    return business_of(company.industry, f"{company.name_zh} {company.name_en}".strip(), books, growth).kind


def _scored(symbol: Symbol, found: AuditFigures) -> tuple[float, AuditSignal]:
    if found.financial_score is not None and found.signal is not None:
        return float(found.financial_score), found.signal
    absent = [finding for dimension in found.dimensions for finding in dimension.absent]
    lines = list(dict.fromkeys(line for finding in absent if (line := missing_line(finding.why))))[:_MOST_LINES]
    names = [line.name for line in lines] or [message("research.absent.too_few_periods")]
    raise ThinReports(
        "research.reports_too_thin",
        symbol=symbol,
        reasons=joined(names, ", "),
        details={"symbol": str(symbol), "missing": sorted(finding.key for finding in absent)},
    )


def _shown(found: AuditFigures) -> dict[str, Finding]:
    """The score as it is shown, so that no text rounds it over a threshold that it did not reach."""
    score, shown = found.score, found.financial_score
    if not isinstance(score, ResearchFigure) or shown is None:
        return dict(found.figures)
    return {**found.figures, score.key: replace(score, value=shown)}


def _overruled(said: float, score: float, language: Language) -> list[str]:
    if abs(said - score) < _SAME:
        return []
    overruled = message("research.score_overruled", said=f"{said:.1f}", score=f"{score:.1f}")
    return [render(overruled, language)]
