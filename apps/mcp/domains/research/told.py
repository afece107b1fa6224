"""What the research tools tell of a session: how it stands, and what its experts and its debate said."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus


class StageStatus(StrEnum):
    """How one part of a session stands."""

    WAITING = "waiting"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    INTERRUPTED = "interrupted"


class SessionTold(BaseModel):
    """A session in short."""

    research_session_id: str
    symbol: str
    is_demo: bool = Field(description="True: a fictional company with made-up figures.")
    experts: list[ExpertType]
    skip_debate: bool
    language: Literal["zh", "en"]
    status: ResearchStatus = Field(description="`partial`: some experts failed. `interrupted`: a fault of the desk.")
    created_at: datetime
    finished_at: datetime | None
    error: str | None


class RunTold(SessionTold, ToolResult):
    """A session that has just begun."""


class SessionsTold(ToolResult):
    """Newest first."""

    sessions: list[SessionTold]
    next_before: str | None = Field(description="`before` of the next page; null: this was the last.")


class StageTold(BaseModel):
    """One part of a session: an expert, the debate or the judge."""

    name: str
    status: StageStatus
    engine: str | None = Field(description="`rules`, `llm`, or null while nobody can tell.")
    error: str | None


class StatusTold(SessionTold, ToolResult):
    """How a session stands; read `report`, `debate` and `verdict` when its status is not `running`."""

    attempt: int
    done: int = Field(description="How many stages have ended, of all.")
    stages: list[StageTold]


class GroundingTold(BaseModel):
    """How many numbers of a text could be checked against stored rows."""

    numbers: int
    bound: int = Field(description="How many were found in the rows that they name.")
    violations: int


class ExpertTold(BaseModel):
    """What one expert says; tags like [E7] name the evidence rows in the resource behind `more`."""

    expert: ExpertType
    status: Literal["success", "failed"]
    signal: str | None = Field(description="In the expert's own words, as BULLISH, Overvalued or Unfavorable.")
    confidence: float | None = Field(description="From 0 to 1.")
    summary: str
    risks: str
    grounding: GroundingTold | None
    degraded: list[str] = Field(description="What the expert had to do without.")
    engine: str | None
    error: str | None = Field(description="Why there is no report, and what to do.")


class ReportTold(ToolResult):
    """What the experts of a session brought."""

    research_session_id: str
    symbol: str
    is_demo: bool
    status: ResearchStatus
    language: Literal["zh", "en"]
    as_of: datetime = Field(description="The instant that the experts looked back from.")
    experts: list[ExpertTold]


class ArgumentTold(BaseModel):
    """One argument; tags like [technical_analyst:E7] name evidence rows."""

    dimension: str = Field(description="The expert whose ground it is.")
    argument: str
    strength: Literal["HIGH", "MEDIUM", "LOW"]


class SideTold(BaseModel):
    """The case of bull or bear."""

    thesis: str
    arguments: list[ArgumentTold] = Field(description="The first five.")
    grants: list[str] = Field(description="What the side concedes to the other.")
    confidence: float | None


class RiskTold(BaseModel):
    """A risk that stays, whichever side is right."""

    risk: str
    probability: Literal["HIGH", "MEDIUM", "LOW"]
    impact: Literal["HIGH", "MEDIUM", "LOW"]
    mitigation: str


class DebateTold(ToolResult):
    """What bull and bear said, and how it was resolved."""

    research_session_id: str
    symbol: str
    direction: Literal["BULLISH", "BEARISH", "NEUTRAL"]
    confidence: float
    bull: SideTold
    bear: SideTold
    resolution: str
    disagreements: list[str]
    risk_matrix: list[RiskTold]
    rounds: int
    engine: str | None
    degraded: list[str]
