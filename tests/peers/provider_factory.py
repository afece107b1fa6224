"""Our own providers, as the product opens them, for talking to a peer."""

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.providers.auto_provider import KnownProtocols
from src.modules.llm_platform.infrastructure.providers.provider_factory import ProviderFactory
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import desk_tools


def provider_factory() -> ProviderFactory:
    clock = SystemClock()
    return ProviderFactory(
        mcp_tools=desk_tools(),
        conversations=InMemoryConversations(),
        ids=Ids(clock),
        clock=clock,
        protocols=KnownProtocols(),
    )


def peer_config(
    base_url: str, kind: ProviderKind, alias: str = "peer", *, most: int = 64, priority: int = 0
) -> ModelConfig:
    return ModelConfig(
        alias=alias,
        provider=kind,
        model="gpt-4o",
        base_url=base_url,
        api_key=Secret("sk-peer-0123456789"),
        timeouts=ModelTimeouts(connect=30.0, read=120.0, idle=120.0),
        max_output_tokens=most,
        priority=priority,
    )
