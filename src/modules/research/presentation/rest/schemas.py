"""The reports of the five experts on the wire, and what each carries besides its opinion: figures, evidence, grounding,
gaps."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import Field

from packages.contracts.evidence.views import GroundingOut
from packages.core.messages import LanguageCode
from src.modules.research.domain.brief import Expert
from src.modules.research.presentation.rest.report_parts import (
    ChartLevelOut,
    QuarterOut,
    RedFlagOut,
    ResearchModel,
    UpcomingEventOut,
)
from src.modules.research.presentation.rest.valuation_schemas import (
    BusinessOut,
    MethodValueOut,
    PeerComparisonOut,
    SensitivityOut,
    TargetScenarioOut,
)


class FigureOut(ResearchModel):
    """A figure as a plain number; `value` null with the reason where there is none."""

    value: float | None
    unit: str | None = None
    period: str | None = None
    reason: str | None = None


class EvidenceOut(ResearchModel):
    """A row that texts cite as `[E7]`: a number in a unit, or a text. `rows`: what it was computed from; `name` and
    `shown`: the metric and the number as a person reads them, in the report's language; empty in older results."""

    tag: str
    id: str
    metric: str
    name: str = ""
    shown: str = ""
    value: float | None
    text: str | None
    unit: str
    period: str
    source: str
    known_at: datetime
    rows: list[str]


class LeakCertificateOut(ResearchModel):
    """Every row that the expert could see, and the latest instant at which any of them became known."""

    as_of: datetime
    rows: list[str]
    latest_known_at: datetime | None


class CompanyOut(ResearchModel):
    """The company's name in both languages."""

    zh: str
    en: str


class PointLevelOut(ResearchModel):
    """A level of the chart as the report writes it."""

    kind: Literal["support", "resistance"]
    name: str
    price: str


class PointOut(ResearchModel):
    """A sentence of the report with the side that it speaks for; `side` null: nobody's. A debate goes by it instead of
    reading the sentence."""

    text: str
    side: Literal["bull", "bear"] | None
    kind: Literal["argument", "grant", "warning", "refutation"]
    level: PointLevelOut | None
    probability: Literal["HIGH", "MEDIUM", "LOW"] | None
    impact: Literal["HIGH", "MEDIUM", "LOW"] | None


class ReportOut(ResearchModel):
    """About whom, as of when, by whom, on what evidence. `degraded`: what the expert had to do without. `points`: what
    rules know of their sentences."""

    symbol: str
    company: CompanyOut
    as_of: datetime
    language: LanguageCode
    engine: Literal["rules", "llm"]
    grounding: GroundingOut
    evidence: list[EvidenceOut]
    points: list[PointOut] = Field(default_factory=list)
    absent: dict[str, str]
    degraded: list[str]
    leak_certificate: LeakCertificateOut


AuditSignal = Literal["STRONG_BULLISH", "BULLISH", "NEUTRAL", "BEARISH", "STRONG_BEARISH"]


class TechnicalLevelsOut(ResearchModel):
    """Prices, the nearest first."""

    support: list[float]
    resistance: list[float]


class TechnicalOut(ReportOut):
    """What a year of daily bars says."""

    signal: Literal["BULLISH", "BEARISH", "NEUTRAL"]
    confidence: float
    summary_reasoning: str
    key_technical_levels: TechnicalLevelsOut
    risk_warning: str
    narrative_report: str
    technical_indicators: dict[str, FigureOut]
    chart_levels: list[ChartLevelOut] = Field(default_factory=list)
    input: str
    output: str


class AuditDimensionOut(ResearchModel):
    """One side of the books; null where there is too little to score it by."""

    dimension: str
    score: float | None
    assessment: str


class AuditOut(ReportOut):
    """What the reports say. The score is out of 100 and decides the signal. `business_kind`: by which lines the company
    was read; `trend`: up to eight quarters, the oldest first."""

    financial_score: float
    signal: AuditSignal
    confidence: float
    summary_reasoning: str
    dimension_analyses: list[AuditDimensionOut]
    key_risks: list[str]
    risk_warning: str
    narrative_report: str
    financial_indicators: dict[str, FigureOut]
    business_kind: str = "ordinary"
    trend: list[QuarterOut] = Field(default_factory=list)
    red_flags: list[RedFlagOut] = Field(default_factory=list)
    input: str
    output: str


