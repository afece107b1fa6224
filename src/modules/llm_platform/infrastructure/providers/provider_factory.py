"""Opens the provider that a configuration names, once for all who ask with it.

A maker's client library is imported when it is first needed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, assert_never

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.infra.providers.market_data.vendors.client_libraries import install_command
from src.modules.llm_platform.application.ports import Conversations, McpTools, ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.auto_provider import AutoProvider, ProtocolMemory, WireProtocol

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from packages.infra.providers.outbound import OutboundRules


class SdkMissing(ModelRefused):
    """The client library of a maker is not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderFactory:
    """Callable from any thread: importing takes long, and so does reading the certificates.

    `guests` says where an address may lead that an owner named; `None` where every owner may go anywhere."""

    mcp_tools: McpTools
    conversations: Conversations
    ids: Ids
    clock: Clock
    protocols: ProtocolMemory
    guests: "OutboundRules | None" = None
    load: Callable[[str], object] = import_module

    def __call__(self, config: ModelConfig) -> ModelProvider:
        match config.provider:
            case ProviderKind.ANTHROPIC:
                return self._anthropic(config)
            case ProviderKind.RESPONSES:
                return self._responses(config, self._client(config))
            case ProviderKind.CHAT_COMPLETIONS:
                return self._chat(config, self._client(config))
            case ProviderKind.AUTO:
                return self._auto(config)
            case _:
                assert_never(config.provider)

    def _auto(self, config: ModelConfig) -> ModelProvider:
        client = self._client(config)
        if _is_openai(config.base_url):
            return self._responses(config, client)
        # All are opened on one client here, so that no import is left for the event loop.
        providers = {
            WireProtocol.RESPONSES: self._responses(config, client, demanding=True),
            WireProtocol.CHAT: self._chat(config, client),
            WireProtocol.ONLY_RESPONSES: self._responses(config, client),
        }
        return AutoProvider(config, providers, self.protocols)

    def _client(self, config: ModelConfig) -> "AsyncOpenAI":
        import openai

        from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
        from src.modules.llm_platform.infrastructure.providers.sdk_faults import translated_faults

        with translated_faults(config, openai):
            return open_client(config, self._rules(config))

    def _responses(self, config: ModelConfig, client: "AsyncOpenAI", *, demanding: bool = False) -> ModelProvider:
        from src.modules.llm_platform.infrastructure.providers.openai.responses_provider import ResponsesProvider

        return ResponsesProvider(config, client, demanding=demanding)

    def _chat(self, config: ModelConfig, client: "AsyncOpenAI") -> ModelProvider:
        from src.modules.llm_platform.infrastructure.providers.openai.chat_provider import ChatCompletionsProvider

        return ChatCompletionsProvider(config, client, self.mcp_tools, self.conversations, self.ids, self.clock)

    def _anthropic(self, config: ModelConfig) -> ModelProvider:
        try:
            self.load("anthropic")
        except ModuleNotFoundError as missing:
            command = install_command("anthropic")
            raise SdkMissing("llm_platform.sdk_missing", alias=config.alias, command=command) from missing
        from src.modules.llm_platform.infrastructure.providers.anthropic.provider import AnthropicProvider

        return AnthropicProvider(config, self.mcp_tools, self.conversations, self.ids, self.clock, self._rules(config))

    def _rules(self, config: ModelConfig) -> "OutboundRules | None":
        """The addresses of the settings are the keeper's own."""
        return self.guests if config.owner_id is not None else None


def _is_openai(base_url: str | None) -> bool:
    return base_url is None or base_url.startswith("https://api.openai.com/")


Open = Callable[[ModelConfig], ModelProvider]


class OpenProviders:
    """Implements `ModelProviders`. When a configuration of a name changes, or more than `most` are open, the older
    provider is closed as soon as nobody uses it."""

    def __init__(self, open_provider: Open, most: int = 200) -> None:
        self._open_provider = open_provider
        self._most = most
        self._shared: OrderedDict[tuple[str | None, str], _SharedProvider] = OrderedDict()
        self._retired: list[_SharedProvider] = []

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        """Costs nothing: what is slow to import or to open waits for the first call."""
        name = (config.owner_id, config.alias)
        shared = self._shared.get(name)
        if shared is None or shared.config != config:
            if shared is not None:
                self._retire(self._shared.pop(name))
            shared = self._shared[name] = _SharedProvider(config, self._open_provider, self._close_retired)
        self._shared.move_to_end(name)
        while len(self._shared) > self._most:
            self._retire(self._shared.popitem(last=False)[1])
        return shared

    async def aclose(self) -> None:
        while self._shared:
            self._retire(self._shared.popitem()[1])
        retired, self._retired = self._retired, []
        for shared in retired:
            await shared.aclose()

    def _retire(self, shared: "_SharedProvider") -> None:
        shared.retired = True
        self._retired.append(shared)

    async def _close_retired(self) -> None:
        """Those in use close themselves when they are left."""
        retired, self._retired = self._retired, []
        for shared in retired:
            if shared.idle:
                await shared.aclose()


class _SharedProvider:
    """A `ModelProvider` that is opened by the first call, and by a late call on one that was closed."""

    def __init__(self, config: ModelConfig, open_provider: Open, on_open: Callable[[], Awaitable[None]]) -> None:
        self.config = config
        self.retired = False
        self._open_provider = open_provider
        self._on_open = on_open
        self._opening = asyncio.Lock()
        self._provider: ModelProvider | None = None
        self._users = 0

    @property
    def idle(self) -> bool:
        return self._users == 0

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        async with self._used() as provider:
            return await provider.generate(request)

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        async with self._used() as provider, aclosing(provider.stream(request)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        provider, self._provider = self._provider, None
        if provider is not None:
            await provider.aclose()

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[ModelProvider]:
        self._users += 1
        try:
            yield await self._opened()
        finally:
            self._users -= 1
            if self.retired and self.idle:
                await self.aclose()

    async def _opened(self) -> ModelProvider:
        async with self._opening:
            if self._provider is None:
                await self._on_open()
                self._provider = await asyncio.to_thread(self._open_provider, self.config)
            return self._provider
