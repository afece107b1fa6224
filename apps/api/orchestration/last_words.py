"""The end of an answer that no model wrote: why it broke off, what binds the person, or what is said instead."""

from collections.abc import Sequence

from apps.api.agents.phases import Phase
from apps.api.orchestration.fallback import empty_reply, interrupted, limits_told, stopped
from apps.api.orchestration.stop_criteria import Criterion
from apps.api.orchestration.types import _TurnStreamState
from packages.domain.conversation.model import Language


def late_text(
    state: _TurnStreamState,
    language: Language,
    phase: Phase,
    missing: Sequence[str],
    clauses: Sequence[str],
    criteria: Sequence[Criterion],
) -> str:
    """What is added to the text that was shown."""
    shown, error = state.shown_text, state.stream_error_detail
    if error is not None:
        return interrupted(language, error.category, shown)
    if state.stopped:
        return stopped(language, shown)
    late = _paragraphs(shown, [clause for clause in clauses if clause not in shown])
    late += limits_told(language, criteria, shown + late)
    return late if (shown + late).strip() else empty_reply(language, phase, missing)


def _paragraphs(shown: str, sentences: Sequence[str]) -> str:
    told = "\n\n".join(dict.fromkeys(sentences))
    return f"\n\n{told}" if told and shown.strip() else told
