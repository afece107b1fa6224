"""What a scripted model server can be told to do with the next request: answer it, or fail in a given way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from src.modules.llm_platform.domain.requests import Finish, TokenUsage

JsonObject = dict[str, object]
USAGE = TokenUsage(input_tokens=11, output_tokens=7, cached_tokens=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A function that the model wants called; `arguments` as the model wrote them, valid JSON or not."""

    id: str
    name: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedMcpCall:
    """A tool that the maker of the model called by itself (Responses only)."""

    server_label: str
    name: str
    arguments: str = "{}"
    output: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A good answer. `usage` None: the server does not say. `piece`: how many characters go into one delta."""

    text: str = "Hello, 世界!"
    usage: TokenUsage | None = USAGE
    finish: Finish = Finish.STOP
    tool_calls: tuple[ToolCall, ...] = ()
    mcp_calls: tuple[HostedMcpCall, ...] = ()
    piece: int = 4


def ToolCalls(calls: Sequence[ToolCall], text: str = "") -> Reply:
    """The model asks for tools instead of answering."""
    return Reply(text, tool_calls=tuple(calls))


def EmptyOutput() -> Reply:
    """The model ends at once and says nothing."""
    return Reply("", usage=TokenUsage(input_tokens=11, output_tokens=0))


@dataclass(frozen=True, slots=True)
class Status:
    """An HTTP status instead of an answer; a `body` that is no text is sent as JSON."""

    code: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, object] | str = field(default_factory=lambda: {"error": {"message": "scripted"}})


@dataclass(frozen=True, slots=True)
class CutMidChunk:
    """So many events, half of the next one, and the connection is closed. Without `framed` the body has neither
    length nor chunks, so the cut looks like its end."""

    after_events: int = 3
    framed: bool = True
    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class MissingCompleted:
    """All deltas, then a clean end of the body, without the event that says that the answer is complete."""

    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class Hang:
    """Says nothing more until the client leaves. `after_events` None: not even the headers are sent."""

    after_events: int | None = None
    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class SlowDrip:
    """A good answer, one event (or, without streaming, one byte) every `interval` seconds."""

    interval: float
    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class MalformedChunk:
    """So many events, then one that is no JSON; without streaming, a body that is no JSON."""

    after_events: int = 3
    data: bytes = b'{"type": "response.output_text.del'
    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class ConnectionReset:
    """The request is read and the connection reset."""


@dataclass(frozen=True, slots=True)
class WrongContentType:
    """200 with a page for people, as a captive portal or a wrong base URL gives."""

    content_type: str = "text/html; charset=utf-8"
    body: str = "<html><body>Sign in to continue</body></html>"


@dataclass(frozen=True, slots=True)
class Events:
    """Exactly these server-sent events, then `ending`: the clean end of the body, or silence."""

    events: Sequence[Mapping[str, object]]
    ending: Literal["close", "hang"] = "close"


@dataclass(frozen=True, slots=True)
class Json:
    """200 with exactly this body."""

    body: object


Step = (
    Reply
    | Status
    | CutMidChunk
    | MissingCompleted
    | Hang
    | SlowDrip
    | MalformedChunk
    | ConnectionReset
    | WrongContentType
    | Events
    | Json
)
