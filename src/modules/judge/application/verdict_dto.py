"""A call of the book as the verdict that it was."""

from typing import Any

from packages.core.messages import Language
from src.modules.judge.application.dtos import VerdictDTO
from src.modules.judge.domain.call import Call, CallEntry
from src.modules.judge.domain.notes import note


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
