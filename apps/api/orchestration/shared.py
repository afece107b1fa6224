"""The ports that all stages of a turn share."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from packages.contracts.chat_events import Engine
from packages.contracts.tool_grants import ToolGrant
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Understood

UpstreamEvent: TypeAlias = Mapping[str, object]  # an OpenAI Responses event


@dataclass(frozen=True, slots=True)
class AskedPolicy:
    """What a client asks of a turn's tools. `append` asks for what the stage has anyway, so it changes nothing;
    `replace` leaves only what is named."""

    phase_stage: str | None = None
    tool_mode: Literal["append", "replace"] = "append"
    allowed_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolServer:
    """An MCP server that a model may use in this turn. `token` is a secret: never stored, never shown."""

    server_label: str
    server_url: str
    token: str
    allowed_tools: tuple[str, ...]

    def as_tool(self) -> JsonObject:
        """As a hosted model is handed it."""
        return {
            "type": "mcp",
            "server_label": self.server_label,
            "server_url": self.server_url,
            "headers": {"x-mcp-context": self.token},
            "allowed_tools": list(self.allowed_tools),
            "require_approval": "never",
        }


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """One turn as a streamer gets it. `input` is what a model reads: items of the Responses API, the person's message
    last. `state` and `understood` are the same for the guided rules, which read no prose."""

    owner_id: str
    session_id: str
    turn_id: str
    language: Language
    understood: Understood
    input: Sequence[JsonObject]
    instructions: str
    tools: tuple[ToolServer, ...]
    state: JsonObject
    previous_response_id: str | None
    is_first: bool = False  # nobody has answered the person yet
    tool_choice: Literal["auto", "none", "required"] | None = None


class ChatStreamer(Protocol):
    """Answers a turn as OpenAI Responses events; what goes wrong is raised as a `ParleyError`."""

    @property
    def engine(self) -> Engine: ...

    def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]: ...


class Streamers(Protocol):
    """Who answers: a model where the owner has one, the guided rules where not. A failing model never becomes rules."""

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> ChatStreamer:
        """`by_rules` for what the guided rules say by themselves: no model is asked, and nothing is spent."""
        ...


class Grants(Protocol):
    """Makes the tokens that tools ask for."""

    def issue(self, grant: ToolGrant) -> str: ...


class Spending(Protocol):
    """What a turn has cost, as the ledger has it."""

    async def of_turn(self, owner_id: str, turn_id: str) -> tuple[str | None, str | None]:
        """The model's name and the money, None where nobody knows."""
        ...
