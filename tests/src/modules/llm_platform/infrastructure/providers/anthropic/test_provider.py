"""The Anthropic provider against a scripted server: what all providers do, and what it sends."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools, ModelProvider
from src.modules.llm_platform.domain.errors import ModelBusy, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.domain.requests import ModelRequest, OutputSchema
from tests.conformance.model_provider_conformance import ModelProviderConformance
from tests.conformance.tool_turn_conformance import TURN, ToolTurnConformance, text_of, told
from tests.fakes.clock import StoppedClock
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import desk_tools
from tests.servers.anthropic_server import AnthropicDialect
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.steps import Events, JsonObject, Reply, Status, Step

if TYPE_CHECKING:
    from src.modules.llm_platform.infrastructure.providers.anthropic.provider import AnthropicProvider

_SCHEMA = OutputSchema("verdict", {"type": "object", "properties": {"verdict": {"type": "string"}}})


def anthropic_provider(config: ModelConfig) -> "AnthropicProvider":
    clock = StoppedClock()
    return provider_with(config, desk_tools(), InMemoryConversations(), Ids(clock), clock)


def provider_with(
    config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: Clock
) -> "AnthropicProvider":
    """Imported on use, as the desk does: the SDK takes seconds."""
    from src.modules.llm_platform.infrastructure.providers.anthropic.provider import AnthropicProvider

    return AnthropicProvider(config, tools, conversations, ids, clock)


class TestAnthropicProvider(ModelProviderConformance):
    kind = ProviderKind.ANTHROPIC

    @pytest.fixture
    def dialect(self) -> Dialect:
        return AnthropicDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        return anthropic_provider(config)

    def address(self, server: ModelServer) -> str:
        return server.root

    def sent_system_message(self, body: JsonObject) -> object:
        return body.get("system")

    def sent_schema(self, body: JsonObject) -> object:
        asked: Any = body.get("output_config")
        return asked["format"]["schema"] if asked else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_tokens")


class TestAnthropicToolTurns(ToolTurnConformance):
    kind = ProviderKind.ANTHROPIC

    @pytest.fixture
    def dialect(self) -> Dialect:
        return AnthropicDialect()

    @pytest.fixture
    def cut_in_call(self) -> Step:
        use = {"type": "tool_use", "id": "c", "name": "desk__add", "input": {}}
        return Events(
            [_START, _begin(use), _delta(partial_json='{"a": 2'), _STOPPED | {"delta": {"stop_reason": "max_tokens"}}]
        )

    def open_tool_provider(
        self, config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: StoppedClock
    ) -> ModelProvider:
        return provider_with(config, tools, conversations, ids, clock)

    def offered_functions(self, body: JsonObject) -> list[str]:
        tools: Any = body.get("tools", [])
        return [tool["name"] for tool in tools]

    def sent_tool_choice(self, body: JsonObject) -> object:
        choice: Any = body.get("tool_choice", {"type": "none"})
        return {"auto": "auto", "any": "required", "none": None}[choice["type"]]

    def sent_results(self, body: JsonObject) -> list[tuple[str, str]]:
        blocks = [block for _, block in _blocks(body) if block["type"] == "tool_result"]
        return [(block["tool_use_id"], block["content"]) for block in blocks]

    def sent_turns(self, body: JsonObject) -> list[tuple[str, str]]:
        return [(role, block["text"]) for role, block in _blocks(body) if block["type"] == "text"]

    def sent_system(self, body: JsonObject) -> str:
        return str(body["system"])


def _blocks(body: JsonObject) -> list[tuple[str, dict[str, Any]]]:
    messages: Any = body["messages"]
    assert [message["role"] for message in messages] == [("user", "assistant")[n % 2] for n in range(len(messages))]
    return [(message["role"], block) for message in messages for block in message["content"]]


_USAGE = {"input_tokens": 5, "output_tokens": 1}
_START: JsonObject = {"type": "message_start", "message": {"id": "m", "content": [], "usage": _USAGE}}
_STOPPED: JsonObject = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}


def _begin(block: Mapping[str, object], index: int = 0) -> JsonObject:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int = 0, **fields: str) -> JsonObject:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "some_delta", **fields}}


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer(dialects=[AnthropicDialect()]) as server:
        yield server
        server.assert_spent()


@pytest.fixture
async def provider(server: ModelServer) -> AsyncIterator[ModelProvider]:
    config = ModelConfig(
        alias="main",
        provider=ProviderKind.ANTHROPIC,
        model="claude",
        base_url=server.base_url,
        api_key=Secret("sk-ant"),
    )
    provider = anthropic_provider(config)
    yield provider
    await provider.aclose()


def refused(message: str) -> Status:
    return Status(400, body={"type": "error", "error": {"type": "invalid_request_error", "message": message}})


async def test_an_address_may_end_in_v1(server: ModelServer, provider: ModelProvider) -> None:
    server.will(Reply("Hold."))
    assert (await provider.generate(ModelRequest(prompt="Judge."))).text == "Hold."
    assert server.last.path == "/v1/messages"
    assert server.last.headers["x-api-key"] == "sk-ant"


def test_an_address_that_is_none_is_refused() -> None:
    config = ModelConfig(alias="main", provider=ProviderKind.ANTHROPIC, model="claude", base_url="http://[::1")
    with pytest.raises(ModelRefused, match="base_url"):
        anthropic_provider(config)


async def test_a_refused_temperature_is_left_out_and_not_sent_again(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(refused("temperature: Extra inputs are not permitted"), Reply(), Reply())
    request = ModelRequest(prompt="Judge.", temperature=1.5)
    await provider.generate(request)
    await provider.generate(request)
    assert [each.body.get("temperature") for each in server.requests] == [1.0, None, None]


async def test_a_model_that_takes_no_schema_is_asked_in_words(server: ModelServer, provider: ModelProvider) -> None:
    server.will(refused("output_config.format is not supported by this model"), Reply("{}"), Reply("{}"))
    request = ModelRequest(prompt="Judge.", system_message="You are a judge.", schema=_SCHEMA)
    await provider.generate(request)
    await provider.generate(request)
    assert ["output_config" in each.body for each in server.requests] == [True, False, False]
    assert str(server.last.body["system"]).startswith("You are a judge.")
    assert "verdict" in str(server.last.body["system"])


async def test_a_schema_that_is_refused_does_not_speak_against_the_next(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(refused("schema: additionalProperties must be false"), Reply("{}"), Reply("{}"))
    for _ in range(2):
        await provider.generate(ModelRequest(prompt="Judge.", schema=_SCHEMA))
    assert ["output_config" in each.body for each in server.requests] == [True, False, True]


async def test_another_refusal_is_final(server: ModelServer, provider: ModelProvider) -> None:
    server.will(refused("prompt is too long"))
    with pytest.raises(ModelRefused):
        await provider.generate(ModelRequest(prompt="Judge.", schema=_SCHEMA))


async def test_thinking_is_told_apart_and_shown_again_signed_after_a_tool(
    server: ModelServer, provider: ModelProvider
) -> None:
    thinking = [
        _begin({"type": "thinking", "thinking": "", "signature": ""}),
        _delta(thinking="Let me "),
        _delta(thinking="add."),
        _delta(signature="sig=="),
    ]
    use = {"type": "tool_use", "id": "c", "name": "desk__add", "input": {"a": 2, "b": 3}}
    server.will(Events([_START, *thinking, _begin(use, 1), _STOPPED]), Reply("It is 5."), Reply("Yes."))
    events = await told(provider)
    thought = "".join(event["delta"] for event in events if event["type"] == "response.reasoning_text.delta")
    assert thought == "Let me add."
    assert text_of(events) == "It is 5."
    messages: Any = server.last.body["messages"]
    assert messages[1]["content"][0] == {"type": "thinking", "thinking": "Let me add.", "signature": "sig=="}
    assert messages[1]["content"][1] == use
    following = replace(TURN, tools=(), previous_response_id=events[-1]["response"]["id"])
    await told(provider, following)
    assert "thinking" not in str(server.last.body)


async def test_an_overloaded_server_in_the_middle_of_a_stream_is_busy(
    server: ModelServer, provider: ModelProvider
) -> None:
    overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    server.will(Events([_START, overloaded]))
    with pytest.raises(ModelBusy) as caught:
        await told(provider)
    assert caught.value.retryable
    assert caught.value.may_be_paid


async def test_what_was_said_as_system_goes_into_the_system_message(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(Reply("Fine."))
    said = ({"role": "developer", "content": "It is Monday."}, {"role": "user", "content": "How?"})
    await told(provider, replace(TURN, input=said))
    assert server.last.body["system"] == "You are a desk.\n\nIt is Monday."
    assert _blocks(server.last.body) == [("user", {"type": "text", "text": "How?"})]
