"""Opens `auto` on a scripted server as the product does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.providers.auto_provider import AutoProvider, KnownProtocols
from src.modules.llm_platform.infrastructure.providers.provider_factory import ProviderFactory
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import desk_tools
from tests.servers.model_server import ModelServer

CHAT, RESPONSES = "/v1/chat/completions", "/v1/responses"


def factory(protocols: KnownProtocols, conversations: Conversations | None = None) -> ProviderFactory:
    clock = SystemClock()
    return ProviderFactory(
        mcp_tools=desk_tools(),
        conversations=conversations or InMemoryConversations(),
        ids=Ids(clock),
        clock=clock,
        protocols=protocols,
    )


@asynccontextmanager
async def opened(
    server: ModelServer, protocols: KnownProtocols | None = None, conversations: Conversations | None = None
) -> AsyncIterator[ModelProvider]:
    provider = factory(protocols or KnownProtocols(), conversations)(config_of(server))
    assert isinstance(provider, AutoProvider)
    yield provider
    await provider.aclose()


def config_of(server: ModelServer) -> ModelConfig:
    return ModelConfig(alias="main", provider=ProviderKind.AUTO, model="scripted-1", base_url=server.base_url)


def paths(server: ModelServer) -> list[str]:
    return [received.path for received in server.requests]
