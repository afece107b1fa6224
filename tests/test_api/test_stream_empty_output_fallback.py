"""A model that says nothing still leaves the person with words: what is missing, in their language."""

import pytest

from tests.chat import ChatDesk
from tests.fakes.scripted_streamer import Ends, Says, Step, card, patch

pytestmark = pytest.mark.asyncio(loop_scope="module")
EMPTY: dict[str, tuple[Step, ...]] = {
    "nothing at all": (Ends(),),
    "only spaces": (Says(" \n "),),
    "only a patch": (Says(patch(risk_tolerance="moderate")),),
    "only a card that is none": (Says(card(type="fireworks")),),
    "only an echo of the state": (Says('[SESSION STATE]\n{"phase": "kyc"}\n[/SESSION STATE]'),),
    "an unclosed tag": (Says('<AGENT_UI_JSON>{"type": "choice_prompt", "choice_id": '),),
}


@pytest.mark.parametrize("steps", EMPTY.values(), ids=EMPTY.keys())
@pytest.mark.parametrize(("language", "missing"), [("en", "risk tolerance"), ("zh", "风险承受能力")])
async def test_an_empty_answer_says_what_is_missing(
    chat: ChatDesk, steps: tuple[Step, ...], language: str, missing: str
) -> None:
    person = await chat.person(language)
    chat.streamer.plays(*steps)
    answer = await person.says("hello")
    assert missing in answer.text
    assert answer.done["stream_error"] is None
    assert "<" not in answer.text
    assert "[SESSION" not in answer.text
    said = (await person.session())["messages"]
    assert [(message["role"], message["content"]) for message in said] == [
        ("user", "hello"),
        ("assistant", answer.text),
    ], "what was shown is what is stored"


async def test_what_was_said_is_not_said_twice(chat: ChatDesk) -> None:
    person = await chat.person()
    chat.streamer.plays(Says("Tell me about yourself."))
    answer = await person.says("hello")
    assert answer.text == "Tell me about yourself."
