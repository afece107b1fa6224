"""What is debated: a symbol, and of each expert a signal, how sure it is, why, and what could go wrong."""

from pydantic import BaseModel, ConfigDict

from src.modules.debate.domain.dtos.wording import Confidence, Said, Text


class ExpertSummary(BaseModel):
    """The four fields that a debate needs; prompts, raw answers, indicators and sources stay with the expert."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    signal: Said
    confidence: Confidence
    reasoning: Text
    risk_warning: Text


class DebateInput(BaseModel):
    """`expert_summaries` by the expert's name; experts that failed are not in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    symbol: Said
    expert_summaries: dict[str, ExpertSummary]
