"""The chat over AG-UI: one run is one turn, in the order that the protocol wants, and safe to send again."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apps.api.schemas.ag_ui_events import AgUiTranslation
from tests.chat import ChatDesk, Person, scripted_desk, settings_at
from tests.fakes.scripted_streamer import Says

pytestmark = pytest.mark.asyncio(loop_scope="module")
CALL = {"id": "c1", "type": "mcp_call", "server_label": "market_data", "name": "search"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    home = tmp_path_factory.mktemp("ag-ui") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    async with scripted_desk(settings_at(home)) as chat:
        yield chat


@pytest_asyncio.fixture(loop_scope="module")
async def ann(chat: ChatDesk) -> Person:
    return await chat.person()


def _run(text: str, run: str = "run-1", thread: str = "thread-1", **more: Any) -> dict[str, Any]:
    said = {"id": "m1", "role": "user", "content": text}
    return {"threadId": thread, "runId": run, "messages": [said], "tools": [], "context": [], **more}


async def _heard(person: Person, body: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await person.post("/ag-ui", body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines]


async def test_a_run_begins_speaks_and_finishes(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Hello there."))
    heard = await _heard(ann, _run("hello", forwardedProps={"language": "en"}))
    types = [each["type"] for each in heard]
    assert types[:3] == ["RUN_STARTED", "STATE_SNAPSHOT", "TEXT_MESSAGE_START"]
    assert types[-1] == "RUN_FINISHED"
    assert types.count("TEXT_MESSAGE_START") == types.count("TEXT_MESSAGE_END") == 1
    assert {(each["threadId"], each["runId"]) for each in (heard[0], heard[-1])} == {("thread-1", "run-1")}
    assert "".join(each["delta"] for each in heard if each["type"] == "TEXT_MESSAGE_CONTENT").startswith("Hello there.")
    cards = [each for each in heard if each["type"] == "CUSTOM"]
    assert all(each["name"] == f"card.{each['value']['type']}" for each in cards)


async def test_the_state_that_comes_back_goes_on_with_the_conversation(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("One."))
    state = (await _heard(ann, _run("first", "run-2")))[1]["snapshot"]
    chat.streamer.plays(Says("Two."))
    again = (await _heard(ann, _run("second", "run-3", state=state)))[1]["snapshot"]
    chat.streamer.plays(Says("Three."))
    by_thread = (await _heard(ann, _run("third", "run-4", thread=state["session_id"])))[1]["snapshot"]
    assert state["session_id"] == again["session_id"] == by_thread["session_id"]
    told = (await ann.get(f"/sessions/{state['session_id']}")).json()
    assert [each["content"] for each in told["messages"] if each["role"] == "user"] == ["first", "second", "third"]


async def test_a_run_that_is_sent_again_is_heard_again_and_answered_once(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Once."))
    first = await _heard(ann, _run("again", "run-5"))
    state = first[1]["snapshot"]
    assert await _heard(ann, _run("again", "run-5")) == first
    assert await _heard(ann, _run("again", "run-5", state=state)) == first
    ann_hears = await ann.client.post(
        "/api/v1/ag-ui",
        json=_run("again", "run-5", state=state),
        headers=ann.headers | {"last-event-id": str(len(first) - 1)},
    )
    assert [line for line in ann_hears.text.splitlines() if line.startswith("event: ")] == ["event: RUN_FINISHED"]


async def test_another_person_cannot_go_on_with_it(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Mine."))
    state = (await _heard(ann, _run("mine", "run-6")))[1]["snapshot"]
    bob = await chat.person()
    await bob.post("/ag-ui", _run("yours", "run-7", state=state), status=404)


@pytest.mark.parametrize("messages", [[], [{"role": "assistant", "content": "x"}], [{"role": "user", "content": " "}]])
async def test_a_run_in_which_nobody_says_anything_is_refused(ann: Person, messages: list[Any]) -> None:
    await ann.post("/ag-ui", {"threadId": "t", "runId": "r", "messages": messages}, status=400)


async def test_a_call_of_a_tool_is_told_from_its_start_to_its_result() -> None:
    translation = AgUiTranslation("t", "r")
    done = {**CALL, "arguments": '{"query":"x"}', "output": '{"ok":true}'}
    events: list[dict[str, Any]] = [
        {"type": "stream_start", "session_id": "s", "turn_id": "u", "phase": "kyc"},
        {"type": "text_delta", "delta": "Let me look."},
        {"type": "mcp_event", "openai_type": "response.output_item.added", "payload": {"item": CALL}},
        {"type": "mcp_event", "openai_type": "response.output_item.done", "payload": {"item": done}},
        {"type": "text_delta", "delta": "Found."},
    ]
    told = [each for event in events for each in translation.of(event)]
    assert [each["type"] for each in told] == [
        *("RUN_STARTED", "STATE_SNAPSHOT", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"),
        *("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"),
        *("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"),
    ]
    assert told[5]["toolCallName"] == "market_data_search"
    assert told[8]["content"] == '{"ok":true}'


async def test_a_turn_that_failed_ends_with_an_error_and_nothing_after_it() -> None:
    failed = {
        **dict.fromkeys(("phase", "status", "kyc_status", "missing_fields", "session_title", "deployment", "usage")),
        "type": "done",
        "stream_error": "It broke.",
        "stream_error_detail": {"category": "timeout"},
    }
    *_, last = AgUiTranslation("t", "r").of(failed)
    assert last == {"type": "RUN_ERROR", "message": "It broke.", "code": "timeout"}
