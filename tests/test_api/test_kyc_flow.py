"""KYC: three answers in the person's own words, asked for by name, and never given by a model."""

import pytest

from tests.chat import ChatDesk, Person
from tests.fakes.scripted_streamer import Says, message_in, patch
from tests.test_api.steps import ABOUT_ME, introduced

pytestmark = pytest.mark.asyncio(loop_scope="module")
FIELDS = ["trading_years_bucket", "risk_tolerance", "return_expectation"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_three_answers_in_one_message_lead_to_pre_strategy(chat: ChatDesk, language: str) -> None:
    person = await chat.person(language)
    hello = await person.says("你好" if language == "zh" else "hello")
    assert (hello.done["phase"], hello.done["kyc_status"]) == ("kyc", "incomplete")
    assert hello.done["missing_fields"] == FIELDS
    answer = await introduced(person)
    assert answer.moves == [("kyc", "pre_strategy")]
    assert (answer.done["phase"], answer.done["kyc_status"], answer.done["stream_error"]) == (
        "pre_strategy",
        "complete",
        None,
    )
    session = await person.session()
    assert session["artifacts"]["kyc"]["profile"] == {
        "trading_years_bucket": "years_3_5",
        "risk_tolerance": "aggressive",
        "return_expectation": "growth",
    }
    assert [(move["from_phase"], move["to_phase"]) for move in session["transitions"]] == [("kyc", "pre_strategy")]
    assert session["transitions"][0]["trigger"]
    assert session["transitions"][0]["reason"]


async def test_each_missing_answer_is_asked_for_by_a_prompt_that_can_be_clicked(lin: Person) -> None:
    """Also by a model that asks nothing itself."""
    answer = await lin.says("你好")
    for number, name in enumerate(FIELDS, 1):
        prompt = answer.card("choice_prompt")
        assert name in prompt["choice_id"]
        assert len(prompt["options"]) == (4 if number == 1 else 5)
        assert (prompt["options"][-1]["id"] == "back") == (number > 1), "behind the first question there is nothing"
        answer = await lin.clicks(prompt)
        session = await lin.session()
        assert len(session["artifacts"]["kyc"]["profile"]) == number
        said = [message["content"] for message in session["messages"] if message["role"] == "user"]
        assert said[-1] == prompt["options"][0]["label"], "a choice is stored as its label"
    assert answer.done["phase"] == "pre_strategy"


async def test_a_model_cannot_answer_for_the_person(chat: ChatDesk, ann: Person) -> None:
    invented = patch(trading_years_bucket="years_5_plus", risk_tolerance="very_aggressive", return_expectation="growth")
    chat.streamer.plays(Says(f"You seem to know a lot. {invented}"))
    answer = await ann.says("hello")
    assert (answer.text.strip(), answer.moves) == ("You seem to know a lot.", [])
    assert answer.done["missing_fields"] == FIELDS
    assert await ann.profile("kyc") == {}
    await ann.says("and now?")
    assert "risk_tolerance" in str(chat.streamer.requests[-1].state["notes"]), "the refusal is told to the model"


async def test_later_threads_of_who_was_asked_begin_in_pre_strategy(ann: Person) -> None:
    await introduced(ann)
    thread = (await ann.post("/chat/new-thread", {"language": "en"}, 201)).json()
    assert (thread["phase"], thread["status"]) == ("pre_strategy", "active")
    ann.session_id = None
    assert (await ann.says("Let us do another one.")).start["phase"] == "pre_strategy"


async def test_the_model_is_given_the_phase_the_state_and_no_tools(chat: ChatDesk, ann: Person) -> None:
    await ann.says("hello")
    request = chat.streamer.requests[-1]
    assert request.tools == ()
    assert (request.state["phase"], message_in(request)) == ("kyc", "hello")
    assert "[SESSION STATE]" in str(request.input)
    assert request.instructions


async def test_nobody_reaches_another_persons_conversation(ann: Person, lin: Person) -> None:
    answer = await ann.says("hello")
    for path in (f"/sessions/{ann.session_id}", f"/chat/turns/{answer.turn_id}/events"):
        assert (await lin.get(path, 404)).json()["error"]["code"]
    await lin.post("/chat/stream", {"message": "hi", "session_id": ann.session_id}, 404)
    await lin.post(f"/chat/turns/{answer.turn_id}/stop", None, 404)
    assert (await lin.client.delete(f"/api/v1/sessions/{ann.session_id}", headers=lin.headers)).status_code == 404
    assert len((await ann.session())["messages"]) == 2


@pytest.mark.parametrize("message", ["", "   ", "x" * 20_001])
async def test_what_is_no_message_is_400_and_leaves_nothing_behind(ann: Person, message: str) -> None:
    answer = await ann.post("/chat/stream", {"message": message}, 400)
    assert answer.json()["error"]["message"]
    assert (await ann.get("/sessions")).json()["sessions"] == []


async def test_five_blocks_are_there_from_the_first_moment(ann: Person) -> None:
    await ann.says(ABOUT_ME["en"])
    artifacts = (await ann.session())["artifacts"]
    assert set(artifacts) == {"kyc", "pre_strategy", "strategy", "stress_test", "deployment"}
    assert all(set(block) == {"profile", "missing_fields", "runtime"} for block in artifacts.values())
    assert artifacts["strategy"]["missing_fields"]
