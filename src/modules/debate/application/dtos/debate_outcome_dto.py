"""What a debate comes to, in plain types for whoever asked."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.evidence.views import GroundingOut

Direction = Literal["BULLISH", "BEARISH", "NEUTRAL"]
Level = Literal["HIGH", "MEDIUM", "LOW"]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]


class _Dto(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SupportingArgumentDTO(_Dto):
    """One argument; `evidence` names the expert and its rows, as `[technical_analyst:E7]`."""

    dimension: str
    argument: str
    evidence: str
    strength: Level


class RebuttalDTO(_Dto):
    """An answer to the other side's own words."""

    quote: str
    answer: str


class BullCaseDTO(_Dto):
    """The case for a rise. `confidence` is the side's own; `summary` is how the resolution put the case."""

    core_thesis: str
    supporting_arguments: list[SupportingArgumentDTO]
    acknowledged_risks: list[str]
    price_catalysts: list[str] = []
    confidence: Share | None = None
    summary: str = ""
    rebuttals: list[RebuttalDTO] = []


class BearCaseDTO(_Dto):
    """The case for a fall. `confidence` is the side's own; `summary` is how the resolution put the case."""

    core_thesis: str
    supporting_arguments: list[SupportingArgumentDTO]
    acknowledged_strengths: list[str]
    risk_triggers: list[str] = []
    confidence: Share | None = None
    summary: str = ""
    rebuttals: list[RebuttalDTO] = []


class RiskItemDTO(_Dto):
    """One risk that stays, whichever side is right."""

    risk: str
    probability: Level
    impact: Level
    mitigation: str


class DebateStagesDTO(_Dto):
    """The probability of a rise before the debate, after each side, and after the resolution."""

    before: Share
    bull: Share
    bear: Share
    resolution: Share


class DebateOutcomeDTO(_Dto):
    """`engine`: who argued, where that is known; `degraded`: what the debate had to do without, in sentences.
    `grounding`: how far the experts' rows bear out what was said; null where the experts gave no rows."""

    symbol: str
    direction: Direction
    confidence: Share
    bull_case: BullCaseDTO
    bear_case: BearCaseDTO
    risk_matrix: list[RiskItemDTO]
    key_disagreements: list[str]
    conflict_resolution: str
    engine: Literal["rules", "llm"] | None = None
    rounds: int = 1
    degraded: list[str] = []
    stages: DebateStagesDTO | None = None
    grounding: GroundingOut | None = None
