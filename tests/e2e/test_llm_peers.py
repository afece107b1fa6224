"""Our clients against servers that nobody here wrote: llmock, and a real small model behind llama.cpp."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import (
    ModelBusy,
    ModelFault,
    ModelGarbled,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
)
from src.modules.llm_platform.domain.models import ModelTimeouts, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, McpServer, ModelRequest, OutputSchema, StreamRequest
from src.modules.llm_platform.infrastructure.providers.auto_provider import WireProtocol
from tests.local_http import local
from tests.peers.llmock import LLMock
from tests.peers.provider_factory import peer_config, provider_factory
from tests.servers.half_responses_dialect import LLAMA_CPP

PEERS = ("llmock", "small_model")
KINDS = (ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS, ProviderKind.AUTO)
SYSTEM = "You are a helpful assistant."
CAPITAL = "What is the capital of France?"
STORY = "Tell a long story."
ASK = ModelRequest(prompt=CAPITAL, system_message=SYSTEM, temperature=0.0, max_output_tokens=64)
TURN = StreamRequest(owner_id="ada", input=CAPITAL, instructions=SYSTEM, temperature=0.0, max_output_tokens=64)
HOSTED = {"type": "mcp", "server_label": "desk", "server_url": "http://desk/mcp"}
DESK = McpServer(server_label="desk", server_url="http://desk/mcp", headers={}, allowed_tools=("add",))
SUM = replace(TURN, input="Please add 1 and 2.", tools=(DESK,))
VERDICT = OutputSchema(
    "verdict",
    {
        "type": "object",
        "properties": {
            "rating": {"type": "string", "enum": ["buy", "hold", "sell"]},
            "confidence": {"type": "integer", "minimum": 0, "maximum": 10},
        },
        "required": ["rating", "confidence"],
        "additionalProperties": False,
    },
)


@pytest.fixture(params=PEERS)
def peer(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def base_url(request: pytest.FixtureRequest, peer: str) -> str:
    if peer == "small_model":
        return str(request.getfixturevalue("small_model_url"))
    server: LLMock = request.getfixturevalue("llmock")
    return server.base_url


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> ProviderKind:
    return ProviderKind(request.param)


@pytest.fixture
async def model(base_url: str, kind: ProviderKind) -> AsyncIterator[ModelProvider]:
    """One of our providers, talking to one of the peers."""
    async with aclosing(provider_factory()(peer_config(base_url, kind))) as provider:
        yield provider


@pytest.fixture
async def mocked(llmock: LLMock, kind: ProviderKind) -> AsyncIterator[ModelProvider]:
    async with aclosing(provider_factory()(peer_config(llmock.base_url, kind))) as provider:
        yield provider


@pytest.fixture
async def hasty(llmock: LLMock, kind: ProviderKind) -> AsyncIterator[ModelProvider]:
    config = replace(peer_config(llmock.base_url, kind), timeouts=ModelTimeouts(connect=5.0, read=0.3, idle=0.3))
    async with aclosing(provider_factory()(config)) as provider:
        yield provider


async def test_a_question_is_answered_and_counted(model: ModelProvider, peer: str) -> None:
    answer = await model.generate(ASK)
    assert answer.text.strip()
    assert peer != "small_model" or "Paris" in answer.text
    assert answer.finish is Finish.STOP
    assert answer.response_id
    assert answer.usage is not None
    assert answer.usage.input_tokens > 0
    assert answer.usage.output_tokens > 0


async def test_a_turn_tells_its_words_one_by_one_and_then_all_of_them(model: ModelProvider) -> None:
    events = [event async for event in model.stream(TURN)]
    assert events[0]["type"] == "response.created"
    assert events[-1]["type"] == "response.completed"
    deltas = [str(event["delta"]) for event in events if event["type"] == "response.output_text.delta"]
    assert len(deltas) > 3
    response = cast(dict[str, Any], events[-1]["response"])
    assert "".join(deltas) == response["output"][-1]["content"][0]["text"]
    assert response["usage"]["input_tokens"] > 0
    assert response["usage"]["output_tokens"] > 0


async def test_the_events_of_a_turn_are_numbered(model: ModelProvider) -> None:
    """llama.cpp does not number its own."""
    numbers = [event.get("sequence_number") async for event in model.stream(TURN)]
    assert all(isinstance(one, int) and isinstance(next_, int) and one < next_ for one, next_ in pairwise(numbers))


async def test_a_turn_that_is_left_early_leaves_a_server_that_answers(model: ModelProvider) -> None:
    for _ in range(3):
        async with aclosing(model.stream(replace(TURN, input=STORY, max_output_tokens=400))) as events:
            async for event in events:
                if event["type"] == "response.output_text.delta":
                    break
    assert (await model.generate(ASK)).text.strip()


@pytest.mark.parametrize(
    ("peer", "kind"),
    [
        *[("llmock", kind) for kind in KINDS],
        ("small_model", ProviderKind.CHAT_COMPLETIONS),
        pytest.param("small_model", ProviderKind.AUTO, marks=pytest.mark.trust),
    ],
)
async def test_an_answer_has_the_shape_that_was_asked_for(model: ModelProvider) -> None:
    """llama.cpp enforces a shape in chat completions and ignores it in Responses, where only `auto` notices."""
    for prompt in ("Is the stock of ACME a buy?", "Write a poem about the sea."):
        answer = await model.generate(replace(ASK, prompt=prompt, schema=VERDICT, temperature=0.9))
        verdict = json.loads(answer.text)
        assert verdict.keys() == {"rating", "confidence"}
        assert verdict["rating"] in ("buy", "hold", "sell")
        assert 0 <= verdict["confidence"] <= 10


@pytest.mark.parametrize("peer", ["small_model"])
async def test_the_real_model_says_when_it_was_cut(model: ModelProvider) -> None:
    """llama.cpp calls every answer in Responses complete; only its count of tokens gives it away."""
    answer = await model.generate(replace(ASK, prompt=STORY, max_output_tokens=8))
    assert answer.usage is not None
    assert answer.usage.output_tokens == 8
    assert answer.finish is Finish.LENGTH
    events = [event async for event in model.stream(replace(TURN, input=STORY, max_output_tokens=8))]
    assert events[-1]["type"] == "response.incomplete"


@pytest.mark.parametrize("peer", ["small_model"])
@pytest.mark.parametrize("kind", [ProviderKind.CHAT_COMPLETIONS, ProviderKind.AUTO])
async def test_the_real_model_is_shown_what_was_said_before(model: ModelProvider) -> None:
    first = await _asked_again_if_cut(model, TURN)
    following = replace(TURN, input="And of Italy?", previous_response_id=first["id"])
    second = await _asked_again_if_cut(model, following)
    assert second["usage"]["input_tokens"] > first["usage"]["input_tokens"]


async def _asked_again_if_cut(model: ModelProvider, turn: StreamRequest, tries: int = 3) -> dict[str, Any]:
    """llama.cpp was seen to cut an answer that follows one on which `auto` hung up; a provider tells the cut, and
    asking again is what the service does."""
    for _ in range(tries - 1):
        with suppress(ModelUnreachable):
            return await _last_response(model, turn)
    return await _last_response(model, turn)


@pytest.mark.parametrize("peer", ["small_model"])
@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES])
async def test_a_server_that_remembers_nothing_says_so(model: ModelProvider) -> None:
    with pytest.raises(ModelRefused, match="previous_response_id"):
        await _last_response(model, replace(TURN, previous_response_id="resp_of_yesterday"))


@pytest.mark.parametrize("kind", [ProviderKind.CHAT_COMPLETIONS])
async def test_the_tools_of_a_turn_are_called_for_a_server_that_calls_none(
    llmock: LLMock, mocked: ModelProvider
) -> None:
    kinds = [event["type"] async for event in mocked.stream(SUM)]
    assert "response.mcp_list_tools.completed" in kinds
    assert "response.mcp_call.completed" in kinds
    assert kinds[-1] == "response.completed"
    assert len(llmock.requests()) == 2


@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES, ProviderKind.AUTO])
async def test_a_server_that_repeats_tools_and_ignores_them_is_not_found_out(mocked: ModelProvider) -> None:
    """The limit of `auto`: llmock's Responses look as if it had taken the tools, so nobody calls any."""
    events = [event async for event in mocked.stream(SUM)]
    response = cast(dict[str, Any], events[0]["response"])
    assert [tool["server_label"] for tool in response["tools"]] == ["desk"]
    assert not [event["type"] for event in events if str(event["type"]).startswith("response.mcp")]


