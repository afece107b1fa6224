"""What a model reads in a turn: earlier messages as far as they fit, the session's state, and the person's words."""

import json
from collections.abc import Sequence

from apps.api.orchestration.constants import INPUT_BUDGET, STATE_BLOCK
from packages.core.events import JsonObject
from packages.domain.conversation.model import Message

STATE_END = STATE_BLOCK.replace("[", "[/")


def state_block(state: JsonObject) -> str:
    return f"{STATE_BLOCK}\n{json.dumps(state, ensure_ascii=False, default=str)}\n{STATE_END}"


def model_input(
    words: str, state: JsonObject, memory: str | None, earlier: Sequence[Message], instructions: str
) -> tuple[JsonObject, ...]:
    """Items of the Responses API, the person's words last and whole; of `earlier`, the oldest are left out first."""
    told = state_block(state)
    room = INPUT_BUDGET - len(instructions) - len(told) - len(memory or "")
    history = [_item(message.role.value, message.content) for message in _newest(earlier, room)]
    said = words if memory is None else f"{memory}\n\n{words}"
    return (*history, _item("developer", told), _item("user", said))


def _newest(earlier: Sequence[Message], room: int) -> list[Message]:
    kept: list[Message] = []
    for message in reversed(earlier):
        room -= len(message.content)
        if room < 0:
            break
        kept.append(message)
    return kept[::-1]


def _item(role: str, content: str) -> JsonObject:
    return {"role": role, "content": content}
