"""A recorded run is lived again to the byte: answers, events, faults, and where a listener left."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import Category, ModelBusy, ModelFault, ModelUnreachable
from src.modules.llm_platform.domain.requests import Event, Finish, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.exchange import NotInCapsule, RecordingEndsHere
from src.modules.llm_platform.infrastructure.capsule.fault_record import FaultRecord
from src.modules.llm_platform.infrastructure.capsule.providers import RecordingProviders, ReplayingProviders
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_model import CallsTools, Fails, Hangs, Says, ScriptedModel, ScriptedProviders, Step, Streams
from tests.src.modules.llm_platform.infrastructure.capsule.recorded_run import (
    BUSY,
    CONFIG,
    QUESTION,
    SHAPED,
    TURN,
    answered,
    fault_text,
    heard,
    run_of_calls,
)

ROOT = Path(__file__).parents[6]
SAID: list[Step] = [
    Says("dear, because 贵 \u2028 and 😀", expecting="ACME"),
    Fails(BUSY),
    Says('{"rating": "sell"}', finish=Finish.LENGTH, usage=None),
    CallsTools([ToolCall(server_label="desk", name="quote", arguments={"symbol": "600519"}, output='{"price": 1e3}')]),
    Says("The same."),
    Streams(["half", " a "], breaks=ModelUnreachable("The line was cut.", may_be_paid=True)),
    *[Says(f"answer {number}", expecting=f"Number {number}.") for number in range(20)],
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs" / "one.capsule"


def recording(path: Path, *steps: Step) -> RecordingProviders:
    return RecordingProviders(ScriptedProviders(main=ScriptedModel(*steps, any_order=True)), path)


async def both(path: Path, run: Callable[[ModelProvider], AsyncIterator[str]], *steps: Step) -> list[list[str]]:
    """The same run, recorded and replayed."""
    providers = recording(path, *steps)
    live = [told async for told in run(providers.provider_for(CONFIG))]
    await providers.aclose()
    replay = ReplayingProviders(path)
    again = [told async for told in run(replay.provider_for(CONFIG))]
    assert not replay.left_over
    return [live, again]


async def test_a_run_is_replayed_to_the_byte_in_a_process_without_a_network(path: Path) -> None:
    live = await run_of_calls(recording(path, *SAID))
    module = "tests.src.modules.llm_platform.infrastructure.capsule.recorded_run"
    command = [sys.executable, "-m", module, str(path)]
    replayed = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    assert replayed.stdout.decode().split("\n") == live
    assert any("response.mcp_call.completed" in told for told in live)
    assert any("ModelUnreachable" in told for told in live)


async def test_the_capsule_knows_what_was_not_asked_again(path: Path) -> None:
    await run_of_calls(recording(path, *SAID))
    replay = ReplayingProviders(path)
    await answered(replay.provider_for(CONFIG), QUESTION)
    assert len(replay.left_over) == len(SAID) - 1
    assert replay.left_over[0].asked.body["prompt"] == QUESTION.prompt


async def test_a_fault_comes_back_as_the_same_class_with_the_same_fields(path: Path) -> None:
    async def run(model: ModelProvider) -> AsyncIterator[str]:
        yield await answered(model, QUESTION)
        yield await answered(model, SHAPED)

    live, again = await both(path, run, Fails(BUSY), Fails(_RateLimited("Slow down.", status_code=429)))
    assert again[0] == live[0] == fault_text(BUSY)
    assert again[1] == live[1].replace("_RateLimited", "ModelBusy")


async def test_a_listener_that_left_hears_as_much_again_and_no_more(path: Path) -> None:
    async def run(model: ModelProvider) -> AsyncIterator[str]:
        for told in await heard(model, TURN, leave_after=6):
            yield told

    live, again = await both(path, run, Says("one two three"))
    assert again == live
    assert len(live) == 6
    with pytest.raises(RecordingEndsHere, match="after 6 events"):
        await heard(ReplayingProviders(path).provider_for(CONFIG), TURN)


async def test_a_listener_that_stops_at_the_last_event_missed_nothing(path: Path) -> None:
    providers = recording(path, Says("one"))
    events = await heard(providers.provider_for(CONFIG), TURN, leave_after=9)
    await providers.aclose()
    assert json.loads(events[-1])["type"] == "response.completed"
    assert await heard(ReplayingProviders(path).provider_for(CONFIG), TURN) == events


async def test_what_was_cancelled_waits_to_be_cancelled_again(path: Path) -> None:
    async def run(model: ModelProvider) -> AsyncIterator[str]:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(model.generate(QUESTION), 0.01)
        seen: list[Event] = []
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(_listen(model, seen), 0.01)
        yield json.dumps(seen)

    live, again = await both(path, run, Hangs(), Hangs(after=["wait"]))
    assert again == live
    assert "wait" in live[0]


async def test_the_same_question_is_answered_in_the_order_in_which_it_was_asked(path: Path) -> None:
    async def run(model: ModelProvider) -> AsyncIterator[str]:
        for told in await asyncio.gather(*[answered(model, QUESTION) for _ in range(5)]):
            yield told

    live, again = await both(path, run, *[Says(f"take {number}") for number in range(5)])
    assert again == live
    assert len(set(live)) == 5


async def test_asking_more_often_than_was_recorded_is_told(path: Path) -> None:
    providers = recording(path, Says("once"))
    await answered(providers.provider_for(CONFIG), QUESTION)
    await providers.aclose()
    model = ReplayingProviders(path).provider_for(CONFIG)
    await answered(model, QUESTION)
    with pytest.raises(NotInCapsule, match="recorded 1 times, and this is time 2"):
        await model.generate(QUESTION)


async def test_an_error_that_is_no_fault_is_not_recorded(path: Path) -> None:
    providers = RecordingProviders(ScriptedProviders(main=ScriptedModel()), path)
    for attempt in (answered(providers.provider_for(CONFIG), QUESTION), heard(providers.provider_for(CONFIG), TURN)):
        with pytest.raises(AssertionError):
            await attempt
    await providers.aclose()
    assert path.read_text().count("\n") == 1


async def test_one_configuration_has_one_provider_and_the_owner_does_not_matter(path: Path) -> None:
    providers = recording(path, Says("one"))
    assert providers.provider_for(CONFIG) is providers.provider_for(CONFIG)
    events = await heard(providers.provider_for(CONFIG), TURN)
    await providers.aclose()
    replay = ReplayingProviders(path)
    assert replay.provider_for(CONFIG) is replay.provider_for(CONFIG)
    assert await heard(replay.provider_for(CONFIG), replace(TURN, owner_id="berta")) == events


async def test_closing_the_recorder_closes_the_providers(path: Path) -> None:
    inner = ScriptedProviders(main=ScriptedModel())
    providers = RecordingProviders(inner, path)
    await providers.provider_for(CONFIG).aclose()
    await providers.aclose()
    assert inner.closed


async def test_a_call_that_outlives_the_capsule_is_not_in_it(path: Path) -> None:
    providers = recording(path, Says("one two"))
    events = providers.provider_for(CONFIG).stream(TURN)
    await anext(events)
    await providers.aclose()
    await events.aclose()
    assert path.read_text().count("\n") == 1


async def test_half_a_character_is_recorded_too(path: Path) -> None:
    async def run(model: ModelProvider) -> AsyncIterator[str]:
        answer: ModelAnswer = await model.generate(ModelRequest(prompt="half \ud800"))
        yield answer.text

    live, again = await both(path, run, Says("the other half \udc00"))
    assert again == live == ["the other half \udc00"]


class _RateLimited(ModelBusy):
    """An adapter's own word for it."""

    category: Category = "rate_limit"


async def _listen(model: ModelProvider, seen: list[Event]) -> None:
    async for event in model.stream(StreamRequest(owner_id="anna", input="Wait.")):
        seen.append(event)


def test_every_fault_of_the_tree_keeps_its_class() -> None:
    own = {kind for kind in _tree(ModelFault) if kind.__module__ == ModelFault.__module__}
    assert len(own) > 5
    for kind in own:
        assert type(FaultRecord.of(kind("Why."), ()).fault()) is kind


def _tree(kind: type[ModelFault]) -> set[type[ModelFault]]:
    return {kind}.union(*[_tree(below) for below in kind.__subclasses__()])
