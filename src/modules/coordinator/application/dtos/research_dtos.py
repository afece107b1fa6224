"""The DTOs of the orchestration port, and a session's result in the flat shape that the seeds fix for the outside."""

from collections.abc import Callable
from typing import Any

from packages.core.messages import for_reader
from src.modules.coordinator.domain.dtos.research_dtos import (
    MOST_ROUNDS,
    ExpertResultItem,
    ResearchRequest,
    ResearchResult,
    RunCoherence,
)
from src.modules.coordinator.domain.session import ResearchSession

__all__ = ["MOST_ROUNDS", "ExpertResultItem", "ResearchRequest", "ResearchResult"]


Answer = dict[str, Any]  # the seed's own shape at the edge


def flat_answer(session: ResearchSession, say: Callable[[str], str] = for_reader) -> Answer | None:
    """None: no attempt has brought anything yet. `say` is how failures are said: in the reader's language."""
    result = session.result
    if result is None:
        return None
    return {
        "symbol": result.symbol,
        "overall_status": result.overall_status,
        "expert_results": {item.expert_type.value: _answer_of(item, say) for item in result.expert_results},
        "debate_outcome": result.debate_outcome,
        "debate_error": result.debate_error and say(result.debate_error),
        "verdict": result.verdict,
        "judge_error": result.judge_error and say(result.judge_error),
        "session_id": session.id,
        "coherence": result.coherence and _coherence(result.coherence, say),
    }


def _coherence(found: RunCoherence, say: Callable[[str], str]) -> Answer:
    items = [one.model_dump(mode="json") | {"message": say(one.message)} for one in found.contradictions]
    return {"checked": found.checked, "contradictions": items}


def _answer_of(item: ExpertResultItem, say: Callable[[str], str]) -> Answer:
    if item.status == "success":
        return {"status": item.status, "data": item.result}
    return {"status": item.status, "error": item.error and say(item.error)}
