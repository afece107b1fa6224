"""Builds chat-completions messages from what the desk asks and from what was said before."""

import json
from collections.abc import Mapping, Sequence

from src.modules.llm_platform.domain.requests import InputItem, OutputSchema
from src.modules.llm_platform.infrastructure.providers.model_deltas import Message

_KEPT = ("role", "content", "tool_calls", "tool_call_id")
_TEXT_PARTS = ("input_text", "output_text", "text")


def messages_of(said: str | Sequence[InputItem]) -> list[Message]:
    """Responses input as chat messages; items that are not messages are left out."""
    if isinstance(said, str):
        return [{"role": "user", "content": said}]
    return [
        {"role": _role(item), "content": text_of(item["content"])}
        for item in said
        if "role" in item and "content" in item
    ]


def text_of(content: object) -> str:
    """The text of a message whose content is a text or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    return "".join(
        str(part.get("text", "")) for part in parts if isinstance(part, Mapping) and part.get("type") in _TEXT_PARTS
    )


def with_system(system: str | None, messages: Sequence[Message]) -> list[Message]:
    return [{"role": "system", "content": system}, *messages] if system else list(messages)


def spoken_message(text: str, calls: Sequence[tuple[str, str, str]], echo: Message) -> Message:
    """What the model said in a round; a call is its id, its function and its arguments."""
    message: dict[str, object] = {"role": "assistant", "content": text, **echo}
    if calls:
        message["tool_calls"] = [
            {"id": call_id, "type": "function", "function": {"name": function, "arguments": arguments}}
            for call_id, function, arguments in calls
        ]
    return message


def result_message(call_id: str, text: str) -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def kept(messages: Sequence[Message]) -> list[Message]:
    """What is worth remembering after the turn: no thinking, and nothing that only one server understands."""
    return [{key: message[key] for key in _KEPT if key in message} for message in messages]


def schema_sentence(schema: OutputSchema) -> str:
    """For servers that cannot be held to a schema."""
    text = json.dumps(schema.json_schema, ensure_ascii=False)
    return f"Answer with one JSON object and nothing else. It must match this JSON Schema:\n{text}"


def joined(*parts: str | None) -> str | None:
    """The parts of a system message that are there."""
    return "\n\n".join(part for part in parts if part) or None


def _role(item: InputItem) -> str:
    role = str(item["role"])
    # Chat-completions servers other than OpenAI's know no developer.
    return "system" if role == "developer" else role
