"""The chat over HTTP, with a voice that plays a script."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.chat import Answer, ChatDesk, Person, scripted_desk, settings_at
from tests.fakes.scripted_streamer import Says, Waits

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOBODYS = "00000000-0000-7000-8000-00000000dead"
BLOCKS = {"kyc", "pre_strategy", "strategy", "stress_test", "deployment"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    home = tmp_path_factory.mktemp("chat") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    async with scripted_desk(settings_at(home)) as chat:
        yield chat


@pytest_asyncio.fixture(loop_scope="module")
async def ann(chat: ChatDesk) -> Person:
    return await chat.person()


@pytest_asyncio.fixture(loop_scope="module")
async def bob(chat: ChatDesk) -> Person:
    return await chat.person()


async def test_a_new_thread_is_a_session_that_asks_who_it_talks_to(ann: Person) -> None:
    thread = (await ann.post("/chat/new-thread", status=201)).json()
    assert {name: thread[name] for name in ("phase", "status")} == {"phase": "kyc", "status": "active"}
    told = (await ann.get(f"/sessions/{thread['session_id']}")).json()
    assert set(told["artifacts"]) == BLOCKS
    assert all(set(block) == {"profile", "missing_fields", "runtime"} for block in told["artifacts"].values())
    assert (told["kyc_status"], told["messages"], told["transitions"]) == ("incomplete", [], [])
    assert (await ann.post("/chat/new-thread", {"language": "en"}, status=201)).json()["phase"] == "kyc"


async def test_a_turn_is_a_stream_of_numbered_frames_that_ends_with_done(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Hello there."))
    body = {"message": "hello", "language": "en"}
    response = await ann.post("/chat/stream", body)
    assert response.headers["content-type"].startswith("text/event-stream")
    answer = Answer.of(response.text)
    assert [event.id for event in answer.events] == list(range(1, len(answer.events) + 1))
    assert answer.types[0] == "stream_start"
    assert answer.text.startswith("Hello there.")
    assert set(answer.done) == {
        "type",
        "session_id",
        "turn_id",
        "phase",
        "status",
        "kyc_status",
        "missing_fields",
        "usage",
        "assistant_message_id",
        "session_title",
        "stream_error",
        "stream_error_detail",
        "deployment",
    }
    told = (await ann.get(f"/sessions/{answer.done['session_id']}")).json()
    assert [message["role"] for message in told["messages"]] == ["user", "assistant"]
    assert told["messages"][1]["content"] == answer.text
    assert told["messages"][1]["engine"] == "llm"
    assert told["title"] == "hello"
    assert told["open_turn_id"] is None


async def test_a_turn_can_be_read_again_from_any_number_with_or_without_the_raw_events(ann: Person) -> None:
    answer = await ann.says("hello")
    path = f"/chat/turns/{answer.turn_id}/events"
    assert Answer.of((await ann.get(path)).text) == answer
    assert Answer.of((await ann.get(path, after=3)).text).events == answer.events[3:]
    quiet = Answer.of((await ann.get(path, raw="false")).text).events
    assert quiet == tuple(event for event in answer.events if event.type != "openai_event")
    assert len(quiet) < len(answer.events)
    await ann.get(path, status=400, after="x")


async def test_raw_events_can_be_left_out_while_sending(ann: Person) -> None:
    whole = await ann.says("hello")
    body = {"message": "hello", "session_id": whole.done["session_id"]}
    quiet = Answer.of((await ann.post("/chat/stream?raw=false", body)).text)
    assert "openai_event" not in quiet.types
    assert quiet.done["stream_error"] is None


async def test_the_same_client_turn_id_replays_and_stands_for_one_message(chat: ChatDesk, ann: Person) -> None:
    asked = len(chat.streamer.requests)
    first = await ann.says("hello", client_turn_id="ann-1")
    assert await ann.says("hello", client_turn_id="ann-1") == first
    assert len(chat.streamer.requests) == asked + 1
    body = {"message": "other", "session_id": ann.session_id, "client_turn_id": "ann-1"}
    assert (await ann.post("/chat/stream", body, 409)).json()["error"]["code"] == "client_turn_taken"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"message": ""},
        {"message": "  \n "},
        {"message": "x" * 20_001},
        {"message": 5},
        {"message": "hi", "language": "fr"},
        {"message": "hi", "surprise": 1},
        {"message": "hi\u0000"},
        {"message": "hi", "runtime_policy": {"tool_mode": "more"}},
        {"message": "hi", "runtime_policy": {"allowed_tools": ["create_deployment"]}},
        {"message": "hi", "runtime_policy": {"phase_stage": "rollout"}},
    ],
)
async def test_what_cannot_be_sent_is_refused_with_400_in_the_one_shape(ann: Person, body: dict[str, Any]) -> None:
    error = (await ann.post("/chat/stream", body, 400)).json()["error"]
    assert set(error) == {"code", "message", "details"}


async def test_what_is_not_there_or_another_persons_is_404(ann: Person, bob: Person) -> None:
    answer = await ann.says("hello")
    for session_id in (ann.session_id, NOBODYS, "no id"):
        await bob.get(f"/sessions/{session_id}", 404)
        await bob.post("/chat/stream", {"message": "hi", "session_id": session_id}, 404)
        gone = await bob.client.delete(f"/api/v1/sessions/{session_id}", headers=bob.headers)
        assert gone.status_code == 404
        confirm: dict[str, Any] = {"session_id": session_id, "dsl_json": {}}
        await bob.post("/strategies/confirm", confirm, 404)
    for turn_id in (answer.turn_id, NOBODYS, "no id"):
        await bob.get(f"/chat/turns/{turn_id}/events", 404)
        await bob.post(f"/chat/turns/{turn_id}/stop", status=404)
    assert len((await ann.session())["messages"]) == 2


async def test_a_turn_can_be_stopped_and_one_at_a_time_is_answered(chat: ChatDesk, ann: Person) -> None:
    await ann.says("hello")
    chat.streamer.plays(Says("So far"), Waits())
    sending = asyncio.create_task(ann.says("tell me a story"))
    while (turn_id := (await ann.session())["open_turn_id"]) is None:
        await asyncio.sleep(0)
    body = {"message": "hurry", "session_id": ann.session_id}
    assert (await ann.post("/chat/stream", body, 409)).json()["error"]["code"] == "turn_in_progress"
    stopped = (await ann.post(f"/chat/turns/{turn_id}/stop", status=202)).json()
    assert (stopped["turn_id"], stopped["status"]) == (turn_id, "streaming")
    answer = await sending
    assert answer.done["stream_error"] is None
    assert (await ann.session())["messages"][-1]["content"] == answer.text
    assert (await ann.post(f"/chat/turns/{turn_id}/stop", status=202)).json()["status"] == "stopped"


async def test_conversations_are_listed_searched_paged_and_deleted(bob: Person) -> None:
    for words in ("first words", "茅台怎么样", "third words"):
        bob.session_id = None
        await bob.says(words)
    page = (await bob.get("/sessions", limit=2)).json()
    assert [session["title"] for session in page["sessions"]] == ["third words", "茅台怎么样"]
    rest = (await bob.get("/sessions", limit=2, before=page["next"])).json()
    assert [session["title"] for session in rest["sessions"]] == ["first words"]
    assert rest["next"] is None
    found = (await bob.get("/sessions", search="茅台")).json()["sessions"]
    assert [session["title"] for session in found] == ["茅台怎么样"]
    gone = await bob.client.delete(f"/api/v1/sessions/{found[0]['session_id']}", headers=bob.headers)
    assert gone.status_code == 204
    await bob.get(f"/sessions/{found[0]['session_id']}", 404)
    assert len((await bob.get("/sessions")).json()["sessions"]) == 2


async def test_a_confirmation_needs_rules_that_are_rules(ann: Person) -> None:
    await ann.says("hello")
    refused = await ann.client.post(
        "/api/v1/strategies/confirm", json={"session_id": ann.session_id, "dsl_json": {}}, headers=ann.headers
    )
    assert refused.status_code in (400, 409)
    await ann.post("/strategies/confirm", {"session_id": ann.session_id}, 400)
