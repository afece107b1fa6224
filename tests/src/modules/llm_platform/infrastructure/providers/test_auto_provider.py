"""The provider that finds out for itself what a server speaks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelBusy, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.providers.auto_provider import KnownProtocols, WireProtocol
from src.modules.llm_platform.infrastructure.providers.openai.responses_provider import ResponsesProvider
from tests.conformance.model_provider_asking import ASK, TURN, all_events, fault_of
from tests.conformance.model_provider_conformance import ModelProviderConformance
from tests.conformance.tool_turn_conformance import DESK
from tests.servers.chat_dialect import ChatDialect
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.responses_dialect import ResponsesDialect
from tests.servers.steps import JsonObject, Reply, Status, ToolCall, ToolCalls
from tests.src.modules.llm_platform.infrastructure.providers.opened_auto import (
    CHAT,
    RESPONSES,
    config_of,
    factory,
    opened,
    paths,
)


class TestAutoProviderBeforeResponses(ModelProviderConformance):
    kind = ProviderKind.AUTO

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ResponsesDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        protocols = KnownProtocols()
        protocols.remember(config, WireProtocol.RESPONSES)
        return factory(protocols)(config)

    def sent_system_message(self, body: JsonObject) -> object:
        return body.get("instructions")

    def sent_schema(self, body: JsonObject) -> object:
        text = body.get("text")
        return text["format"]["schema"] if isinstance(text, dict) else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_output_tokens")


class TestAutoProviderBeforeChatCompletions(ModelProviderConformance):
    kind = ProviderKind.AUTO

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ChatDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        protocols = KnownProtocols()
        protocols.remember(config, WireProtocol.CHAT)
        return factory(protocols)(config)

    def sent_system_message(self, body: JsonObject) -> object:
        messages = body["messages"]
        assert isinstance(messages, list)
        return next((message["content"] for message in messages if message["role"] == "system"), None)

    def sent_schema(self, body: JsonObject) -> object:
        asked = body.get("response_format")
        return asked["json_schema"]["schema"] if isinstance(asked, dict) else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_tokens")


async def test_a_server_that_knows_responses_is_asked_so() -> None:
    async with ModelServer(Reply("One."), Reply("Two.")) as server, opened(server) as provider:
        assert (await provider.generate(ASK)).text == "One."
        assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, RESPONSES]


async def test_a_server_that_knows_only_chat_is_asked_for_responses_once() -> None:
    async with ModelServer(Reply("One."), Reply("Two."), dialects=[ChatDialect()]) as server:
        async with opened(server) as provider:
            assert (await provider.generate(ASK)).text == "One."
            assert (await provider.generate(ASK)).text == "Two."
        assert paths(server) == [RESPONSES, CHAT, CHAT]


async def test_a_stream_finds_out_too() -> None:
    async with ModelServer(Reply("One."), Reply("Two."), dialects=[ChatDialect()]) as server:
        async with opened(server) as provider:
            for _ in range(2):
                assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, CHAT, CHAT]


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_any_way_to_say_no_such_endpoint_is_understood(status: int) -> None:
    async with ModelServer(Status(status, body="nothing here"), Reply("One.")) as server:
        async with opened(server) as provider:
            assert (await provider.generate(ASK)).text == "One."
        assert paths(server) == [RESPONSES, CHAT]


async def test_what_worked_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "state" / "protocols.json"
    async with ModelServer(Reply(), Reply(), dialects=[ChatDialect()]) as server:
        for _ in range(2):
            async with opened(server, KnownProtocols(path)) as provider:
                await provider.generate(ASK)
        assert paths(server) == [RESPONSES, CHAT, CHAT]
        assert server.base_url not in path.read_text()


async def test_a_memory_that_became_wrong_is_corrected() -> None:
    async with ModelServer(Reply(), Reply(), dialects=[ResponsesDialect()]) as server:
        protocols = KnownProtocols()
        protocols.remember(config_of(server), WireProtocol.CHAT)
        async with opened(server, protocols) as provider:
            await provider.generate(ASK)
            await provider.generate(ASK)
        assert paths(server) == [CHAT, RESPONSES, RESPONSES]


async def test_a_server_that_knows_neither_is_refused_and_not_remembered() -> None:
    async with ModelServer(dialects=[_Nothing()]) as server:
        protocols = KnownProtocols()
        async with opened(server, protocols) as provider:
            assert isinstance(await fault_of(provider.generate(ASK)), ModelRefused)
            assert isinstance(await fault_of(all_events(provider)), ModelRefused)
        assert protocols.recall(config_of(server)) is None


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
        async with opened(server) as provider:
            assert isinstance(await fault_of(provider.generate(ASK)), fault)
        assert paths(server) == [RESPONSES]


async def test_a_server_that_takes_no_hosted_tools_is_asked_in_chat_completions() -> None:
    refusal = {"error": {"message": "Invalid value: 'mcp'", "param": "tools[0].type"}}
    async with ModelServer(Status(400, body=refusal), Reply("One."), Reply("Two.")) as server:
        async with opened(server) as provider:
            for _ in range(2):
                events = await all_events(provider, replace(TURN, tools=(DESK,)))
                assert events[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, CHAT, CHAT]


async def test_a_refusal_of_tools_that_were_not_sent_is_the_servers_answer() -> None:
    refusal = {"error": {"message": "Your text names a tool of war."}}
    async with ModelServer(Status(400, body=refusal), Status(400, body=refusal)) as server:
        async with opened(server) as provider:
            assert isinstance(await fault_of(provider.generate(ASK)), ModelRefused)
            assert isinstance(await fault_of(all_events(provider)), ModelRefused)
        assert paths(server) == [RESPONSES, RESPONSES]


async def test_what_was_told_is_not_told_again_in_another_protocol() -> None:
    call = ToolCall(id="call_1", name="desk__add", arguments='{"a": 1, "b": 2}')
    async with ModelServer(ToolCalls([call]), Status(404, body="gone")) as server:
        protocols = KnownProtocols()
        protocols.remember(config_of(server), WireProtocol.CHAT)
        async with opened(server, protocols) as provider:
            assert isinstance(await fault_of(all_events(provider, replace(TURN, tools=(DESK,)))), ModelRefused)
        assert paths(server) == [CHAT, CHAT]


async def test_a_stream_corrects_a_memory_that_became_wrong() -> None:
    async with ModelServer(Reply(), Reply(), dialects=[ResponsesDialect()]) as server:
        protocols = KnownProtocols()
        protocols.remember(config_of(server), WireProtocol.CHAT)
        async with opened(server, protocols) as provider:
            for _ in range(2):
                assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [CHAT, RESPONSES, RESPONSES]


@pytest.mark.parametrize("base_url", [None, "https://api.openai.com/v1"])
async def test_openai_itself_is_always_asked_for_responses(base_url: str | None) -> None:
    provider = factory(KnownProtocols())(
        ModelConfig(alias="main", provider=ProviderKind.AUTO, model="scripted-1", base_url=base_url)
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
    config = ModelConfig(
        alias="main", provider=ProviderKind.AUTO, model="scripted-1", base_url="http://models.example/v1"
    )
    protocols = KnownProtocols(path)
    assert protocols.recall(config) is None
    protocols.remember(config, WireProtocol.CHAT)
    assert protocols.recall(config) is WireProtocol.CHAT


class _Nothing(ChatDialect):
    path = "/v1/nothing"
