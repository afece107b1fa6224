"""What goes into the judge and what comes out, in plain types."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from packages.core.messages import Language
from src.modules.judge.domain.call import Call, CallEntry
from src.modules.judge.domain.case import USUAL_HORIZON
from src.modules.judge.domain.verdict import note


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


class JudgeModel(BaseModel):
    """Refuses fields that are not declared."""

    model_config = ConfigDict(extra="forbid")


class CitedRowDTO(JudgeModel):
    """An evidence row by its tag in the expert's report and its id."""

    tag: str
    id: str


class PriceDTO(JudgeModel):
    """A price that was looked up in evidence rows."""

    value: str
    unit: str
    expert: str
    rule: str
    rows: list[CitedRowDTO]


class PriceRowDTO(JudgeModel):
    """A closing price by its bar."""

    id: str
    symbol: str
    day: date
    value: str
    source: str


class StagesDTO(JudgeModel):
    """The probability at each stage; null where it did not happen."""

    before_debate: float | None
    after_bull: float | None
    after_bear: float | None
    after_resolution: float | None
    after_judge: float | None


class VerdictDTO(JudgeModel):
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


def verdict_dto(entry: CallEntry) -> VerdictDTO:
    booked = {"call_id": entry.call.id, "call_number": entry.seq, "call_hash": entry.hash}
    return VerdictDTO.model_validate(_verdict(entry.call) | booked)


def verdict_outside_the_book(call: Call, language: Language) -> VerdictDTO:
    """For a horizon that was over when the verdict was made: what comes out is known, so it is not scored."""
    verdict = _verdict(call)
    verdict["risk_warnings"] = [*verdict["risk_warnings"], note("horizon_over", language, ended=call.ends_on)]
    return VerdictDTO.model_validate(verdict | dict.fromkeys(("call_id", "call_number", "call_hash")))


def _verdict(call: Call) -> dict[str, Any]:
    return {
        **call.verdict,
        "symbol": call.symbol,
        "benchmark_note": call.benchmark_note,
        "engine": call.engine,
        "model_alias": call.model_alias,
        "as_of": call.as_of,
        "base_price": call.content()["base"],
        "stages": call.content()["stages"],
        "session_id": call.session_id,
    }
