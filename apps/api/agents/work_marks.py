"""What a turn leaves in a session's metadata about long work: what it started or read, and whose end it reported."""

from collections.abc import Mapping, Sequence

from apps.api.agents.protocol import ToolOutcome
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.awaited import (
    FETCH,
    REPORTED,
    RESEARCH,
    FetchPurpose,
    fetch_json,
    reported_before,
    reported_work_id,
)
from packages.domain.conversation.model import Turn
from packages.domain.conversation.understanding.model import Understood

_MOST_REPORTED = 20
_OVER = frozenset({"completed", "partial"})
_ENDED = frozenset({"report", "debate", "verdict"})  # tools that answer once research is over


def with_work(metadata: JsonObject, turn: Turn, understood: Understood, outcomes: Sequence[ToolOutcome]) -> JsonObject:
    marks: dict[str, JsonValue] = {}
    if turn.is_follow_up:
        marks[REPORTED] = [*reported_before(metadata), reported_work_id(turn.message.content)][-_MOST_REPORTED:]
    for one in outcomes:
        if one.ok and one.domain == ToolDomain.RESEARCH:
            marks |= _research(one, marks.get(RESEARCH) or metadata.get(RESEARCH))
        elif one.ok and one.domain == ToolDomain.MARKET_DATA and one.tool == "fetch_missing":
            marks |= _fetch(one, understood)
    return {**metadata, **marks}


def ended_research(metadata: JsonObject, outcomes: Sequence[ToolOutcome]) -> JsonObject | None:
    """The metadata as they will be, where research came to its end in this turn."""
    marks: JsonObject = {}
    for one in outcomes:
        if one.ok and one.domain == ToolDomain.RESEARCH:
            marks = {**marks, **_research(one, marks.get(RESEARCH) or metadata.get(RESEARCH))}
    known = marks.get(RESEARCH)
    is_over = isinstance(known, Mapping) and known.get("status") in _OVER
    return {**metadata, **marks} if is_over else None


def _research(one: ToolOutcome, before: JsonValue) -> JsonObject:
    """Not every tool names the instrument; that of the same research is known from before."""
    session_id = one.result.get("research_session_id") or one.arguments.get("research_session_id")
    status = "completed" if one.tool in _ENDED else one.result.get("status")
    if not isinstance(session_id, str) or not isinstance(status, str):
        return {}
    known = before if isinstance(before, Mapping) and before.get("research_session_id") == session_id else {}
    symbol = one.result.get("symbol") or known.get("symbol")
    return {RESEARCH: {"research_session_id": session_id, "status": status, "symbol": symbol}}


def _fetch(one: ToolOutcome, understood: Understood) -> JsonObject:
    job_id, symbol = one.result.get("job_id"), one.result.get("symbol")
    if not isinstance(job_id, str) or not isinstance(symbol, str):
        return {}
    for_research = understood.research_fetch is not None
    return {FETCH: fetch_json(job_id, symbol, FetchPurpose.RESEARCH if for_research else FetchPurpose.PROPOSED)}
