"""What is stored and told of a turn that could not be finished; it stands on nothing that could fail again."""

from datetime import datetime

from apps.api.agents.phases import Phase
from apps.api.orchestration.fallback import interrupted
from apps.api.orchestration.stream_errors import stored_failure
from apps.api.orchestration.tail import Ending, status_in, tail_of
from apps.api.orchestration.titles import title_of
from packages.contracts.chat_events import StreamErrorDetail, TurnUsage
from packages.core.events import JsonObject
from packages.domain.conversation.model import (
    ChatSession,
    Message,
    Role,
    SessionChange,
    Turn,
    TurnOutcome,
    TurnStatus,
)

CRASHED = StreamErrorDetail(
    error_class="TurnCrashed",
    message="The desk was interrupted in the middle of the answer: send the message again.",
    category="crashed",
)


def broken(
    turn: Turn,
    session: ChatSession,
    error: StreamErrorDetail,
    shown: str,
    usage: TurnUsage,
    *,
    kyc_is_complete: bool,
    message_id: str,
    at: datetime,
    tool_calls: tuple[JsonObject, ...] = (),
) -> TurnOutcome:
    """The session stays as it was, but for the chain of responses, which lacks this turn."""
    title = title_of(session.title, turn.message)
    ending = Ending(
        turn=turn,
        session=session,
        phase=Phase(session.phase),
        kyc_is_complete=kyc_is_complete,
        missing_fields=_missing(session),
        usage=usage,
        title=title,
        message_id=message_id,
        late_text=interrupted(session.language, error.category, shown),
        error=error,
    )
    answer = _answer(ending, message_id, shown, tool_calls, at)
    return TurnOutcome(TurnStatus.FAILED, answer, _unchanged(session, title), tail_of(ending))


def _answer(ending: Ending, message_id: str, shown: str, tool_calls: tuple[JsonObject, ...], at: datetime) -> Message:
    return Message(
        id=message_id,
        session_id=ending.session.id,
        turn_id=ending.turn.id,
        role=Role.ASSISTANT,
        content=shown + ending.late_text,
        phase=ending.session.phase,
        created_at=at,
        engine=ending.usage.engine,
        tool_calls=tool_calls,
        token_usage=ending.usage.model_dump(mode="json"),
        failure=stored_failure(ending.error),
    )


def _unchanged(session: ChatSession, title: str) -> SessionChange:
    return SessionChange(
        phase=session.phase,
        status=status_in(Phase(session.phase)),
        artifacts=session.artifacts,
        metadata=session.metadata,
        previous_response_id=None,
        title=title,
    )


def _missing(session: ChatSession) -> tuple[str, ...]:
    missing = session.artifacts.get(session.phase, {}).get("missing_fields")
    return tuple(map(str, missing)) if isinstance(missing, list | tuple) else ()
