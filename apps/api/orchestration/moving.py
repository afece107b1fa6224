"""Moves between phases at the end of a turn: by the one table, with the reason, and with what is carried over."""

from dataclasses import replace
from datetime import datetime

from apps.api.agents.phases import Phase, require_move
from apps.api.agents.protocol import PhaseResult
from apps.api.orchestration.types import _TurnPreparation, _TurnStreamState
from packages.domain.conversation.model import Transition

TRIGGER = "chat_turn"


def is_whole(state: _TurnStreamState) -> bool:
    """Neither broken nor stopped."""
    return state.stream_error_detail is None and not state.stopped


def as_far_as_whole(result: PhaseResult, state: _TurnStreamState) -> PhaseResult:
    """What a person saw only a part of moves no phase: the same words can be said again."""
    return result if is_whole(state) else replace(result, completed=False, next_phase=None, profile=None)


def transition_of(prepared: _TurnPreparation, result: PhaseResult, at: datetime) -> Transition | None:
    """Raises `ForbiddenMove`."""
    after = result.next_phase
    if not result.completed or after is None or after is prepared.phase_before:
        return None
    require_move(prepared.phase_before, after)
    return Transition(
        from_phase=prepared.phase_before.value,
        to_phase=after.value,
        trigger=TRIGGER,
        reason=result.transition_reason,
        blocker=result.blocker,
        created_at=at,
        metadata={"turn_id": prepared.turn.id, "stage": prepared.pieces.policy.phase_stage},
    )


def phase_after(prepared: _TurnPreparation, transition: Transition | None) -> Phase:
    return prepared.phase_before if transition is None else Phase(transition.to_phase)
