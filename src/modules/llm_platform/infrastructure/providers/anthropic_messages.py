"""Chat messages as Anthropic wants them: only two roles in turn, and tools as blocks of content."""

import json
import re
from collections.abc import Mapping, Sequence

from src.modules.llm_platform.infrastructure.providers.model_deltas import Message

Block = Mapping[str, object]
ECHO = "thinking_blocks"
_NOT_ALLOWED = re.compile(r"[^a-zA-Z0-9_-]")


def blocks_of(messages: Sequence[Message]) -> list[Message]:
    """Neighbours of one role become one message; what is empty is left out, because the server refuses it."""
    turns: list[tuple[str, list[Block]]] = []
    for message in messages:
        if message["role"] == "system":
            continue
        role = "assistant" if message["role"] == "assistant" else "user"
        if not turns or turns[-1][0] != role:
            turns.append((role, []))
        turns[-1][1].extend(_blocks(message))
    return [{"role": role, "content": blocks} for role, blocks in turns if blocks]


def system_of(messages: Sequence[Message]) -> str:
    """What was said in the role of the system in the middle of the conversation."""
    return "\n\n".join(str(message["content"]) for message in messages if message["role"] == "system")


def _blocks(message: Message) -> list[Block]:
    text = str(message.get("content") or "")
    if message["role"] == "tool":
        return [{"type": "tool_result", "tool_use_id": _call_id(message["tool_call_id"]), "content": text}]
    thinking = message.get(ECHO, ())
    calls = message.get("tool_calls", ())
    blocks: list[Block] = [*thinking] if isinstance(thinking, Sequence) else []
    if text:
        blocks.append({"type": "text", "text": text})
    return [*blocks, *map(_tool_use, calls if isinstance(calls, Sequence) else ())]


def _tool_use(call: Mapping[str, Mapping[str, object]]) -> Block:
    function = call["function"]
    return {
        "type": "tool_use",
        "id": _call_id(call["id"]),
        "name": function["name"],
        "input": json.loads(str(function["arguments"])),
    }


def _call_id(value: object) -> str:
    """Ids that another server gave may hold characters that this one refuses."""
    return _NOT_ALLOWED.sub("_", str(value))
