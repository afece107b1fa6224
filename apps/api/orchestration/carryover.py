"""What a phase leaves to the next one: its last words and its results, told once before the person's next message."""

import json
from collections.abc import Sequence

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from packages.core.events import JsonObject
from packages.domain.conversation.model import Message

KEY = "carryover"
_MESSAGES = 6
_LONGEST = 600  # characters of each


def remember(before: Phase, after: Phase, said: Sequence[Message], block: PhaseBlock) -> JsonObject:
    """`said` is the conversation; what was said in `before` counts."""
    spoken = [message for message in said if message.phase == before.value][-_MESSAGES:]
    lines = [f"{message.role.value}: {_short(message.content)}" for message in spoken]
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