async def test_the_real_server_is_found_out_by_its_first_turn(small_model_url: str) -> None:
    """The model itself is too small to call a tool; that ours are offered to it shows in their list."""
    factory, config = provider_factory(), peer_config(small_model_url, ProviderKind.AUTO)
    async with aclosing(factory(config)) as model:
        kinds = [event["type"] async for event in model.stream(SUM)]
    assert factory.protocols.recall(config) is WireProtocol.CHAT
    assert kinds.count("response.created") == 1
    assert "response.mcp_list_tools.completed" in kinds
    assert kinds[-1] in ("response.completed", "response.incomplete")


def test_the_real_server_leaves_out_what_our_imitation_of_it_does(small_model_url: str) -> None:
    asked = {"model": "gpt-4o", "input": CAPITAL, "max_output_tokens": 1, "stream": True, "tools": [HOSTED]}
    told = local().post(f"{small_model_url}/responses", json=asked, timeout=30.0).raise_for_status().text
    first = json.loads(told.partition("data: ")[2].partition("\n")[0])
    assert first["type"] == "response.created"
    assert not {*first, *first["response"]} & set(LLAMA_CPP)


@pytest.mark.parametrize("peer", ["small_model"])
async def test_a_text_that_is_too_long_for_the_real_model_is_refused(model: ModelProvider) -> None:
    too_long = "word " * 5000
    with pytest.raises(ModelRefused, match="too long"):
        await model.generate(replace(ASK, prompt=too_long))
    with pytest.raises(ModelRefused, match="too long"):
        await _last_response(model, replace(TURN, input=too_long))


