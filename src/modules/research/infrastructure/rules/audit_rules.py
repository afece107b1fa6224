"""The financial auditor by rules: explains the calculated score by its strongest and weakest figures."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.arithmetic import exact
from src.modules.research.domain.audit.rules import RULES
from src.modules.research.domain.audit.scores import AuditDimension, AuditSignal, signal_of
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.opinions import AuditOpinion
from src.modules.research.domain.opinions import Dimension as DimensionOpinion
from src.modules.research.domain.points import Point, leaning, warning
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.audit_absences import absences
from src.modules.research.infrastructure.rules.audit_risks import caveats, flag_sentences, risks
from src.modules.research.infrastructure.rules.audit_trend import margin_move, quality_sentences, quarter_sentences
from src.modules.research.infrastructure.rules.books import AuditBooks, Judged
from src.modules.research.infrastructure.rules.votes import confidence_between
from src.modules.research.infrastructure.rules.writing import capital

# What shows best how a dimension has moved over a year; growth is itself a comparison with the year before.
_COMPARED: Mapping[AuditDimension, tuple[str, ...]] = {
    AuditDimension.PROFITABILITY: ("roe",),
    AuditDimension.CASH_FLOW_QUALITY: ("npl_ratio", "combined_ratio", "provision_burden", "cash_conversion"),
    AuditDimension.SOLVENCY: ("equity_to_assets", "liabilities_less_presales", "debt_ratio"),
    AuditDimension.EFFICIENCY: ("cost_to_income", "receivable_days", "asset_turnover"),
}
_LEANS: Mapping[AuditSignal, int] = {
    AuditSignal.STRONG_BULLISH: 1,
    AuditSignal.BULLISH: 1,
    AuditSignal.NEUTRAL: 0,
    AuditSignal.BEARISH: -1,
    AuditSignal.STRONG_BEARISH: -1,
}
_WHOLE_SPREAD = 50.0


class AuditRules:
    """Implements `Analyst[AuditOpinion]`."""

    def __init__(self) -> None:
        self._prompts = Prompts(Expert.FINANCIAL_AUDITOR)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[AuditOpinion]:
        opinion = audit_opinion(brief)
        asked = self._prompts.of(brief, complaints)[1]
        return Draft(opinion, "rules", asked, opinion.model_dump_json(), points=audit_points(brief))


def audit_opinion(brief: Brief) -> AuditOpinion:
    books = AuditBooks(brief)
    stale = is_stale(brief, books.end)
    dimensions = [_dimension(books, dimension) for dimension in AuditDimension]
    summary = books.write.joined([one.text for one in _argued(books)])
    weak, warned = [one.text for one in risks(books)], caveats(books, stale=stale)
    return AuditOpinion(
        financial_score=float(brief.figures["financial_score"].value),
        confidence=confidence(books, stale=stale),
        summary_reasoning=summary,
        dimension_analyses=dimensions,
        key_risks=weak,
        risk_warning=books.write.joined([weak[0], *warned[:-1]]),
        narrative_report=_narrative(books, summary, dimensions, weak, warned),
    )


def audit_points(brief: Brief) -> tuple[Point, ...]:
    """The sentences of the summary and of the risk warning, with the side that each speaks for."""
    books = AuditBooks(brief)
    doubts = caveats(books, stale=is_stale(brief, books.end))[:-1]
    return (*_argued(books), risks(books)[0], *map(warning, doubts))


def confidence(books: AuditBooks, *, stale: bool) -> float:
    """The floor, and from there towards the cap by how much of the score table could be filled, and by how close the
    dimensions lie together; less when the newest report is old."""
    figures = books.brief.figures
    total = float(figures["financial_score"].value)
    there = {one: figures[key] for one in AuditDimension if (key := f"score_{one}") in figures}
    weights = sum(float(books.weights[one]) for one in there)
    spread = sum(float(books.weights[one]) * abs(float(score.value) - total) for one, score in there.items()) / weights
    filled = sum(books.weights[one] * books.sufficiency(one) for one in AuditDimension)
    return confidence_between(
        _rule("audit_confidence_floor"),
        _rule("audit_confidence_cap"),
        float(filled),
        1 - spread / _WHOLE_SPREAD,
        _rule("report_stale_discount") if stale else 1.0,
    )


def is_stale(brief: Brief, end: date) -> bool:
    today = local_day(brief.company.symbol.market, brief.as_of)
    return today - end > timedelta(days=_rule("report_stale_days"))


def _rule(name: str) -> float:
    return float(RULES[name].value)


def _argued(books: AuditBooks) -> list[Point]:
    """The largest driver first, then what stands against it, then what it comes to."""
    best, worst = _ends(books)
    ranked = sorted((one for one in (best, worst) if one is not None), key=lambda one: -_pull(books, one))
    drivers = [_driver(books, one, lifts=one is best, first=one is ranked[0]) for one in ranked]
    return [*drivers, *margin_move(books), _scored(books)]


def _driver(books: AuditBooks, judged: Judged, *, lifts: bool, first: bool) -> Point:
    said = books.sentence(judged)
    text = books.write(
        f"driver.{'lifts' if lifts else 'weighs'}{'' if first else '_too'}",
        company=books.brief.company.named(books.brief.language),
        dimension=books.title(judged.dimension).lower(),
        sentence=said if said[:2].isupper() else f"{said[0].lower()}{said[1:]}",
    )
    return leaning(text, 1 if lifts else -1)


def _scored(books: AuditBooks) -> Point:
    signal = signal_of(exact(books.brief.figures["financial_score"]))
    text = books.write(
        f"scored.{signal.name.lower()}",
        report=books.write.spaced(books.report()),
        company=books.brief.company.named(books.brief.language),
    )
    return leaning(text, _LEANS[signal])


def _pull(books: AuditBooks, judged: Judged) -> Decimal:
    total = Decimal(str(books.brief.figures["financial_score"].value))
    return abs(books.weights[judged.dimension] * judged.criterion.weight * (judged.points - total))


def _ends(books: AuditBooks) -> tuple[Judged, Judged | None]:
    """The criteria that lift and that hold back the whole the most, by weight and distance from the score; what meets
    its good line holds nothing back."""
    total = Decimal(str(books.brief.figures["financial_score"].value))

    def pull(one: Judged) -> Decimal:
        return books.weights[one.dimension] * one.criterion.weight * (one.points - total)

    ranked = sorted(books.judged(), key=pull)
    best = ranked[-1]
    short = [one for one in ranked[:-1] if not books.is_good(one)]
    elsewhere = [one for one in short if one.dimension is not best.dimension]
    return best, next(iter(elsewhere or short), None)


def _dimension(books: AuditBooks, dimension: AuditDimension) -> DimensionOpinion:
    score = books.brief.figures.get(f"score_{dimension}")
    return DimensionOpinion(
        dimension=dimension.value,
        score=None if score is None else round(float(score.value), 1),
        assessment=books.write.joined(_assessed(books, dimension)),
    )


def _assessed(books: AuditBooks, dimension: AuditDimension) -> list[str]:
    title, judged = books.title(dimension), books.judged_in(dimension)
    if not judged:
        return [books.write("dimension.not_scored", dimension=title)]
    score = books.write.number(f"score_{dimension}")
    sentences = [books.write("dimension.scored", dimension=title.lower(), score=score)]
    sentences += [books.sentence(one) for one in _best_and_worst(judged)]
    moved = next((said for one in _COMPARED.get(dimension, ()) if (said := books.since_last_year(one))), None)
    return [*sentences, moved] if moved else sentences


def _best_and_worst(judged: Sequence[Judged]) -> list[Judged]:
    """Of equals the weightier ones; a single criterion stands alone."""
    best = max(judged, key=lambda one: (one.points, one.criterion.weight))
    others = [one for one in judged if one is not best]
    return [best, *([min(others, key=lambda one: (one.points, -one.criterion.weight))] if others else [])]


def _narrative(
    books: AuditBooks,
    summary: str,
    dimensions: Sequence[DimensionOpinion],
    weak: Sequence[str],
    warned: Sequence[str],
) -> str:
    write = books.write
    sections = [write.titled("conclusion", summary)]
    raised = flag_sentences(books)
    if raised:
        sections.append(write.headed("red_flags", raised))
    sections += [
        write.section(books.title(name), scored.assessment)
        for name, scored in zip(AuditDimension, dimensions, strict=True)
    ]
    run = [*quarter_sentences(books), *quality_sentences(books), *_periods(books), *_minorities(books)]
    sections += [write.headed("quarters", run), write.headed("risks", [*weak, *warned])]
    missing = absences(books)
    if missing:
        sections.append(write.headed("missing", missing))
    return "\n\n".join(sections)


def _periods(books: AuditBooks) -> list[str]:
    return [sentence for end in books.ends if (sentence := _period(books, end))]


def _minorities(books: AuditBooks) -> list[str]:
    """Net margin is the whole group's, net profit the parent's: said where the two differ."""
    margin, profit = books.figure("net_margin"), books.figure("net_profit_ttm")
    if margin is None or profit is None or not margin.parts or margin.parts[0].value == profit.value:
        return []
    return [books.write("minorities")]


def _period(books: AuditBooks, end: date) -> str:
    write, named = books.write, ("revenue_yoy", "net_profit_yoy", "net_margin", "roe")
    there = [f"{write.label(name)} {write.number(f'{name}@{end}')}" for name in named if books.figure(name, end)]
    if not there:
        return ""
    report, figures, what = capital(books.report(end)), write.clauses(there), books.happened("net_profit_yoy", end)
    if what is None:
        return write("period", report=report, figures=figures)
    return write("period.turned", report=report, figures=figures, what=what)
