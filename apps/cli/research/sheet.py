"""What of each expert's report fits on a terminal: the call, how sure, why, what speaks against it, and from where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from src.modules.research.domain.brief import Expert
from src.modules.research.presentation.rest.schemas import (
    AuditOut,
    CatalystEventOut,
    CatalystOut,
    MacroOut,
    Report,
    TechnicalOut,
    ValuationOut,
)

Words = tuple[str, str]  # Chinese, English
TITLES: dict[Expert, Words] = {
    Expert.TECHNICAL_ANALYST: ("技术分析", "Technical analyst"),
    Expert.FINANCIAL_AUDITOR: ("财务审计", "Financial auditor"),
    Expert.VALUATION_MODELER: ("估值建模", "Valuation modeler"),
    Expert.MACRO_INTELLIGENCE: ("宏观情报", "Macro intelligence"),
    Expert.CATALYST_DETECTIVE: ("催化剂侦探", "Catalyst detective"),
}
_SUMMARY, _RISKS = ("摘要", "Summary"), ("风险", "Risks")
_PROBABILITY = {"HIGH": ("高", "high"), "MEDIUM": ("中", "medium"), "LOW": ("低", "low")}


@dataclass(frozen=True, slots=True)
class Sheet:
    """`parts` are texts under headings, several lines each; they cite evidence as `[E7]`."""

    verdict: str
    confidence: float
    parts: tuple[tuple[Words, tuple[str, ...]], ...]
    sources: tuple[str, ...] = ()


def sheet_of(report: Report) -> Sheet:
    match report:
        case TechnicalOut():
            return _chart(report)
        case AuditOut():
            return _books(report)
        case ValuationOut():
            return _worth(report)
        case MacroOut():
            return _weather(report)
        case CatalystOut():
            return _events(report)
        case _:
            assert_never(report)


def _chart(report: TechnicalOut) -> Sheet:
    levels = report.key_technical_levels
    return Sheet(
        report.signal,
        report.confidence,
        (
            (_SUMMARY, (report.summary_reasoning,)),
            (("支撑", "Support"), _prices(levels.support)),
            (("阻力", "Resistance"), _prices(levels.resistance)),
            (_RISKS, (report.risk_warning,)),
        ),
    )


def _books(report: AuditOut) -> Sheet:
    return Sheet(
        f"{report.signal}, {report.financial_score:.1f}/100",
        report.confidence,
        (
            (_SUMMARY, (report.summary_reasoning,)),
            (("五个维度", "Five sides"), tuple(one.assessment for one in report.dimension_analyses)),
            (_RISKS, tuple(report.key_risks) or (report.risk_warning,)),
        ),
    )


def _worth(report: ValuationOut) -> Sheet:
    worth = report.estimated_intrinsic_value_range
    bounds = [f"{bound:,.2f}" if bound is not None else "?" for bound in (worth.lower_bound, worth.upper_bound)]
    return Sheet(
        report.valuation_verdict,
        report.confidence_score,
        (
            (_SUMMARY, (report.reasoning_summary,)),
            (("内在价值区间", "Intrinsic value"), (" – ".join(bounds),)),
            (("依据", "Evidence"), tuple(report.key_evidence)),
            (_RISKS, tuple(report.risk_factors)),
        ),
    )


def _weather(report: MacroOut) -> Sheet:
    return Sheet(
        report.macro_environment,
        report.confidence_score,
        (
            (_SUMMARY, (report.macro_summary,)),
            (("四个维度", "Four sides"), tuple(one.assessment for one in report.dimension_analyses)),
            (("机会", "Opportunities"), tuple(report.key_opportunities)),
            (_RISKS, tuple(report.key_risks)),
        ),
        tuple(report.information_sources),
    )


def _events(report: CatalystOut) -> Sheet:
    found, language = report.result, 0 if report.language == "zh" else 1
    return Sheet(
        found.catalyst_assessment,
        found.confidence_score,
        (
            (_SUMMARY, (found.catalyst_summary,)),
            (("利好", "For it"), tuple(_event(one, language) for one in found.positive_catalysts)),
            (("利空", "Against it"), tuple(_event(one, language) for one in found.negative_catalysts)),
        ),
        tuple(found.information_sources),
    )


def _event(one: CatalystEventOut, language: int) -> str:
    probability = _PROBABILITY[one.probability][language]
    if language == 0:
        return f"{one.event}（影响：{one.expected_impact}；时间：{one.timeframe}；可能性：{probability}）"
    return f"{one.event} (impact: {one.expected_impact}; when: {one.timeframe}; probability: {probability})"


def _prices(prices: Sequence[float]) -> tuple[str, ...]:
    return ("   ".join(f"{price:,.2f}" for price in prices),) if prices else ()
