"""One round with a model in any protocol: tools on offer, messages, the request, and the answer in pieces."""

import hashlib
import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from src.modules.llm_platform.application.ports import McpTool
from src.modules.llm_platform.domain.requests import Finish, InputItem, McpServer, OutputSchema, TokenUsage

_LONGEST_NAME = 64
_HASH_LENGTH = 8
_NOT_ALLOWED = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """One tool under the name by which the model calls it."""

    function: str
    server: McpServer
    tool: McpTool

    @property
    def parameters(self) -> Mapping[str, object]:
        """Some servers refuse a schema of parameters that does not say it is an object."""
        return {"type": "object", "properties": {}} | dict(self.tool.input_schema)


@dataclass(slots=True)
class ToolCatalogue:
    """All tools of a turn; a tool that its server did not list, or that is not allowed, is not in it."""

    _offered: dict[str, OfferedTool] = field(default_factory=dict)
    _unreachable: dict[str, str] = field(default_factory=dict)

    def add(self, server: McpServer, tools: Sequence[McpTool]) -> None:
        for tool in tools:
            if tool.name in server.allowed_tools:
                function = self._free_name(f"{server.server_label}__{tool.name}")
                self._offered[function] = OfferedTool(function, server, tool)

    def add_unreachable(self, server: McpServer, reason: str) -> None:
        self._unreachable[server.server_label] = reason

    def find(self, function: str) -> OfferedTool | None:
        return self._offered.get(function)

    @property
    def offered(self) -> Sequence[OfferedTool]:
        return tuple(self._offered.values())

    @property
    def gaps(self) -> str:
        """What the model must know about tools that it does not have; empty when there is nothing to say."""
        return "\n".join(
            f"The tools of {label!r} cannot be reached now ({reason}). Say so where you would need them; "
            "do not make up what they would have answered."
            for label, reason in self._unreachable.items()
        )

    def _free_name(self, wanted: str) -> str:
        name = _NOT_ALLOWED.sub("_", wanted)
        if name == wanted and len(name) <= _LONGEST_NAME and name not in self._offered:
            return name
        mark = hashlib.sha256(f"{wanted} {len(self._offered)}".encode()).hexdigest()[:_HASH_LENGTH]
        return f"{name[: _LONGEST_NAME - _HASH_LENGTH - 1]}_{mark}"


def label_and_name(function: str) -> tuple[str, str]:
    """How a function that nobody offered is shown: the label and the name that it seems to mean."""
    label, found, name = function.partition("__")
    return (label, name) if found else ("", function)


# In the shape of chat-completions messages; `echo` holds what only the server of this turn wants to see again.
Message = Mapping[str, object]
ToolChoice = Literal["auto", "none", "required"]


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of what the model thought before it answered."""

    text: str


@dataclass(frozen=True, slots=True)
class CallOpened:
    """The model begins to call a tool; `slot` numbers the calls of the round from 0, without gaps."""

    slot: int
    call_id: str | None
    function: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """A piece of the JSON text of a call's arguments."""

    slot: int
    text: str


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Why the model stopped, and what it cost. `echo` is merged into the message when this turn continues."""

    finish: Finish
    usage: TokenUsage | None
    echo: Message = field(default_factory=dict)


Delta = AnswerDelta | ReasoningDelta | CallOpened | CallArguments | RoundEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRequest:
    """One round's question. `tool_choice` None: the model is offered no tools."""

    system: str | None
    messages: Sequence[Message]
    catalogue: ToolCatalogue
    tool_choice: ToolChoice | None
    temperature: float | None
    max_output_tokens: int


class SpeakingModel(Protocol):
    """A model that answers one round; its last delta is the `RoundEnd`, or it raises a `ModelFault`."""

    def stream_round(self, question: RoundRequest) -> AsyncGenerator[Delta, None]: ...


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


def assistant_message(text: str, calls: Sequence[tuple[str, str, str]], echo: Message) -> Message:
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
