"""The scripted model keeps the promises of a provider, and tells whoever strays from its script."""

import asyncio
from contextlib import aclosing

import pytest
from openai.types.responses import Response, ResponseCompletedEvent, ResponseIncompleteEvent, ResponseStreamEvent
from pydantic import TypeAdapter

from src.modules.llm_platform.application.ports import ModelProvider, ModelProviders
from src.modules.llm_platform.domain.errors import ModelBusy, ModelUnreachable
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    McpServer,
    ModelRequest,
    StreamRequest,
    TokenUsage,
)
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_model import CallsTools, Fails, Hangs, Says, ScriptedModel, ScriptedProviders, Step, Streams

QUESTION = ModelRequest(prompt="Is ACME cheap?", system_message="You are an analyst.")
TOOLS = McpServer(server_label="desk", server_url="http://desk/mcp", headers={}, allowed_tools=("quote",))
TURN = StreamRequest(owner_id="anna", input="What is ACME worth?", instructions="Be brief.", tools=(TOOLS,))
SDK_EVENTS: TypeAdapter[ResponseStreamEvent] = TypeAdapter(ResponseStreamEvent)

WHOLE: dict[str, Step] = {
    "says": Says("ACME is dear."),
    "streams": Streams(["ACME", " is", " dear."]),
    "cut at the limit": Streams(["ACME", " is"], finish=Finish.LENGTH),
    "filtered": Says("", finish=Finish.FILTERED),
    "uncounted": Says("ACME is dear.", usage=None),
    "tools": CallsTools(
        [
            ToolCall(server_label="desk", name="quote", arguments={"symbol": "ACME"}, output='{"price": "12"}'),
            ToolCall(server_label="desk", name="quote", arguments={"symbol": "贵州茅台"}, error="no such symbol"),
        ],
        then="ACME is at 12.",
    ),
}


@pytest.fixture(params=WHOLE.values(), ids=list(WHOLE))
def whole(request: pytest.FixtureRequest) -> Step:
    step: Step = request.param
    return step


async def _events(model: ModelProvider) -> list[Event]:
    return [event async for event in model.stream(TURN)]


async def _listen(model: ModelProvider, seen: list[Event]) -> None:
    async for event in model.stream(TURN):
        seen.append(event)


async def test_every_event_is_valid_for_the_sdk_and_numbered(whole: Step) -> None:
    events = await _events(ScriptedModel(whole))
    for event in events:
        SDK_EVENTS.validate_python(event, strict=False)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))


async def test_a_stream_ends_with_all_that_was_said(whole: Step) -> None:
    events = await _events(ScriptedModel(whole))
    last = SDK_EVENTS.validate_python(events[-1])
    assert isinstance(last, ResponseCompletedEvent | ResponseIncompleteEvent)
    said = "".join(str(event["delta"]) for event in events if event["type"] == "response.output_text.delta")
    assert Response.model_validate(last.response).output_text == said


async def test_a_filtered_answer_is_told_to_be_incomplete() -> None:
    last = (await _events(ScriptedModel(WHOLE["filtered"])))[-1]
    assert last["type"] == "response.incomplete"
    assert last["response"]["incomplete_details"] == {"reason": "content_filter"}  # type: ignore[index]


async def test_a_turn_with_tools_tells_each_call_and_what_it_brought() -> None:
    events = await _events(ScriptedModel(WHOLE["tools"]))
    kinds = [str(event["type"]) for event in events]
    assert kinds.count("response.mcp_list_tools.completed") == 1
    assert kinds.count("response.mcp_call.completed") == kinds.count("response.mcp_call.failed") == 1


async def test_a_question_is_answered_as_the_script_says() -> None:
    with ScriptedModel(Says("dear", usage=TokenUsage(3, 1), response_id="resp_7", expecting="ACME")) as model:
        answer = await model.generate(QUESTION)
    assert (answer.text, answer.usage, answer.response_id) == ("dear", TokenUsage(3, 1), "resp_7")
    assert model.requests == [QUESTION]


