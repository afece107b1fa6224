"""What a model says about research in the chat: held to what its tools returned, before it is shown or stored."""

import json
from typing import Any

import pytest

from tests.chat import Answer, ChatDesk, Person
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_streamer import Pretends, Says
from tests.test_api.steps import introduced, scoped

pytestmark = pytest.mark.asyncio(loop_scope="module")
FOUND = {"ok": True, "action": "BUY", "probability": 0.6, "stop_loss": {"value": "24.8523265208", "rows": ["E26"]}}
VERDICT = Pretends(ToolCall(server_label="research", name="verdict", output=json.dumps(FOUND)))
TRUE = "The verdict is BUY at 60%, with a stop at 24.85. "
LIES = "BUY at 95% probability, stop 12.00. Revenue will triple to 999 billion! The CFO was arrested. "
REMOVED = "(Removed for lack of evidence.)"


async def _stored(person: Person) -> str:
    messages: list[dict[str, Any]] = (await person.session())["messages"]
    return str(messages[-1]["content"])


def _raw(answer: Answer) -> str:
    """All that the events say but their ids, which are random and may hold any digits."""
    return json.dumps(_without_ids(answer.all("openai_event")), ensure_ascii=False)


def _without_ids(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_ids(each) for name, each in value.items() if not name.endswith("id")}
    return [_without_ids(each) for each in value] if isinstance(value, list) else value


async def test_what_no_tool_returned_is_neither_shown_nor_stored(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    chat.streamer.plays(VERDICT, Says(f"{TRUE}{LIES}Ask me more."))
    heard = await ann.says("What is the verdict?")
    assert heard.text.startswith(f"{TRUE}{REMOVED} Ask me more.")
    assert await _stored(ann) == heard.text
    assert not any(lie in _raw(heard) for lie in ("95%", "999", "arrested"))


async def test_a_later_turn_is_held_to_the_earlier_result_and_the_model_is_told(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    chat.streamer.plays(VERDICT, Says(TRUE))
    await ann.says("What is the verdict?")
    chat.streamer.plays(Says("It was BUY at 60%. The stop was 12.00."))
    assert (await ann.says("Again, please: I risk 7%.")).text.startswith(f"It was BUY at 60%. {REMOVED}")
    chat.streamer.plays(Says("You risk 7%. The stop was 12.00."))
    assert (await ann.says("And my risk?")).text.startswith(f"You risk 7%. {REMOVED}")
    assert "12.00" in json.dumps(chat.streamer.requests[-1].state)


async def test_sentences_with_findings_come_whole(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    chat.streamer.plays(VERDICT, Says("The stop is 24.85. The chance is 60%. Done.", size=3))
    heard = await ann.says("What is the verdict?")
    parts = [event["delta"] for event in heard.all("text_delta")]
    whole = [
        "The stop is 24.85.",
        "The stop is 24.85. The chance is 60%.",
        "The stop is 24.85. The chance is 60%. Done.",
    ]
    assert parts[0] in whole, "those that are ready together come together"
    assert "".join(parts).startswith(whole[-1])


async def test_without_research_nothing_is_held(chat: ChatDesk, ann: Person) -> None:
    await introduced(ann)
    chat.streamer.plays(Says("Most funds return 8% a year."))
    assert (await ann.says("Tell me something")).text.startswith("Most funds return 8% a year.")


FALSE_FROM_THE_START = {
    "en": "Buffett bought 30% of DEMO1.SZ. The desk's technical analyst is bullish with confidence 0.99. RSI14 "
    "is 12.3 and "
    "the net profit is 999 billion CNY. The chief executive was led away by police. The verdict is BUY with "
    "probability "
    "90%. Shall we go on?",
    "zh": "巴菲特买入了DEMO1.SZ 30%的股份。研究台的技术分析师看多，置信度0.99。RSI14为12.3，净利润为9990亿元。"
    "首席执行官被警方带走。裁决是买入，概率90%。Shall we go on?",
}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_from_the_first_turn_no_finding_figure_or_event_is_made_up(
    language: str, chat: ChatDesk, ann: Person
) -> None:
    chat.streamer.plays(Says(FALSE_FROM_THE_START[language], size=7))
    heard = await ann.says("Hello")
    assert heard.text.replace(REMOVED, "").strip().startswith("Shall we go on?")
    assert await _stored(ann) == heard.text
    assert not any(lie in _raw(heard) for lie in ("999", "0.99", "12.3", "DEMO1"))


async def test_in_another_phase_the_rules_of_a_strategy_are_free_and_the_verdict_is_not(
    chat: ChatDesk, ann: Person
) -> None:
    await introduced(ann)
    chat.streamer.plays(VERDICT, Says(TRUE))
    await ann.says("What is the verdict?")
    await scoped(ann)
    chat.streamer.plays(Says("The rules risk 1% a trade. The verdict was 95%."))
    assert (await ann.says("Draft it")).text.startswith(f"The rules risk 1% a trade. {REMOVED}")
