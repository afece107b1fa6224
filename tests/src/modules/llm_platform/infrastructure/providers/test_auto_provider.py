"""The provider that finds out for itself what a server speaks."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelBusy, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, Provider
from src.modules.llm_platform.infrastructure.providers.auto_provider import AutoProvider
from src.modules.llm_platform.infrastructure.providers.protocol_memory import KnownProtocols
from src.modules.llm_platform.infrastructure.providers.provider_factory import ProviderFactory
from src.modules.llm_platform.infrastructure.providers.responses_provider import ResponsesProvider
from tests.conformance.model_provider_asking import ASK, all_events, fault_of
from tests.conformance.model_provider_conformance import ModelProviderConformance
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import FakeMcpTools
from tests.servers.chat_dialect import ChatDialect
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.responses_dialect import ResponsesDialect
from tests.servers.steps import JsonObject, Reply, Status

_CHAT, _RESPONSES = "/v1/chat/completions", "/v1/responses"


def _factory(protocols: KnownProtocols) -> ProviderFactory:
    clock = SystemClock()
    return ProviderFactory(
        mcp_tools=FakeMcpTools(),
        conversations=InMemoryConversations(),
        ids=Ids(clock),
        clock=clock,
        protocols=protocols,
    )


class TestAutoProviderBeforeResponses(ModelProviderConformance):
    kind = Provider.AUTO

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ResponsesDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        protocols = KnownProtocols()
        protocols.remember(config, Provider.RESPONSES)
        return _factory(protocols)(config)

    def sent_system_message(self, body: JsonObject) -> object:
        return body.get("instructions")

    def sent_schema(self, body: JsonObject) -> object:
        text = body.get("text")
        return text["format"]["schema"] if isinstance(text, dict) else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_output_tokens")


@asynccontextmanager
async def _opened(server: ModelServer, protocols: KnownProtocols | None = None) -> AsyncIterator[ModelProvider]:
    provider = _factory(protocols or KnownProtocols())(_config(server))
    assert isinstance(provider, AutoProvider)
    yield provider
    await provider.aclose()


def _config(server: ModelServer) -> ModelConfig:
    return ModelConfig(alias="main", provider=Provider.AUTO, model="scripted-1", base_url=server.base_url)


def _paths(server: ModelServer) -> list[str]:
    return [received.path for received in server.requests]


async def test_a_server_that_knows_responses_is_asked_so() -> None:
    async with ModelServer(Reply("One."), Reply("Two.")) as server, _opened(server) as provider:
        assert (await provider.generate(ASK)).text == "One."
        assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert _paths(server) == [_RESPONSES, _RESPONSES]


async def test_a_server_that_knows_only_chat_is_asked_for_responses_once() -> None:
    async with ModelServer(Reply("One."), Reply("Two."), dialects=[ChatDialect()]) as server:
        async with _opened(server) as provider:
            assert (await provider.generate(ASK)).text == "One."
            assert (await provider.generate(ASK)).text == "Two."
        assert _paths(server) == [_RESPONSES, _CHAT, _CHAT]


async def test_a_stream_finds_out_too() -> None:
    async with ModelServer(Reply("One."), Reply("Two."), dialects=[ChatDialect()]) as server:
        async with _opened(server) as provider:
            for _ in range(2):
                assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert _paths(server) == [_RESPONSES, _CHAT, _CHAT]


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_any_way_to_say_no_such_endpoint_is_understood(status: int) -> None:
    async with ModelServer(Status(status, body="nothing here"), Reply("One.")) as server:
        async with _opened(server) as provider:
            assert (await provider.generate(ASK)).text == "One."
        assert _paths(server) == [_RESPONSES, _CHAT]


async def test_what_worked_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "state" / "protocols.json"
    async with ModelServer(Reply(), Reply(), dialects=[ChatDialect()]) as server:
        for _ in range(2):
            async with _opened(server, KnownProtocols(path)) as provider:
                await provider.generate(ASK)
        assert _paths(server) == [_RESPONSES, _CHAT, _CHAT]
        assert server.base_url not in path.read_text()


async def test_a_memory_that_became_wrong_is_corrected() -> None:
    async with ModelServer(Reply(), Reply(), dialects=[ResponsesDialect()]) as server:
        protocols = KnownProtocols()
        protocols.remember(_config(server), Provider.CHAT_COMPLETIONS)
        async with _opened(server, protocols) as provider:
            await provider.generate(ASK)
            await provider.generate(ASK)
        assert _paths(server) == [_CHAT, _RESPONSES, _RESPONSES]


async def test_a_server_that_knows_neither_is_refused_and_not_remembered() -> None:
    async with ModelServer(dialects=[_Nothing()]) as server:
        protocols = KnownProtocols()
        async with _opened(server, protocols) as provider:
            assert isinstance(await fault_of(provider.generate(ASK)), ModelRefused)
            assert isinstance(await fault_of(all_events(provider)), ModelRefused)
        assert protocols.recall(_config(server)) is None


@pytest.mark.parametrize(
    ("status", "fault"),
    [
        (Status(404, body={"error": {"message": "no model scripted-1", "code": "model_not_found"}}), ModelRefused),
        (Status(401), ModelRefused),
        (Status(500), ModelBusy),
    ],
)
async def test_any_other_fault_is_the_servers_answer(status: Status, fault: type[Exception]) -> None:
    async with ModelServer(status) as server:
        async with _opened(server) as provider:
            assert isinstance(await fault_of(provider.generate(ASK)), fault)
        assert _paths(server) == [_RESPONSES]


async def test_a_server_that_takes_no_hosted_tools_is_asked_in_chat_completions() -> None:
    refusal = {"error": {"message": "Invalid value: 'mcp'", "param": "tools[0].type"}}
    async with ModelServer(Status(400, body=refusal), Reply("One."), Reply("Two.")) as server:
        async with _opened(server) as provider:
            assert (await all_events(provider))[-1]["type"] == "response.completed"
            assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert _paths(server) == [_RESPONSES, _CHAT, _CHAT]


@pytest.mark.parametrize("base_url", [None, "https://api.openai.com/v1"])
async def test_openai_itself_is_always_asked_for_responses(base_url: str | None) -> None:
    provider = _factory(KnownProtocols())(
        ModelConfig(alias="main", provider=Provider.AUTO, model="scripted-1", base_url=base_url)
    )
    assert isinstance(provider, ResponsesProvider)
    await provider.aclose()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("no JSON"),
        lambda path: path.write_text('["surprise"]'),
        lambda path: path.write_text('{"x": 1}'),
        lambda path: path.mkdir(),
    ],
)
def test_a_spoiled_file_is_forgotten(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    path = tmp_path / "protocols.json"
    spoil(path)
    config = ModelConfig(alias="main", provider=Provider.AUTO, model="scripted-1", base_url="http://models.example/v1")
    protocols = KnownProtocols(path)
    assert protocols.recall(config) is None
    protocols.remember(config, Provider.CHAT_COMPLETIONS)
    assert protocols.recall(config) is Provider.CHAT_COMPLETIONS


class _Nothing(ChatDialect):
    path = "/v1/nothing"
