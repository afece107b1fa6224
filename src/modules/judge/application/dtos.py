"""What goes into the judge and what comes out, in plain types."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from packages.contracts.evidence.views import GroundingOut
from packages.core.messages import Language
from packages.domain.market_data.sessions import local_day
from src.modules.judge.domain.call import Call, CallBookName, CallEntry
from src.modules.judge.domain.case import USUAL_HORIZON, NoCallReason
from src.modules.judge.domain.verdict import VerdictAction, note, say


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """What is asked. `session_id` None: the same question of the same owner is one run. `benchmark` None: the usual
    one of the market. `walk_back`: research on a past day, for the book of such calls. `without_debate`: the reports
    are judged alone, because no debate was asked for; scored apart from calls that heard one."""

    symbol: str
    expert_results: Mapping[str, Any]
    debate_outcome: Mapping[str, Any] | None
    horizon_days: int = USUAL_HORIZON
    benchmark: str | None = None
    language: str = "zh"
    session_id: str | None = None
    walk_back: bool = False
    without_debate: bool = False


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
    """The verdict, and the call under which it stands in its book (null: its horizon was over when it was made, so it
    is in none, and a risk warning says so). `probability`: of a positive excess return over
    `time_horizon` calendar days against `benchmark` (null: the return itself, and `benchmark_note` says why).
    `no_call_reason`: of NO_CALL alone. `grounding`: how far rows bear out its words, null where none were given."""

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
    no_call_reason: NoCallReason | None = None
    engine: str
    model_alias: str | None
    as_of: datetime
    base_price: PriceRowDTO | None
    stages: StagesDTO
    call_id: str | None
    call_number: int | None
    call_hash: str | None
    book: CallBookName | None = None
    session_id: str
    grounding: GroundingOut | None = None


def verdict_dto(entry: CallEntry, book: CallBookName, language: Language) -> VerdictDTO:
    verdict = _verdict(entry.call)
    if book is CallBookName.WALK_BACK:
        warning = note("walk_back", language, day=local_day(entry.call.market, entry.call.as_of))
        verdict["risk_warnings"] = [*verdict["risk_warnings"], warning]
    booked = {"call_id": entry.call.id, "call_number": entry.seq, "call_hash": entry.hash, "book": book}
    return VerdictDTO.model_validate(verdict | booked)


def verdict_outside_the_book(call: Call, language: Language) -> VerdictDTO:
    """For a horizon that was over when the verdict was made: what comes out is known, so nothing is called."""
    verdict = _verdict(call) | {
        "action": VerdictAction.NO_CALL,
        "no_call_reason": NoCallReason.STALE_DATA,
        "position_percent": 0.0,
        "probability": None,
        "stop_loss": None,
        "take_profit": None,
        "entry_strategy": say("no_call_entry", language),
    }
    verdict["risk_warnings"] = [*verdict["risk_warnings"], note("horizon_over", language, ended=call.ends_on)]
    return VerdictDTO.model_validate(verdict | dict.fromkeys(("call_id", "call_number", "call_hash", "book")))


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
