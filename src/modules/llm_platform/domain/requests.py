"""What is asked of a model and what it answers, in Parley's own types."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Event = dict[str, object]  # an OpenAI Responses event: `type`, `sequence_number`, and what the type brings
InputItem = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """The shape that an answer must have, as JSON Schema."""

    name: str
    json_schema: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One question with one answer."""

    prompt: str
    system_message: str | None = None
    temperature: float | None = None
    schema: OutputSchema | None = None
    max_output_tokens: int = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer:
    """A server of tools that the model may use. `headers` hold secrets: never stored, never logged."""

    server_label: str
    server_url: str
    headers: Mapping[str, str]
    allowed_tools: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRequest:
    """One turn of a conversation, answered event by event."""

    owner_id: str
    input: str | tuple[InputItem, ...]
    instructions: str | None = None
    tools: tuple[McpServer, ...] = ()
    previous_response_id: str | None = None
    tool_choice: Literal["auto", "none", "required"] | None = None
    temperature: float | None = None
    max_output_tokens: int = 4096


class Finish(StrEnum):
    """Why the model stopped."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """As the server counted."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0

    @property
    def total(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """`usage` None: the server did not say."""

    text: str
    finish: Finish = Finish.STOP
    usage: TokenUsage | None = None
    response_id: str | None = None


def fingerprint(value: object) -> str:
    """The same content always has the same hash, whatever the order of its keys. Half a surrogate pair is hashed too:
    whoever sends the text refuses it with a sentence."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest()
