"""The end of a turn: its last events, its title, and what is stored of one that could not be finished."""

import json
from dataclasses import dataclass
from datetime import datetime

from apps.api.agents.phases import Phase
from apps.api.orchestration.fallback import interrupted
from apps.api.orchestration.upstream import stored_failure
from packages.contracts.chat_events import (
    ChatEvent,
    DeploymentSummary,
    Done,
    GenUiEvent,
    McpEvent,
    OpenAiEvent,
    PhaseChange,
    StreamErrorDetail,
    TextDelta,
    TurnUsage,
)
from packages.contracts.genui import GenUi
from packages.core.events import JsonObject, NewEvent
from packages.core.messages import Language, Sentence, in_language, message
from packages.domain.conversation.model import (
    ChatSession,
    ChatSessionStatus,
    Role,
    SessionChange,
    SessionMessage,
    Turn,
    TurnOutcome,
    TurnStatus,
    title_of,
)

CRASHED = StreamErrorDetail(
    error_class="TurnCrashed",
    message=Sentence(message("conversation.turn_crashed")),
    category="crashed",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnding:
    """What a turn came to, as its client gets it."""

    turn: Turn
    session: ChatSession
    phase: Phase
    kyc_is_complete: bool
    missing_fields: tuple[str, ...]
    usage: TurnUsage
    message_id: str | None
    strategy_title: str | None = None
    late_text: str = ""
    cards: tuple[GenUi, ...] = ()
    error: StreamErrorDetail | None = None
    deployment: DeploymentSummary | None = None


def status_in(phase: Phase) -> ChatSessionStatus:
    return {Phase.COMPLETED: ChatSessionStatus.COMPLETED, Phase.ERROR: ChatSessionStatus.ERROR}.get(
        phase, ChatSessionStatus.ACTIVE
    )


def tail_of(ending: TurnEnding) -> tuple[NewEvent, ...]:
    """Cards, the change of phase, the text that was not shown yet, and the one `done`."""
    events: list[ChatEvent] = [GenUiEvent(payload=card) for card in ending.cards]
    if ending.phase != ending.turn.phase:
        events.append(PhaseChange(from_phase=Phase(ending.turn.phase), to_phase=ending.phase))
    if ending.late_text:
        events.append(TextDelta(delta=ending.late_text))
    return tuple(map(new_event, [*events, _done(ending)]))


def _done(ending: TurnEnding) -> Done:
    return Done(
        session_id=ending.session.id,
        turn_id=ending.turn.id,
        phase=ending.phase,
        status=status_in(ending.phase).value,
        kyc_status="complete" if ending.kyc_is_complete else "incomplete",
        missing_fields=list(ending.missing_fields),
        usage=ending.usage,
        assistant_message_id=ending.message_id,
        session_title=ending.strategy_title or ending.session.title or title_of(ending.turn.message.content),
        stream_error=ending.error.message if ending.error else None,
        stream_error_detail=ending.error,
        deployment=ending.deployment,
    )


def new_event(event: ChatEvent) -> NewEvent:
    plain = isinstance(event, OpenAiEvent | TextDelta | McpEvent)  # by the thousand, and JSON as they are
    data = dict(event) if plain else event.model_dump(mode="json", by_alias=True)
    return NewEvent(data.pop("type"), data)


def delta_of(text: str) -> str:
    """The words in a `text_delta` as it was sent."""
    return str(json.loads(text).get("delta", ""))


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
    error = error.model_copy(update={"message": in_language(error.message, Language(session.language))})
    ending = TurnEnding(
        turn=turn,
        session=session,
        phase=Phase(session.phase),
        kyc_is_complete=kyc_is_complete,
        missing_fields=_missing(session),
        usage=usage,
        message_id=message_id,
        late_text=interrupted(session.language, error.category, shown),
        error=error,
    )
    answer = _answer(ending, message_id, shown, tool_calls, at)
    return TurnOutcome(TurnStatus.FAILED, answer, _unchanged(session), tail_of(ending))


def _answer(
    ending: TurnEnding, message_id: str, shown: str, tool_calls: tuple[JsonObject, ...], at: datetime
) -> SessionMessage:
    return SessionMessage(
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


def _unchanged(session: ChatSession) -> SessionChange:
    return SessionChange(
        phase=session.phase,
        status=status_in(Phase(session.phase)),
        artifacts=session.artifacts,
        metadata=session.metadata,
        previous_response_id=None,
    )


def _missing(session: ChatSession) -> tuple[str, ...]:
    missing = session.artifacts.get(session.phase, {}).get("missing_fields")
    return tuple(map(str, missing)) if isinstance(missing, list | tuple) else ()
