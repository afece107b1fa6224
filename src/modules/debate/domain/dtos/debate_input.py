"""What is debated: a symbol, and of each expert a signal, how sure it is, why, and what could go wrong."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.dtos.wording import Confidence, Said, Text


class ExpertSummary(BaseModel):
    """The four fields that a debate needs; prompts, raw answers, indicators and sources stay with the expert."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    signal: Said
    confidence: Confidence
    reasoning: Text
    risk_warning: Text


class DebateInput(BaseModel):
    """`expert_summaries` by the expert's name; experts that failed are not in it. `evidence`: the rows that each expert
    was handed, as its result lists them; without any, nothing can be held to them. `bound_shares`: which share of its
    own numbers and claims an expert's rows bear out. `company`: the names of whom it is about. `points`: what experts
    know of their own sentences."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    symbol: Said
    expert_summaries: dict[str, ExpertSummary]
    evidence: dict[str, list[dict[str, Any]]] = Field(default_factory=dict)
    bound_shares: dict[str, float] = Field(default_factory=dict)
    company: list[str] = Field(default_factory=list)
    points: dict[str, list[ExpertPoint]] = Field(default_factory=dict)
