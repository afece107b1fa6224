"""The end of a turn: what is stored of it, and what is told once that is stored."""

from dataclasses import dataclass

from apps.api.agents.phases import Phase
from apps.api.orchestration.telling import new_event
from packages.contracts.chat_events import (
    ChatEvent,
    DeploymentSummary,
    Done,
    GenUiEvent,
    PhaseChange,
    StreamErrorDetail,
    TextDelta,
    TurnUsage,
)
from packages.contracts.genui import GenUi
from packages.core.events import NewEvent
from packages.domain.conversation.model import ChatSession, SessionStatus, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a turn came to, as its client is told."""

    turn: Turn
    session: ChatSession
    phase: Phase
    kyc_is_complete: bool
    missing_fields: tuple[str, ...]
    usage: TurnUsage
    title: str
    message_id: str | None
    late_text: str = ""
    cards: tuple[GenUi, ...] = ()
    error: StreamErrorDetail | None = None
    deployment: DeploymentSummary | None = None


def status_in(phase: Phase) -> SessionStatus:
    return {Phase.COMPLETED: SessionStatus.COMPLETED, Phase.ERROR: SessionStatus.ERROR}.get(phase, SessionStatus.ACTIVE)


def tail_of(ending: Ending) -> tuple[NewEvent, ...]:
    """Cards, the change of phase, the text that was not shown yet, and the one `done`."""
    told: list[ChatEvent] = [GenUiEvent(payload=card) for card in ending.cards]
    if ending.phase != ending.turn.phase:
        told.append(PhaseChange(from_phase=Phase(ending.turn.phase), to_phase=ending.phase))
    if ending.late_text:
        told.append(TextDelta(delta=ending.late_text))
    return tuple(map(new_event, [*told, _done(ending)]))


def _done(ending: Ending) -> Done:
    return Done(
        session_id=ending.session.id,
        turn_id=ending.turn.id,
        phase=ending.phase,
        status=status_in(ending.phase).value,
        kyc_status="complete" if ending.kyc_is_complete else "incomplete",
        missing_fields=list(ending.missing_fields),
        usage=ending.usage,
        assistant_message_id=ending.message_id,
        session_title=ending.title,
        stream_error=ending.error.message if ending.error else None,
        stream_error_detail=ending.error,
        deployment=ending.deployment,
    )
