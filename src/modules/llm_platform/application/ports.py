"""What the platform needs from the world."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    BudgetState,
    CallAttempt,
    CallLine,
    Reused,
    UsageLine,
)
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice
from src.modules.llm_platform.domain.requests import Event, McpServer, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.domain.search import SearchQuery, SearchResults


class ModelProvider(Protocol):
    """One configured model. Raises `ModelFault`s and nothing else of its own; leaving a stream early, or cancelling,
    closes the connection."""

    async def generate(self, request: ModelRequest) -> ModelAnswer: ...

    def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        """Responses events. A stream that does not end with `response.completed` or `response.incomplete` raises."""
        ...

    async def aclose(self) -> None: ...


class ModelProviders(Protocol):
    """Opens the provider of a configuration; the same configuration gives the same open provider."""

    def provider_for(self, config: ModelConfig) -> ModelProvider: ...

    async def aclose(self) -> None: ...


class ModelConfigs(Protocol):
    """The configurations that one owner may use: the owner's own, and those of the settings."""

    async def active(self, owner_id: str) -> Sequence[ModelConfig]: ...


class Prices(Protocol):
    """The price table."""

    def of(self, config: ModelConfig) -> ModelPrice | None:
        """The configuration's own price, or the table's; None when nobody has stated one."""
        ...


class CallLedger(Protocol):
    """The book of all calls; it also keeps the budgets, in the same transaction."""

    async def begin(self, attempt: CallAttempt) -> Begun | Reused:
        """Writes the try down and reserves for it; a refusal (`BudgetExhausted`, `PriceUnknown`) is written too."""
        ...

    async def settle(self, attempt_id: str, settlement: AttemptEnd) -> None: ...

    async def calls(self, owner_id: str, run_id: str | None = None, limit: int = 100) -> Sequence[CallLine]:
        """The latest tries, newest first."""
        ...

    async def usage(self, owner_id: str, since: date, until: date) -> Sequence[UsageLine]: ...

    async def budgets(self, owner_id: str, run_id: str | None = None) -> Sequence[BudgetState]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class McpTool:
    """A tool as its server describes it."""

    name: str
    description: str
    input_schema: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class McpToolResult:
    """What a tool answered, as text; `is_error` when the tool said that it failed."""

    text: str
    is_error: bool


class McpTools(Protocol):
    """Calls the tools of MCP servers on behalf of models whose maker does not."""

    async def list_tools(self, server: McpServer) -> Sequence[McpTool]:
        """Only the allowed ones; raises `Unavailable` when the server does not answer."""
        ...

    async def call_tool(self, server: McpServer, name: str, arguments: Mapping[str, object]) -> McpToolResult: ...


class Conversations(Protocol):
    """What was said so far, for servers that do not remember it themselves."""

    async def load(self, owner_id: str, response_id: str) -> Sequence[Mapping[str, object]] | None:
        """The messages up to and including this response; None when this owner has no such response."""
        ...

    async def save(self, owner_id: str, response_id: str, messages: Sequence[Mapping[str, object]]) -> None: ...


class IWebSearchProvider(Protocol):
    """A web search."""

    async def search(self, query: SearchQuery) -> SearchResults: ...
