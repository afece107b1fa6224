"""Opens the provider that a configuration names; a maker's client library is imported when it is first needed."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, assert_never

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.infra.providers.market_data.vendors.client_libraries import install_command
from src.modules.llm_platform.application.ports import Conversations, McpTools, ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.providers.auto_provider import AutoProvider
from src.modules.llm_platform.infrastructure.providers.protocol_search import ProtocolMemory, Spoken

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class SdkMissing(ModelRefused):
    """The client library of a maker is not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderFactory:
    """Callable from any thread: importing takes long, and so does reading the certificates."""

    mcp_tools: McpTools
    conversations: Conversations
    ids: Ids
    clock: Clock
    protocols: ProtocolMemory
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
            Spoken.RESPONSES: self._responses(config, client, demanding=True),
            Spoken.CHAT: self._chat(config, client),
            Spoken.ONLY_RESPONSES: self._responses(config, client),
        }
        return AutoProvider(config, providers, self.protocols)

    def _client(self, config: ModelConfig) -> "AsyncOpenAI":
        import openai

        from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
        from src.modules.llm_platform.infrastructure.providers.sdk_faults import translated_faults

        with translated_faults(config, openai):
            return open_client(config)

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

        return AnthropicProvider(config, self.mcp_tools, self.conversations, self.ids, self.clock)


def _is_openai(base_url: str | None) -> bool:
    return base_url is None or base_url.startswith("https://api.openai.com/")
