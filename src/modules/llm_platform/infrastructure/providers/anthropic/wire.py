"""The wire to an Anthropic server: the bodies of requests, and what comes back, streamed or whole.

A request has two roles in turn, and tools as blocks of content.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Finish, ModelRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.negotiation import Body
from src.modules.llm_platform.infrastructure.providers.rounds import (
    Message,
    RoundRequest,
    ToolChoice,
    joined,
    schema_sentence,
)
from src.modules.llm_platform.infrastructure.providers.status_faults import ServerWords

_FINISHES = {
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.FILTERED,
}


class ContentBlock(BaseModel):
    """A piece of content: text, thinking, or the use of a tool."""

    type: str
    text: str = ""
    thinking: str = ""
    id: str = ""
    name: str = ""
    input: Mapping[str, object] = Field(default_factory=dict)


class ContentDelta(BaseModel):
    """What is added to a block, or to the message as a whole."""

    type: str = ""
    text: str = ""
    partial_json: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class AnthropicUsage(BaseModel):
    """Counts grow while the answer is streamed; those that are missing have not changed."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None

    def updated(self, later: "AnthropicUsage") -> "AnthropicUsage":
        return self.model_copy(update=later.model_dump(exclude_none=True))

    @property
    def counted(self) -> TokenUsage | None:
        """Anthropic counts what is read from and written to its cache apart from the rest of the input."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        cached = self.cache_read_input_tokens or 0
        return TokenUsage(
            self.input_tokens + cached + (self.cache_creation_input_tokens or 0), self.output_tokens, cached
        )


class Whole(BaseModel):
    """A message, complete or just begun."""

    id: str
    content: list[ContentBlock]
    stop_reason: str | None = None
    usage: AnthropicUsage | None = None

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.content if block.type == "text")


class StreamEvent(BaseModel):
    """One event of a stream; which fields it has depends on its type."""

    type: str
    index: int = 0
    message: Whole | None = None
    content_block: ContentBlock | None = None
    delta: ContentDelta | None = None
    usage: AnthropicUsage | None = None
    error: Mapping[str, object] | None = Field(default=None, repr=False)


def finish_of(reason: str) -> Finish:
    return _FINISHES.get(reason, Finish.STOP)


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


_CHOICES: Mapping[ToolChoice | None, str] = {"auto": "auto", "required": "any", "none": "none", None: "none"}
_HIGHEST_TEMPERATURE = 1.0
_SCHEMA_REFUSED = "output_config|output_format|json_schema|structured|schema"


@dataclass(frozen=True, slots=True)
class AnthropicTerms:
    """Newer models take no temperature; older ones cannot be held to a schema."""

    temperature: bool = True
    schema: bool = True

    def after_refusal(self, words: ServerWords, body: Body) -> "AnthropicTerms | None":
        if "temperature" in body and words.mention("temperature"):
            return replace(self, temperature=False)
        if "output_config" in body and words.mention(_SCHEMA_REFUSED):
            return replace(self, schema=False)
        return None

    def worth_remembering(self, words: ServerWords, before: "AnthropicTerms") -> "AnthropicTerms":
        """A refusal that speaks of the schema may be about this one only."""
        return self if words.mention("not support|output_config") else replace(self, schema=before.schema)


def answer_body(config: ModelConfig, request: ModelRequest, terms: AnthropicTerms) -> Body:
    """One question with one answer."""
    asked = schema_sentence(request.schema) if request.schema and not terms.schema else None
    body = _body(config, request.max_output_tokens, joined(request.system_message, asked))
    body["messages"] = [{"role": "user", "content": request.prompt}]
    if request.schema is not None and terms.schema:
        body["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema.json_schema)}}
    return _with_temperature(body, request.temperature, terms)


def round_body(config: ModelConfig, question: RoundRequest, terms: AnthropicTerms) -> Body:
    """One round of a streamed turn. Tools stay described when none may be called, because what was said may hold
    calls of them."""
    system = joined(question.system, system_of(question.messages))
    body = _body(config, question.max_output_tokens, system) | {
        "messages": blocks_of(question.messages),
        "stream": True,
    }
    if question.catalogue.offered:
        body["tools"] = [
            {"name": each.function, "description": each.tool.description, "input_schema": dict(each.parameters)}
            for each in question.catalogue.offered
        ]
        body["tool_choice"] = {"type": _CHOICES[question.tool_choice]}
    return _with_temperature(body, question.temperature, terms)


def _body(config: ModelConfig, max_tokens: int, system: str | None) -> Body:
    body: Body = {"model": config.model, "max_tokens": max_tokens}
    return body | {"system": system} if system else body


def _with_temperature(body: Body, temperature: float | None, terms: AnthropicTerms) -> Body:
    if temperature is None or not terms.temperature:
        return body
    return body | {"temperature": min(temperature, _HIGHEST_TEMPERATURE)}