class ValueRangeOut(ResearchModel):
    """Per share, in the currency of the price; null where no method gives a value."""

    lower_bound: float | None
    upper_bound: float | None


class DcfCellOut(ResearchModel):
    """The value per share under two rates."""

    discount: float
    terminal: float
    value: float


class ValuationOut(ReportOut):
    """What the share may be worth. Among the indicators, `dcf_assumptions` is a list of sentences and
    `dcf_sensitivity` a table; the others are figures."""

    valuation_verdict: Literal["Undervalued", "Fair", "Overvalued"]
    confidence_score: float
    estimated_intrinsic_value_range: ValueRangeOut
    key_evidence: list[str]
    risk_factors: list[str]
    reasoning_summary: str
    narrative_report: str
    valuation_indicators: dict[str, FigureOut | list[str] | list[DcfCellOut]]
    business: BusinessOut | None = None
    method_values: list[MethodValueOut] = Field(default_factory=list)
    scenarios: list[TargetScenarioOut] = Field(default_factory=list)
    peers: list[PeerComparisonOut] = Field(default_factory=list)
    sensitivity: SensitivityOut | None = None
    input: str
    output: str


class MacroDimensionOut(ResearchModel):
    """One of liquidity, industry_policy, economy, industry_cycle."""

    dimension: str
    stance: Literal["Favorable", "Neutral", "Unfavorable"]
    assessment: str


class MacroOut(ReportOut):
    """The weather that the company sails in. `information_sources`: addresses that the searches returned."""

    macro_environment: Literal["Favorable", "Neutral", "Unfavorable"]
    confidence_score: float
    macro_summary: str
    dimension_analyses: list[MacroDimensionOut]
    key_opportunities: list[str]
    key_risks: list[str]
    information_sources: list[str]
    narrative_report: str
    macro_indicators: dict[str, FigureOut]
    upcoming_events: list[UpcomingEventOut] = Field(default_factory=list)
    input: str
    output: str


class CatalystDimensionOut(ResearchModel):
    """One of company_events, industry, sentiment, earnings."""

    dimension: str
    stance: Literal["Positive", "Neutral", "Negative"]
    assessment: str


class CatalystEventOut(ResearchModel):
    """Something that may move the price."""

    event: str
    expected_impact: str
    timeframe: str
    probability: Literal["HIGH", "MEDIUM", "LOW"]


class CatalystResultOut(ResearchModel):
    """What is about to move the price. `information_sources`: addresses that the searches returned."""

    catalyst_assessment: Literal["Positive", "Neutral", "Negative"]
    confidence_score: float
    catalyst_summary: str
    dimension_analyses: list[CatalystDimensionOut]
    positive_catalysts: list[CatalystEventOut]
    negative_catalysts: list[CatalystEventOut]
    information_sources: list[str]


class DocumentOut(ResearchModel):
    """A text that the searches found, under the tag that it is cited by."""

    tag: str
    title: str
    text: str
    url: str
    source: str
    published_at: datetime | None
    known_at: datetime


class CatalystOut(ReportOut):
    """The detective's findings, with what it was asked and what it answered, word for word. `catalyst_context`: what
    was found, by topic."""

    result: CatalystResultOut
    narrative_report: str
    raw_llm_output: str
    user_prompt: str
    catalyst_context: dict[str, list[DocumentOut]]
    upcoming_events: list[UpcomingEventOut] = Field(default_factory=list)


Report = TechnicalOut | AuditOut | ValuationOut | MacroOut | CatalystOut
_SHAPES: dict[Expert, type[Report]] = {
    Expert.TECHNICAL_ANALYST: TechnicalOut,
    Expert.FINANCIAL_AUDITOR: AuditOut,
    Expert.VALUATION_MODELER: ValuationOut,
    Expert.MACRO_INTELLIGENCE: MacroOut,
    Expert.CATALYST_DETECTIVE: CatalystOut,
}


def report_of(expert: Expert, result: Mapping[str, object]) -> Report:
    """The expert's result, checked field by field."""
    return _SHAPES[expert].model_validate(result)
