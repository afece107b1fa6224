"""A call of the book as the verdict that it was."""

from typing import Any

from src.modules.judge.application.dtos import VerdictDTO
from src.modules.judge.domain.call import CallEntry


def verdict_dto(entry: CallEntry) -> VerdictDTO:
    call = entry.call
    told: dict[str, Any] = {
        **call.verdict,
        "symbol": call.symbol,
        "benchmark_note": call.benchmark_note,
        "engine": call.engine,
        "model_alias": call.model_alias,
        "as_of": call.as_of,
        "base_price": call.content()["base"],
        "stages": call.content()["stages"],
        "call_id": call.id,
        "call_number": entry.seq,
        "call_hash": entry.hash,
        "session_id": call.session_id,
    }
    return VerdictDTO.model_validate(told)
