"""Moves between phases at the end of a turn, and what a phase leaves to the next one."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.api.agents.phases import Phase, moves_by
from apps.api.agents.protocol import PhaseBlock, PhaseResult
from apps.api.orchestration.types import _TurnPreparation, _TurnStreamState
from packages.core.events import JsonObject
from packages.domain.conversation.model import Role, SessionMessage, Transition

KEY = "carryover"
TRIGGER = "chat_turn"
_MESSAGES = 6
_LONGEST = 600  # characters of each


def remember(before: Phase, after: Phase, said: Sequence[SessionMessage], block: PhaseBlock) -> JsonObject:
    """`said` is the conversation; what was said in `before` counts."""
    heard = [each for each in said if each.phase == before.value and each.role is not Role.SYSTEM]
    lines = [f"{message.role.value}: {_short(message.content)}" for message in heard[-_MESSAGES:]]
    settled = json.dumps(dict(block.profile), ensure_ascii=False, sort_keys=True)
    return {"phase": after.value, "from_phase": before.value, "memory": "\n".join([f"settled: {settled}", *lines])}


def carried(metadata: JsonObject, phase: Phase) -> str | None:
    """The memory block that is due in this phase."""
    kept = metadata.get(KEY)
    if not isinstance(kept, dict) or kept.get("phase") != phase.value:
        return None
    return f"[PHASE MEMORY: {kept.get('from_phase')}]\n{kept.get('memory')}\n[/PHASE MEMORY]"


def consumed(metadata: JsonObject) -> JsonObject:
    return {name: value for name, value in metadata.items() if name != KEY}


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def is_whole(state: _TurnStreamState) -> bool:
    """Neither broken nor stopped."""
    return state.stream_error_detail is None and not state.stopped


def as_far_as_whole(result: PhaseResult, state: _TurnStreamState) -> PhaseResult:
    """What a person saw only a part of moves no phase: the same words can be said again."""
    return result if is_whole(state) else replace(result, completed=False, next_phase=None, profile=None)


def transitions_of(prepared: _TurnPreparation, result: PhaseResult, at: datetime) -> tuple[Transition, ...]:
    """The moves of a turn, oldest first: who leaves a late phase for an early one passes those between. Raises
    `ForbiddenMove`."""
    after = result.next_phase
    if not result.completed or after is None or after is prepared.phase_before:
        return ()
    moves = moves_by(prepared.phase_before, result.via, after)
    return tuple(_move(prepared, result, before, then, at) for before, then in moves)


def _move(prepared: _TurnPreparation, result: PhaseResult, before: Phase, after: Phase, at: datetime) -> Transition:
    return Transition(
        from_phase=before.value,
        to_phase=after.value,
        trigger=TRIGGER,
        reason=result.transition_reason,
        blocker=result.blocker,
        created_at=at,
        metadata={"turn_id": prepared.turn.id, "stage": prepared.pieces.policy.phase_stage},
    )


def phase_after(prepared: _TurnPreparation, transitions: Sequence[Transition]) -> Phase:
    return Phase(transitions[-1].to_phase) if transitions else prepared.phase_before
