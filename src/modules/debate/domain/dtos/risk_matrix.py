"""What the resolution comes to, with the risks that stay whichever side is right."""

from typing import Annotated

from src.modules.debate.domain.dtos.wording import AgentAnswer, Confidence, InCapitals, Said, Text
from src.modules.debate.domain.model.enums import DebateDirection, RiskLevel


class RiskMatrixItem(AgentAnswer):
    """One risk: how likely, how bad, and what to do about it."""

    risk: Said
    probability: Annotated[RiskLevel, InCapitals]
    impact: Annotated[RiskLevel, InCapitals]
    mitigation: Text


class ResolutionResult(AgentAnswer):
    """Which way the debate leans, and why one side outweighs the other."""

    direction: Annotated[DebateDirection, InCapitals]
    confidence: Confidence
    bull_case_summary: Text
    bear_case_summary: Text
    risk_matrix: list[RiskMatrixItem]
    key_disagreements: list[Text]
    conflict_resolution: Said
