"""The server and the provider under test of the conformance suite, and what a provider has to say about itself."""

from collections.abc import AsyncIterator, Callable

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts, ProviderKind, Secret
from tests.conformance.model_provider_asking import no_task_is_left
from tests.conformance.model_provider_faults import KEY
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.steps import JsonObject

OpenOne = Callable[[ModelConfig], ModelProvider]


class ModelProviderSetting:
    """Give `kind`, `dialect`, `open_provider` and the three readers of a request body."""

    kind: ProviderKind

    @pytest.fixture
    def dialect(self) -> Dialect:
        """What the server speaks."""
        raise NotImplementedError

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        raise NotImplementedError

    def sent_system_message(self, body: JsonObject) -> object:
        raise NotImplementedError

    def sent_schema(self, body: JsonObject) -> object:
        raise NotImplementedError

    def sent_limit(self, body: JsonObject) -> object:
        raise NotImplementedError

    def address(self, server: ModelServer) -> str:
        return server.base_url

    @pytest.fixture
    async def server(self, dialect: Dialect) -> AsyncIterator[ModelServer]:
        """At the end of every test the script is spent, no connection is open and no task is left."""
        async with ModelServer(dialects=[dialect]) as server:
            yield server
            server.assert_spent()
            await server.wait_until_idle()
        await no_task_is_left()

    @pytest.fixture
    def config(self, server: ModelServer) -> ModelConfig:
        """Waits so long that only the server or the client's own leaving can end a silence."""
        return ModelConfig(
            alias="main",
            provider=self.kind,
            model="scripted-1",
            base_url=self.address(server),
            api_key=Secret(KEY),
            timeouts=ModelTimeouts(connect=60.0, read=60.0, idle=60.0),
        )

    @pytest.fixture
    async def open_one(self) -> AsyncIterator[OpenOne]:
        opened: list[ModelProvider] = []

        def open_it(config: ModelConfig) -> ModelProvider:
            opened.append(self.open_provider(config))
            return opened[-1]

        yield open_it
        for provider in opened:
            await provider.aclose()

    @pytest.fixture
    def provider(self, config: ModelConfig, open_one: OpenOne) -> ModelProvider:
        return open_one(config)
