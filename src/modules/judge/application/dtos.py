"""What goes into the judge and what comes out, in plain types."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from src.modules.judge.domain.case import USUAL_HORIZON


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """What is asked. `session_id` None: the same question of the same owner is one run. `benchmark` None: the usual
    one of the market."""

    symbol: str
    expert_results: Mapping[str, Any]
    debate_outcome: Mapping[str, Any] | None
    horizon_days: int = USUAL_HORIZON
    benchmark: str | None = None
    language: str = "zh"
    session_id: str | None = None


class Told(BaseModel):
    """Refuses fields that are not declared."""

    model_config = ConfigDict(extra="forbid")


class CitedRowDTO(Told):
    """An evidence row by its tag in the expert's report and its id."""

    tag: str
    id: str


class PriceDTO(Told):
    """A price that was looked up in evidence rows."""

    value: str
    unit: str
    expert: str
    rule: str
    rows: list[CitedRowDTO]


class PriceRowDTO(Told):
    """A closing price by its bar."""

    id: str
    symbol: str
    day: date
    value: str
    source: str


class StagesDTO(Told):
    """The probability at each stage; null where it did not happen."""

    before_debate: float | None
    after_bull: float | None
    after_bear: float | None
    after_resolution: float | None
    after_judge: float | None


class VerdictDTO(Told):
    """The verdict, and the call under which it stands in the book (null: its horizon was over when it was made, so it
    is in none, and a risk warning says so). `probability`: of a positive excess return over
    `time_horizon` calendar days against `benchmark` (null: the return itself, and `benchmark_note` says why)."""

    symbol: str
    action: str
    position_percent: float
    confidence: float
    probability: float | None
    entry_strategy: str
    stop_loss: PriceDTO | None
    take_profit: PriceDTO | None
    time_horizon: int
    benchmark: str | None
    benchmark_note: str
    invalidation_triggers: list[str]
    risk_warnings: list[str]
    reasoning: str
    engine: str
    model_alias: str | None
    as_of: datetime
    base_price: PriceRowDTO | None
    stages: StagesDTO
    call_id: str | None
    call_number: int | None
    call_hash: str | None
    session_id: str
