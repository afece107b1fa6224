"""A question to the experts, and what came back."""

from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.sentences import KeptText
from src.modules.coordinator.domain.model.enums import ExpertStatus, ExpertType, OverallStatus

MOST_ROUNDS = 3


class ResearchRequest(BaseModel):
    """Which experts shall look at which instrument; `options` by expert name. `rounds`: how often bull and bear speak.
    `analysis_date`: all experts know what was known at the end of this day; None: what is known now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    symbol: str
    experts: list[ExpertType]
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)
    skip_debate: bool = False
    rounds: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    analysis_date: date | None = None


class ExpertResultItem(BaseModel):
    """One expert's report, or why there is none: in a sentence, with the error's code and details where it has them."""

    model_config = ConfigDict(frozen=True)

    expert_type: ExpertType
    status: ExpertStatus
    result: dict[str, Any] | None = None
    error: KeptText | None = None
    code: str | None = None
    details: dict[str, Any] | None = None


class CoherenceItem(BaseModel):
    """One contradiction: which rule found it, in which part of the run, and whether it could be repaired."""

    model_config = ConfigDict(frozen=True)

    kind: str
    where: str
    message: KeptText
    repaired: bool = False


class RunCoherence(BaseModel):
    """How many rules looked at a finished run, and what they found."""

    model_config = ConfigDict(frozen=True)

    checked: int
    contradictions: list[CoherenceItem] = Field(default_factory=list)


class ResearchResult(BaseModel):
    """What all experts brought, in the order in which they were asked for, and the debate and verdict over it. An
    outcome of None was skipped or failed; its error says which. `coherence`: what contradicted itself; None for a run
    that has not ended."""

    model_config = ConfigDict(frozen=True)

    symbol: str
    overall_status: OverallStatus
    expert_results: list[ExpertResultItem]
    debate_outcome: dict[str, Any] | None = None
    debate_error: KeptText | None = None
    verdict: dict[str, Any] | None = None
    judge_error: KeptText | None = None
    coherence: RunCoherence | None = None