async def test_the_events_of_a_script_are_told_as_they_are() -> None:
    planted: list[Event] = [{"type": "response.created", "odd": True}, {"type": "response.completed"}]
    assert await _events(ScriptedModel(Streams(planted))) == planted


async def test_faults_are_raised_before_and_within_a_stream() -> None:
    model = ScriptedModel(
        Fails(ModelBusy("Come again.")),
        Fails(ModelBusy("Come again.")),
        Streams(["half"], breaks=ModelUnreachable("The line was cut.")),
    )
    with pytest.raises(ModelBusy):
        await model.generate(QUESTION)
    with pytest.raises(ModelBusy):
        await _events(model)
    seen: list[Event] = []
    with pytest.raises(ModelUnreachable):
        await _listen(model, seen)
    assert seen[-1]["type"] == "response.output_text.delta"
    model.assert_done()


async def test_leaving_a_stream_early_is_clean() -> None:
    model = ScriptedModel(Says("one two three"), Says("four"))
    async with aclosing(model.stream(TURN)) as events:
        await anext(events)
    assert model.left == 1
    assert (await model.generate(QUESTION)).text == "four"


async def test_a_silent_model_is_silent_until_the_caller_gives_up() -> None:
    model = ScriptedModel(Hangs(), Hangs(after=["wait", " for"]))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model.generate(QUESTION), 0.01)
    seen: list[Event] = []
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(_listen(model, seen), 0.01)
    assert [event["delta"] for event in seen[-2:]] == ["wait", " for"]
    assert model.left == 2


async def test_an_unexpected_request_says_what_was_expected_and_what_came() -> None:
    model = ScriptedModel(Says("dear", expecting="EMCA"))
    with pytest.raises(AssertionError, match=r"expects Says.*EMCA.*was asked: .*\n*.*Is ACME cheap"):
        await model.generate(QUESTION)
    with pytest.raises(AssertionError, match="EMCA"):
        model.assert_done()


async def test_a_call_after_the_end_of_the_script_fails() -> None:
    model = ScriptedModel()
    with pytest.raises(AssertionError, match="script is over"):
        await model.generate(QUESTION)


async def test_a_turn_in_the_script_does_not_answer_a_question() -> None:
    with pytest.raises(AssertionError, match="answers a turn"):
        await ScriptedModel(Streams(["a"])).generate(QUESTION)


def test_steps_that_were_never_asked_for_fail_at_the_end() -> None:
    with pytest.raises(AssertionError, match="1 steps were never asked for"), ScriptedModel(Says("unheard")):
        pass


async def test_callers_that_ask_at_once_find_their_own_step() -> None:
    model = ScriptedModel(
        Says("bull", expecting="long"), Says("bear", expecting=lambda asked: asked == _asked("short")), any_order=True
    )
    answers = await asyncio.gather(model.generate(_asked("short")), model.generate(_asked("long")))
    assert [answer.text for answer in answers] == ["bear", "bull"]
    model.assert_done()


async def test_each_alias_has_its_own_script() -> None:
    fast, slow = ScriptedModel(Says("fast")), ScriptedModel(Says("slow"))
    providers = ScriptedProviders(fast=fast, slow=slow)
    by_port: ModelProviders = providers
    assert (await by_port.provider_for(_config("slow")).generate(QUESTION)).text == "slow"
    with pytest.raises(AssertionError, match="'other' has no script"):
        by_port.provider_for(_config("other"))
    with pytest.raises(AssertionError, match="never asked"):
        providers.assert_done()
    await by_port.aclose()
    assert fast.closed
    assert slow.closed


def _asked(word: str) -> ModelRequest:
    return ModelRequest(prompt=f"Argue {word}.")


def _config(alias: str) -> ModelConfig:
    return ModelConfig(alias=alias, provider=ProviderKind.RESPONSES, model="scripted")