@pytest.mark.parametrize(
    ("status", "kind_of_fault"),
    [
        (400, ModelRefused),
        (401, ModelRefused),
        (403, ModelRefused),
        (408, ModelBusy),
        (409, ModelBusy),
        (422, ModelRefused),
        (429, ModelBusy),
        (500, ModelBusy),
        (503, ModelBusy),
    ],
)
async def test_a_failing_status_is_the_right_fault(
    llmock: LLMock, mocked: ModelProvider, status: int, kind_of_fault: type[ModelFault]
) -> None:
    llmock.will({"type": "fail", "status": status, "times": 2})
    for attempt in (mocked.generate(ASK), _last_response(mocked, TURN)):
        with pytest.raises(kind_of_fault) as caught:
            await attempt
        assert caught.value.status_code == status
        assert caught.value.retryable is (kind_of_fault is ModelBusy)
    assert len(llmock.requests()) == 2, "a provider tries once"


async def test_a_missing_endpoint_is_final_unless_the_protocol_is_ours_to_find(
    llmock: LLMock, mocked: ModelProvider, kind: ProviderKind
) -> None:
    llmock.will({"type": "fail", "status": 404})
    if kind is ProviderKind.AUTO:
        assert (await mocked.generate(ASK)).text
        assert {request["path"] for request in llmock.requests()} == {"/v1/responses", "/v1/chat/completions"}
    else:
        with pytest.raises(ModelRefused):
            await mocked.generate(ASK)


async def test_the_server_says_when_to_come_again(llmock: LLMock, mocked: ModelProvider) -> None:
    llmock.will({"type": "fail", "status": 429, "retry_after": 3})
    with pytest.raises(ModelBusy) as caught:
        await mocked.generate(ASK)
    assert caught.value.retry_after == 3
    assert caught.value.details["category"] == "rate_limit"


@pytest.mark.parametrize("after_chunks", [0, 4])
@pytest.mark.parametrize(
    ("fault", "kind_of_fault"),
    [("disconnect", ModelUnreachable), ("truncate", ModelUnreachable), ("malformed", ModelGarbled)],
)
async def test_a_broken_stream_is_never_taken_for_an_answer(
    llmock: LLMock, mocked: ModelProvider, fault: str, kind_of_fault: type[ModelFault], after_chunks: int
) -> None:
    llmock.will({"type": "stream_fault", "kind": fault, "after_chunks": after_chunks})
    with pytest.raises(kind_of_fault) as caught:
        await _last_response(mocked, TURN)
    assert caught.value.may_be_paid
    assert (await mocked.generate(ASK)).text


async def test_a_stream_that_falls_silent_is_given_up(llmock: LLMock, hasty: ModelProvider) -> None:
    llmock.will({"type": "stream_fault", "kind": "stall", "after_chunks": 4, "stall_seconds": 5})
    with pytest.raises(ModelTimeout):
        await _last_response(hasty, TURN)


async def test_an_answer_that_comes_too_late_is_given_up(llmock: LLMock, hasty: ModelProvider) -> None:
    llmock.will({"type": "delay", "seconds": 5})
    with pytest.raises(ModelTimeout) as caught:
        await hasty.generate(ASK)
    assert caught.value.may_be_paid


async def test_a_cut_answer_of_the_mock_says_so(llmock: LLMock, mocked: ModelProvider) -> None:
    llmock.will({"type": "reply", "text": "Half an", "finish_reason": "length"})
    answer = await mocked.generate(ASK)
    assert (answer.text, answer.finish) == ("Half an", Finish.LENGTH)


async def _last_response(model: ModelProvider, request: StreamRequest) -> dict[str, Any]:
    events = [event async for event in model.stream(request)]
    return cast(dict[str, Any], events[-1]["response"])
