"""Streams of chat-completions servers as they really are, told as Responses events."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from openai.types.responses import ResponseStreamEvent
from pydantic import TypeAdapter

from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelBusy, ModelGarbled, ModelUnreachable
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.providers.openai.chat_provider import ChatCompletionsProvider
from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
from tests.conformance.tool_turn_conformance import ADD, TURN, calls_of, text_of, told, types
from tests.fakes.clock import StoppedClock
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import FakeMcpTools, desk_tools
from tests.servers.chat_chunks import chunk
from tests.servers.chat_dialect import ChatDialect
from tests.servers.model_server import ModelServer
from tests.servers.steps import Events, JsonObject, MalformedChunk, Reply, Status, ToolCalls

_PLAIN = replace(TURN, tools=())
_ARGUMENTS = '{"a": 2, "b": 3}'


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer(dialects=[ChatDialect()]) as server:
        yield server
        server.assert_spent()


@pytest.fixture
def tools() -> FakeMcpTools:
    return desk_tools()


@pytest.fixture
async def provider(server: ModelServer, tools: FakeMcpTools) -> AsyncIterator[ModelProvider]:
    config = ModelConfig(alias="main", provider=ProviderKind.CHAT_COMPLETIONS, model="qwen", base_url=server.base_url)
    clock = StoppedClock()
    provider = ChatCompletionsProvider(config, open_client(config), tools, InMemoryConversations(), Ids(clock), clock)
    yield provider
    await provider.aclose()


async def test_every_event_is_one_of_the_sdks_own(server: ModelServer, provider: ModelProvider) -> None:
    thinking = Events([chunk({"reasoning_content": "Hm."}), chunk({"content": "It is 5."}), chunk({}, "stop")])
    server.will(ToolCalls([ADD], text="Let me add."), thinking)
    one_of_them: TypeAdapter[ResponseStreamEvent] = TypeAdapter(ResponseStreamEvent)
    async for event in provider.stream(TURN):
        parsed: Any = one_of_them.validate_python(event)
        assert parsed.type == event["type"]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_what_the_model_thinks_is_told_apart_from_what_it_says(
    server: ModelServer, provider: ModelProvider, field: str
) -> None:
    pieces: list[JsonObject] = [
        {field: "The market "},
        {field: "is quiet.", "content": None},
        {"content": "Hold"},
        {"content": "."},
    ]
    server.will(Events([*(chunk(piece) for piece in pieces), chunk({}, "stop")]))
    events = await told(provider, _PLAIN)
    assert text_of(events) == "Hold."
    thought = "".join(event["delta"] for event in events if event["type"] == "response.reasoning_text.delta")
    assert thought == "The market is quiet."
    output = events[-1]["response"]["output"]
    assert [item["type"] for item in output] == ["reasoning", "message"]
    assert output[0]["content"] == [{"type": "reasoning_text", "text": "The market is quiet."}]


async def test_thinking_is_shown_to_its_server_again_within_the_turn_and_then_forgotten(
    server: ModelServer, provider: ModelProvider
) -> None:
    call = {"index": 0, "id": "c", "function": {"name": "desk__add", "arguments": _ARGUMENTS}}
    server.will(
        Events([chunk({"reasoning_content": "Add."}), chunk({"tool_calls": [call]}), chunk({}, "tool_calls")]),
        Reply("It is 5."),
        Reply("Yes."),
    )
    first = (await told(provider))[-1]["response"]["id"]
    assert "'reasoning_content': 'Add.'" in str(server.last.body)
    await told(provider, replace(_PLAIN, previous_response_id=first))
    assert "reasoning_content" not in str(server.last.body)


async def test_a_server_that_does_not_count_gives_no_usage(server: ModelServer, provider: ModelProvider) -> None:
    server.will(Reply("Hold.", usage=None))
    assert (await told(provider, _PLAIN))[-1]["response"]["usage"] is None


async def test_one_round_that_was_not_counted_makes_the_sum_unknown(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(ToolCalls([ADD]), Reply("Hold.", usage=None))
    assert (await told(provider))[-1]["response"]["usage"] is None


async def test_usage_that_comes_with_every_chunk_is_counted_once(server: ModelServer, provider: ModelProvider) -> None:
    counts: list[JsonObject] = [{"prompt_tokens": 9, "completion_tokens": n} for n in (1, 2)]
    server.will(Events([chunk({"content": "Ho"}, usage=counts[0]), chunk({"content": "ld"}, "stop", usage=counts[1])]))
    usage = (await told(provider, _PLAIN))[-1]["response"]["usage"]
    assert (usage["input_tokens"], usage["output_tokens"], usage["total_tokens"]) == (9, 2, 11)


async def test_a_server_that_refuses_stream_options_is_asked_without_them(
    server: ModelServer, provider: ModelProvider
) -> None:
    refusal = Status(400, body={"error": {"message": "Unrecognized request argument supplied: stream_options"}})
    server.will(refusal, Reply("Hold."), Reply("Hold."))
    assert types(await told(provider, _PLAIN))[-1] == "response.completed"
    await told(provider, _PLAIN)
    assert ["stream_options" in each.body for each in server.requests] == [True, False, False]


_CALL = {"name": "desk__add", "arguments": _ARGUMENTS}
STREAMS = {
    "a whole call in one chunk": [[{"index": 0, "id": "c", "type": "function", "function": _CALL}]],
    "no id": [[{"index": 0, "function": _CALL}]],
    "no index": [[{"id": "c", "function": _CALL}]],
    "neither id nor index, in pieces": [
        [{"function": {"name": "desk__add", "arguments": ""}}],
        [{"function": {"arguments": _ARGUMENTS[:5]}}],
        [{"function": {"arguments": _ARGUMENTS[5:]}}],
    ],
    "arguments as an object": [[{"index": 0, "function": {"name": "desk__add", "arguments": {"a": 2, "b": 3}}}]],
    "a name in pieces": [
        [{"index": 0, "id": "c", "function": {"name": "desk"}}],
        [{"index": 0, "function": {"name": "__add", "arguments": None}}],
        [{"index": 0, "function": {"arguments": _ARGUMENTS}}],
    ],
    "id and name repeated in every piece": [
        [{"index": 0, "id": "c", "function": {"name": "desk__add", "arguments": _ARGUMENTS[:7]}}],
        [{"index": 0, "id": "c", "function": {"name": "desk__add", "arguments": _ARGUMENTS[7:]}}],
    ],
    "empty ids after the first piece": [
        [{"index": 0, "id": "c", "function": {"name": "desk__add", "arguments": ""}}],
        [{"index": 0, "id": "", "function": {"name": "", "arguments": _ARGUMENTS}}],
    ],
}


@pytest.mark.parametrize("deltas", STREAMS.values(), ids=STREAMS.keys())
@pytest.mark.parametrize("finish", ["tool_calls", "stop"])
async def test_a_call_is_made_however_the_server_sends_it(
    server: ModelServer, provider: ModelProvider, tools: FakeMcpTools, deltas: list[list[object]], finish: str
) -> None:
    server.will(Events([*(chunk({"tool_calls": each}) for each in deltas), chunk({}, finish)]), Reply("It is 5."))
    events = await told(provider)
    assert [(call.name, call.arguments) for call in tools.called] == [("add", {"a": 2, "b": 3})]
    assert text_of(events) == "It is 5."
    messages: Any = server.last.body["messages"]
    assert messages[-2]["tool_calls"][0]["id"] == messages[-1]["tool_call_id"] != ""


TWO_CALLS = {
    "two whole calls in one chunk, without ids and indices": [[{"function": _CALL}, {"function": _CALL}]],
    "two whole calls in two chunks, without ids and indices": [[{"function": _CALL}], [{"function": _CALL}]],
    "every call is number 0, with ids": [
        [{"index": 0, "id": "c1", "function": _CALL}],
        [{"index": 0, "id": "c2", "function": _CALL}],
    ],
    "every call is number 0, without ids": [[{"index": 0, "function": _CALL}], [{"index": 0, "function": _CALL}]],
    "pieces of two calls in turn": [
        [{"index": 0, "id": "c1", "function": {"name": "desk__add", "arguments": _ARGUMENTS[:3]}}],
        [{"index": 1, "id": "c2", "function": {"name": "desk__add", "arguments": _ARGUMENTS[:9]}}],
        [{"index": 0, "function": {"arguments": _ARGUMENTS[3:]}}],
        [{"index": 1, "function": {"arguments": _ARGUMENTS[9:]}}],
    ],
    "ids instead of indices, in turn": [
        [{"id": "c1", "function": {"name": "desk__add", "arguments": _ARGUMENTS[:3]}}],
        [{"id": "c2", "function": {"name": "desk__add", "arguments": _ARGUMENTS[:9]}}],
        [{"id": "c1", "function": {"arguments": _ARGUMENTS[3:]}}],
        [{"id": "c2", "function": {"arguments": _ARGUMENTS[9:]}}],
    ],
}


@pytest.mark.parametrize("deltas", TWO_CALLS.values(), ids=TWO_CALLS.keys())
async def test_two_calls_are_two_calls_however_the_server_sends_them(
    server: ModelServer, provider: ModelProvider, tools: FakeMcpTools, deltas: list[list[object]]
) -> None:
    server.will(Events([*(chunk({"tool_calls": each}) for each in deltas), chunk({}, "tool_calls")]), Reply("5 and 5."))
    events = await told(provider)
    assert [call.arguments for call in tools.called] == [{"a": 2, "b": 3}] * 2
    assert [item["arguments"] for item in calls_of(events)] == [_ARGUMENTS] * 2
    messages: Any = server.last.body["messages"]
    assert len({message["tool_call_id"] for message in messages if message["role"] == "tool"}) == 2


async def test_a_tool_without_parameters_may_be_called_with_nothing(
    server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
) -> None:
    call = {"index": 0, "id": "c", "function": {"name": "desk__fail", "arguments": ""}}
    server.will(Events([chunk({"tool_calls": [call]}), chunk({}, "tool_calls")]), Reply("Well."))
    await told(provider)
    assert [call.arguments for call in tools.called] == [{}]


async def test_arguments_that_are_no_json_are_not_sent_back_to_a_server_that_would_choke_on_them(
    server: ModelServer, provider: ModelProvider
) -> None:
    server.will(ToolCalls([replace(ADD, arguments='{"a": ')]), Reply("Sorry."))
    events = await told(provider)
    messages: Any = server.last.body["messages"]
    assert messages[-2]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert calls_of(events)[0]["arguments"] == '{"a": '


@pytest.mark.parametrize(
    "event",
    [{"choices": "none"}, {"choices": [{"delta": {"content": 5}}]}, {"choices": [{"delta": {"tool_calls": "x"}}]}],
)
async def test_a_chunk_of_the_wrong_shape_is_garbled(
    server: ModelServer, provider: ModelProvider, event: dict[str, object]
) -> None:
    server.will(Events([chunk({"content": "Ho"}), event]))
    with pytest.raises(ModelGarbled) as caught:
        await told(provider, _PLAIN)
    assert caught.value.may_be_paid


@pytest.mark.parametrize("reason", ["abort", "error", "insufficient_system_resource"])
async def test_a_server_that_gives_up_has_not_answered(
    server: ModelServer, provider: ModelProvider, reason: str
) -> None:
    server.will(Events([chunk({"content": "Ho"}), chunk({}, reason)]))
    with pytest.raises(ModelUnreachable) as caught:
        await told(provider, _PLAIN)
    assert caught.value.may_be_paid


async def test_chunks_may_lack_almost_everything(server: ModelServer, provider: ModelProvider) -> None:
    odd: list[JsonObject] = [
        {"choices": None, "usage": {}},
        {"choices": [{"delta": None}], "usage": {"prompt_tokens": None}},
        chunk({"content": None, "tool_calls": None, "role": "assistant"}, ""),
        chunk({"content": [{"type": "text", "text": "Hold."}]}),
        chunk({"tool_calls": []}, "eos"),
    ]
    server.will(Events(odd))
    events = await told(provider, _PLAIN)
    assert text_of(events) == "Hold."
    assert events[-1]["response"]["usage"] is None


async def test_an_error_in_the_middle_of_a_stream_is_a_fault(server: ModelServer, provider: ModelProvider) -> None:
    server.will(Events([chunk({"content": "Ho"}), {"error": {"message": "CUDA out of memory", "code": 500}}]))
    with pytest.raises(ModelBusy) as caught:
        await told(provider, _PLAIN)
    assert caught.value.may_be_paid


async def test_thinking_in_tags_is_told_apart_too(server: ModelServer, provider: ModelProvider) -> None:
    server.will(Reply("<think>\nThe market is quiet.\n</think>\n\nHold.", piece=3))
    events = await told(provider, _PLAIN)
    assert text_of(events) == "Hold."
    assert [item["type"] for item in events[-1]["response"]["output"]] == ["reasoning", "message"]


async def test_an_event_that_is_null_is_garbled_and_not_the_end(server: ModelServer, provider: ModelProvider) -> None:
    server.will(MalformedChunk(data=b"null"))
    with pytest.raises(ModelGarbled):
        await told(provider, _PLAIN)
