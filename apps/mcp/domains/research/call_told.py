"""What the research tools tell of the judge: its verdict, the calls in the book, and how good they were."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from src.modules.judge.domain.scores.calibration import Calibration
from src.modules.judge.domain.verdict import VerdictAction


class PriceTold(BaseModel):
    """A price that was looked up in an expert's evidence rows."""

    value: str
    unit: str
    expert: str
    rows: list[str] = Field(description="The tags of the rows.")


class VerdictTold(ToolResult):
    """The judge's verdict, as it stands in the call book. It is an opinion of research, and orders nothing."""

    research_session_id: str
    symbol: str
    is_demo: bool
    action: VerdictAction = Field(description="SELL leaves or reduces a holding; NO_CALL: too little to go by.")
    probability: float | None = Field(description="Of a positive return over the horizon against the benchmark.")
    confidence: float
    position_percent: float = Field(description="Of the capital for BUY, of the holding for SELL.")
    time_horizon: int = Field(description="In calendar days.")
    benchmark: str | None
    benchmark_note: str
    entry_strategy: str
    stop_loss: PriceTold | None
    take_profit: PriceTold | None
    base_close: str | None = Field(description="The close that the call starts from.")
    base_day: date | None
    invalidation_triggers: list[str]
    risk_warnings: list[str]
    reasoning: str
    engine: str
    as_of: datetime
    call_id: str | None = Field(description="Null where the horizon was over already: such a verdict is not booked.")
    call_number: int | None


class CallTold(BaseModel):
    """One call of the book and how it stands."""

    number: int
    call_id: str
    research_session_id: str
    symbol: str
    is_demo: bool
    made_at: datetime
    action: VerdictAction
    probability: float | None
    confidence: float
    horizon_days: int
    ends_on: date | None
    benchmark: str | None
    engine: str
    state: Literal["settled", "unsettleable", "waiting", "no_call"]
    reason: str = Field(description="Why it is not settled; empty when it is.")
    excess_return: float | None = Field(description="Over the benchmark, as a fraction; null until settled.")
    outcome: int | None = Field(description="1: the excess return was positive. 0: it was not.")


class CallsTold(ToolResult):
    """The person's calls, newest first."""

    calls: list[CallTold]
    next_before: int | None = Field(description="`before` of the next page; null: this was the last.")


class IntervalTold(BaseModel):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


class BaselineTold(BaseModel):
    """A forecaster who does not think."""

    name: str
    brier: float
    skill: IntervalTold = Field(description="Above zero: the calls beat it.")


class ScoresTold(ToolResult):
    """How good the settled calls were; below thirty of them nothing is said but their number."""

    status: Literal["scored", "not_enough_calls"]
    settled: int = Field(description="Settled calls that count.")
    needed: int = Field(description="How many it takes to say anything.")
    entries: int = Field(description="All calls in the book.")
    open: int
    unsettleable: int
    no_call: int
    left_out: int = Field(description="Settled calls of a model on a past day, which do not count.")
    brier: IntervalTold | None = Field(description="0 is perfect, 0.25 is a coin.")
    base_rate: float | None
    calibration: Calibration | None
    baselines: list[BaselineTold]
