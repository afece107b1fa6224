"""What of each expert's report fits on a terminal: the call, how sure, why, what speaks against it, and from where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from packages.core.messages import Language, Phrases
from src.modules.research.presentation.rest.schemas import (
    AuditOut,
    CatalystEventOut,
    CatalystOut,
    MacroOut,
    Report,
    TechnicalOut,
    ValuationOut,
)

WORDS = "cli.research"  # of the catalogue


@dataclass(frozen=True, slots=True)
class ReportSummary:
    """`signal` is the expert's own code, `score` what stands beside it; `parts` are headings (names in the catalogue)
    with their lines, which cite evidence as `[E7]`."""

    signal: str
    confidence: float
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    sources: tuple[str, ...] = ()
    score: str = ""


def summary_of(report: Report) -> ReportSummary:
    match report:
        case TechnicalOut():
            return _technical(report)
        case AuditOut():
            return _audit(report)
        case ValuationOut():
            return _valuation(report)
        case MacroOut():
            return _macro(report)
        case CatalystOut():
            return _catalysts(report)
        case _:
            assert_never(report)


def _technical(report: TechnicalOut) -> ReportSummary:
    levels = report.key_technical_levels
    return ReportSummary(
        report.signal,
        report.confidence,
        (
            ("summary", (report.summary_reasoning,)),
            ("support", _prices(levels.support)),
            ("resistance", _prices(levels.resistance)),
            ("risks", (report.risk_warning,)),
        ),
    )


def _audit(report: AuditOut) -> ReportSummary:
    return ReportSummary(
        report.signal,
        report.confidence,
        (
            ("summary", (report.summary_reasoning,)),
            ("five_dimensions", tuple(one.assessment for one in report.dimension_analyses)),
            ("risks", tuple(report.key_risks) or (report.risk_warning,)),
        ),
        score=f"{report.financial_score:.1f}/100",
    )


def _valuation(report: ValuationOut) -> ReportSummary:
    worth = report.estimated_intrinsic_value_range
    bounds = [f"{bound:,.2f}" if bound is not None else "?" for bound in (worth.lower_bound, worth.upper_bound)]
    return ReportSummary(
        report.valuation_verdict,
        report.confidence_score,
        (
            ("summary", (report.reasoning_summary,)),
            ("intrinsic_value", (" – ".join(bounds),)),
            ("key_evidence", tuple(report.key_evidence)),
            ("risks", tuple(report.risk_factors)),
        ),
    )


def _macro(report: MacroOut) -> ReportSummary:
    return ReportSummary(
        report.macro_environment,
        report.confidence_score,
        (
            ("summary", (report.macro_summary,)),
            ("four_dimensions", tuple(one.assessment for one in report.dimension_analyses)),
            ("opportunities", tuple(report.key_opportunities)),
            ("risks", tuple(report.key_risks)),
        ),
        tuple(report.information_sources),
    )


def _catalysts(report: CatalystOut) -> ReportSummary:
    found, phrases = report.result, Phrases(Language(report.language), WORDS)
    return ReportSummary(
        found.catalyst_assessment,
        found.confidence_score,
        (
            ("summary", (found.catalyst_summary,)),
            ("positive_catalysts", tuple(_event(one, phrases) for one in found.positive_catalysts)),
            ("negative_catalysts", tuple(_event(one, phrases) for one in found.negative_catalysts)),
        ),
        tuple(found.information_sources),
    )


def _event(one: CatalystEventOut, phrases: Phrases) -> str:
    level = phrases.word("level", one.probability)
    return phrases.say("event", event=one.event, impact=one.expected_impact, timeframe=one.timeframe, probability=level)


def _prices(prices: Sequence[float]) -> tuple[str, ...]:
    return ("   ".join(f"{price:,.2f}" for price in prices),) if prices else ()
