"""The opinions that analysts give: the shapes that a model's answer is checked against, strictly."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Narrative = Annotated[str, Field(min_length=1, max_length=20_000)]
Level = Literal["HIGH", "MEDIUM", "LOW"]


class Opinion(BaseModel):
    """Base: nothing beyond the named fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TechnicalOpinion(Opinion):
    """`support` and `resistance` name tags of evidence rows, so that a level is never a free number."""

    signal: Literal["BULLISH", "BEARISH", "NEUTRAL"]
    confidence: Confidence
    summary_reasoning: Text
    support: list[str]
    resistance: list[str]
    risk_warning: Text
    narrative_report: Narrative


class Dimension(Opinion):
    """One side of the matter, weighed by itself."""

    dimension: str
    score: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None
    assessment: Text


class AuditOpinion(Opinion):
    """The score decides the signal; the analyst explains it."""

    financial_score: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
    confidence: Confidence
    summary_reasoning: Text
    dimension_analyses: Annotated[list[Dimension], Field(min_length=5, max_length=5)]
    key_risks: list[Text]
    risk_warning: Text
    narrative_report: Narrative


class ValuationOpinion(Opinion):
    """The bounds of the range name tags of evidence rows (None where no method gives a value)."""

    valuation_verdict: Literal["Undervalued", "Fair", "Overvalued"]
    confidence_score: Confidence
    lower_bound: str | None
    upper_bound: str | None
    key_evidence: Annotated[list[Text], Field(min_length=1)]
    risk_factors: Annotated[list[Text], Field(min_length=1)]
    reasoning_summary: Text
    narrative_report: Narrative


class MacroDimension(Opinion):
    """One of liquidity, industry_policy, economy, industry_cycle."""

    dimension: str
    stance: Literal["Favorable", "Neutral", "Unfavorable"]
    assessment: Text


class MacroOpinion(Opinion):
    """`information_sources` may only hold addresses that the searches returned."""

    macro_environment: Literal["Favorable", "Neutral", "Unfavorable"]
    confidence_score: Confidence
    macro_summary: Text
    dimension_analyses: Annotated[list[MacroDimension], Field(min_length=4, max_length=4)]
    key_opportunities: list[Text]
    key_risks: list[Text]
    information_sources: list[str]
    narrative_report: Narrative


class Catalyst(Opinion):
    """Something that may move the price."""

    event: Text
    expected_impact: Text
    timeframe: Text
    probability: Level


class CatalystDimension(Opinion):
    """One of company_events, industry, sentiment, earnings."""

    dimension: str
    stance: Literal["Positive", "Neutral", "Negative"]
    assessment: Text


class CatalystOpinion(Opinion):
    """`information_sources` may only hold addresses that the searches returned."""

    catalyst_assessment: Literal["Positive", "Neutral", "Negative"]
    confidence_score: Confidence
    catalyst_summary: Text
    dimension_analyses: Annotated[list[CatalystDimension], Field(min_length=4, max_length=4)]
    positive_catalysts: list[Catalyst]
    negative_catalysts: list[Catalyst]
    information_sources: list[str]
    narrative_report: Narrative
