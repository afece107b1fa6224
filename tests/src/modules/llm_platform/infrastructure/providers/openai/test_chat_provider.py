"""The chat-completions provider against a scripted server: what all providers do, and what it sends."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, ModelRequest, OutputSchema
from src.modules.llm_platform.infrastructure.providers.openai.chat_provider import ChatCompletionsProvider
from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
from tests.conformance.model_provider_conformance import ModelProviderConformance
from tests.fakes.clock import StoppedClock
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import desk_tools
from tests.servers.chat_dialect import ChatDialect
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.steps import Json, JsonObject, Reply, Status

_OPEN = OutputSchema("a verdict", {"type": "object", "properties": {"verdict": {"type": "string"}}})
_CLOSED = OutputSchema("verdict", {**_OPEN.json_schema, "required": ["verdict"], "additionalProperties": False})


def chat_provider(config: ModelConfig) -> ChatCompletionsProvider:
    clock = StoppedClock()
    return ChatCompletionsProvider(
        config, open_client(config), desk_tools(), InMemoryConversations(), Ids(clock), clock
    )


class TestChatCompletionsProvider(ModelProviderConformance):
    kind = ProviderKind.CHAT_COMPLETIONS

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ChatDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        return chat_provider(config)

    def sent_system_message(self, body: JsonObject) -> object:
        messages = body["messages"]
        assert isinstance(messages, list)
        return next((message["content"] for message in messages if message["role"] == "system"), None)

    def sent_schema(self, body: JsonObject) -> object:
        asked = body.get("response_format")
        return asked["json_schema"]["schema"] if isinstance(asked, dict) else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_tokens")


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer(dialects=[ChatDialect()]) as server:
        yield server
        server.assert_spent()


@pytest.fixture
async def provider(server: ModelServer) -> AsyncIterator[ModelProvider]:
    config = ModelConfig(
        alias="main", provider=ProviderKind.CHAT_COMPLETIONS, model="deepseek-chat", base_url=server.base_url
    )
    provider = chat_provider(config)
    yield provider
    await provider.aclose()


def refused(message: str, parameter: str | None = None) -> Status:
    return Status(400, body={"error": {"message": message, "type": "invalid_request_error", "param": parameter}})


def _formats(server: ModelServer) -> list[object]:
    asked = [request.body.get("response_format") for request in server.requests]
    return [each["type"] if isinstance(each, dict) else None for each in asked]


async def test_a_server_that_knows_no_schema_is_asked_for_an_object_and_then_in_words(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(
        refused("This response_format type is unavailable now"),
        refused("'response_format.type' must be 'text'"),
        Reply("{}"),
        Reply("{}"),
    )
    request = ModelRequest(prompt="Judge.", system_message="You are a judge.", schema=_CLOSED)
    assert (await provider.generate(request)).text == "{}"
    await provider.generate(request)
    assert _formats(server) == ["json_schema", "json_object", None, None]
    system = str(server.last.body["messages"])
    assert "You are a judge." in system
    assert "JSON Schema" in system
    assert "verdict" in system


async def test_a_refusal_that_does_not_say_why_is_taken_to_mean_the_schema(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(Status(422, body={"detail": "Unprocessable"}), Reply("{}"))
    await provider.generate(ModelRequest(prompt="Judge.", schema=_CLOSED))
    assert _formats(server) == ["json_schema", "json_object"]
    assert "JSON" in str(server.last.body["messages"])


async def test_one_refused_schema_does_not_speak_against_the_next(server: ModelServer, provider: ModelProvider) -> None:
    server.will(refused("Invalid schema for response_format 'verdict'", "response_format"), Reply("{}"), Reply("{}"))
    await provider.generate(ModelRequest(prompt="Judge.", schema=_OPEN))
    await provider.generate(ModelRequest(prompt="Judge.", schema=_CLOSED))
    assert _formats(server) == ["json_schema", "json_object", "json_schema"]


async def test_a_schema_that_is_not_closed_is_not_called_strict(server: ModelServer, provider: ModelProvider) -> None:
    server.will(Reply("{}"), Reply("{}"))
    for schema in (_OPEN, _CLOSED):
        await provider.generate(ModelRequest(prompt="Judge.", schema=schema))
    formats = [request.body["response_format"] for request in server.requests]
    assert [each["json_schema"]["strict"] for each in formats if isinstance(each, dict)] == [False, True]
    assert [each["json_schema"]["name"] for each in formats if isinstance(each, dict)] == ["a_verdict", "verdict"]


async def test_the_name_of_the_limit_is_learned_and_remembered(server: ModelServer, provider: ModelProvider) -> None:
    message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    server.will(refused(message, "max_tokens"), Reply(), Reply())
    request = ModelRequest(prompt="Hello", max_output_tokens=99)
    await provider.generate(request)
    await provider.generate(request)
    sent = [("max_tokens" in each.body, each.body.get("max_completion_tokens")) for each in server.requests]
    assert sent == [(True, None), (False, 99), (False, 99)]


async def test_a_limit_that_is_too_high_is_refused_and_nothing_is_learned(
    server: ModelServer, provider: ModelProvider
) -> None:
    too_high = refused("max_tokens must be at most 8192", "max_tokens")
    server.will(too_high, too_high, Reply())
    with pytest.raises(ModelRefused):
        await provider.generate(ModelRequest(prompt="Hello", max_output_tokens=99_999))
    await provider.generate(ModelRequest(prompt="Hello", max_output_tokens=99))
    assert server.last.body["max_tokens"] == 99


async def test_a_refused_temperature_is_left_out(server: ModelServer, provider: ModelProvider) -> None:
    message = "Unsupported value: 'temperature' does not support 0.7. Only the default (1) value is supported."
    server.will(refused(message, "temperature"), Reply(), Reply())
    request = ModelRequest(prompt="Hello", temperature=0.7)
    await provider.generate(request)
    await provider.generate(request)
    assert ["temperature" in each.body for each in server.requests] == [True, False, False]


async def test_a_text_that_is_too_long_is_asked_once(server: ModelServer, provider: ModelProvider) -> None:
    server.will(refused("This model's maximum context length is 4096 tokens."))
    with pytest.raises(ModelRefused):
        await provider.generate(ModelRequest(prompt="Long.", schema=_CLOSED))


async def test_openai_itself_is_first_asked_with_the_new_name_of_the_limit() -> None:
    from src.modules.llm_platform.infrastructure.providers.openai.chat_connection import answer_body, first_guess

    config = ModelConfig(alias="main", provider=ProviderKind.CHAT_COMPLETIONS, model="gpt")
    assert "max_completion_tokens" in answer_body(config, ModelRequest(prompt="Hello"), first_guess(config))
    local = replace(config, base_url="http://localhost:11434/v1")
    assert "max_tokens" in answer_body(local, ModelRequest(prompt="Hello"), first_guess(local))


def completion(message: JsonObject, finish: str | None = "stop") -> Json:
    return Json({"id": "c1", "choices": [{"index": 0, "message": message, "finish_reason": finish}]})


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_what_the_model_thought_is_not_part_of_the_answer(
    server: ModelServer, provider: ModelProvider, field: str
) -> None:
    server.will(completion({"role": "assistant", "content": "Hold.", field: "The market is quiet, so…"}))
    answer = await provider.generate(ModelRequest(prompt="Judge."))
    assert (answer.text, answer.usage) == ("Hold.", None)


async def test_a_refusal_by_the_model_is_an_answer_that_was_filtered(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(completion({"role": "assistant", "content": None, "refusal": "I cannot help with that."}))
    answer = await provider.generate(ModelRequest(prompt="Judge."))
    assert (answer.text, answer.finish) == ("I cannot help with that.", Finish.FILTERED)
