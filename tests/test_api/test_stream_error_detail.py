"""What breaks an answer is told: one `done` with the error and its detail, and nothing that was said is lost."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import apps.api.orchestration as orchestration
from packages.core.errors import Unavailable
from src.modules.llm_platform.domain.errors import ModelBusy
from src.modules.llm_platform.domain.requests import Finish
from tests.chat import ChatDesk, Person, scripted_desk, settings_at
from tests.fakes.scripted_streamer import Breaks, Cut, Ends, Says, Sends, Waits

pytestmark = pytest.mark.asyncio(loop_scope="module")
DETAIL = {"class", "message", "category", "status_code", "request_id"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    """No tools are used here, so silence may end soon."""
    home = tmp_path_factory.mktemp("errors")
    shutil.copy(schema, home)
    async with scripted_desk(settings_at(home, PARLEY_CHAT_IDLE_TIMEOUT_SECONDS="0.5")) as chat:
        yield chat


async def test_an_error_of_the_upstream_is_told_with_class_category_status_and_request_id(
    chat: ChatDesk, ann: Person
) -> None:
    busy = ModelBusy("The model is busy: try again in a minute.", status_code=429, request_id="req_7")
    chat.streamer.plays(Breaks(busy))
    done = (await ann.says("hello")).done
    assert done["stream_error"] == "The model is busy: try again in a minute."
    assert done["stream_error_detail"] == {
        "class": "ModelBusy",
        "message": "The model is busy: try again in a minute.",
        "category": ModelBusy.category,
        "status_code": 429,
        "request_id": "req_7",
    }


@pytest.mark.parametrize(("language", "again"), [("en", "send it again"), ("zh", "请再发送一次")])
async def test_words_that_were_shown_stay_and_a_sentence_says_what_happened(
    chat: ChatDesk, language: str, again: str
) -> None:
    person = await chat.person(language)
    chat.streamer.plays(Says("As I was say"), Breaks(Unavailable("The line is dead: try again.")))
    answer = await person.says("hello")
    assert answer.text.startswith("As I was say")
    assert again in answer.text
    messages = (await person.session())["messages"]
    assert [message["content"] for message in messages] == ["hello", answer.text]
    assert (await person.says("hello")).done["stream_error"] is None, "the same words can be sent again"


async def test_a_fault_of_ours_tells_nothing_of_its_inside(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Breaks(ZeroDivisionError("secret of the house")))
    answer = await ann.says("hello")
    assert answer.done["stream_error_detail"]["category"] == "internal"
    assert "secret of the house" not in str(answer.events)


async def test_a_stream_without_response_completed_is_an_error(chat: ChatDesk, ann: Person) -> None:
    asked = len(chat.streamer.requests)
    chat.streamer.plays(Says("Whole or not?"), Cut())
    answer = await ann.says("hello")
    assert answer.done["stream_error"]
    assert set(answer.done["stream_error_detail"]) == DETAIL
    assert answer.text.startswith("Whole or not?")
    assert len(chat.streamer.requests) == asked + 1, "it is not asked again once words were shown"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "response.failed", "response": {"error": {"code": "server_error", "message": "out of memory"}}},
        {"type": "error", "code": "server_error", "message": "out of memory", "param": None},
    ],
)
async def test_an_event_by_which_the_model_gives_up_is_an_error(
    chat: ChatDesk, ann: Person, event: dict[str, object]
) -> None:
    chat.streamer.plays(Sends(event))
    assert "out of memory" in (await ann.says("hello")).done["stream_error"]


async def test_an_incomplete_answer_says_why(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("A very long st"), Ends(finish=Finish.LENGTH))
    assert "max_output_tokens" in (await ann.says("hello")).done["stream_error"]


async def test_the_hard_limit_is_read_from_the_package_and_called_timeout(
    chat: ChatDesk, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orchestration, "_OPENAI_STREAM_HARD_TIMEOUT_SECONDS", 0.5)
    chat.streamer.plays(Says("Well,"), Waits())
    answer = await ann.says("hello")
    assert "timeout" in answer.done["stream_error_detail"]["category"]
    assert answer.text.startswith("Well,")


async def test_silence_is_a_timeout_too(chat: ChatDesk, lin: Person) -> None:
    chat.streamer.plays(Waits())
    answer = await lin.says("你好")
    assert answer.done["stream_error_detail"]["category"] == "timeout"
    assert "超时" in answer.text


async def test_a_broken_turn_moves_no_phase_and_keeps_the_carryover(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Thank y"), Cut())
    answer = await ann.says("I have traded for 4 years, I am moderate, I want growth.")
    assert answer.moves == []
    assert answer.done["phase"] == "kyc"
    assert (await ann.session())["transitions"] == []


async def test_a_person_stops_an_answer_and_keeps_what_was_said(chat: ChatDesk, ann: Person) -> None:
    chat.streamer.plays(Says("Once upon a time"), Waits())
    thread = (await ann.post("/chat/new-thread", {"language": "en"}, 201)).json()
    ann.session_id = thread["session_id"]
    turn = asyncio.create_task(ann.says("Tell me a story."))
    while (open_turn := (await ann.session())["open_turn_id"]) is None:
        await asyncio.sleep(0)
    await ann.post("/chat/stream", {"message": "Are you there?", "session_id": ann.session_id}, 409)
    await ann.post(f"/chat/turns/{open_turn}/stop", None, 202)
    answer = await turn
    assert "Stopped" in answer.text
    assert answer.done["stream_error"] is None
    assert len((await ann.session())["messages"]) == 2
