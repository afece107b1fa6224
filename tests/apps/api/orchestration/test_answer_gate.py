"""The gate that an answer about research leaves by."""

import json

import pytest

from apps.api.orchestration.answer_gate import AnswerGate, without_texts
from apps.api.orchestration.mcp_records import collect_mcp_records
from apps.api.orchestration.types import _TurnStreamState
from packages.contracts.chat_events import Engine
from packages.core.events import JsonObject
from tests.apps.api.orchestration.rig import ScriptedVoice, prepared_for

CALL: JsonObject = {
    "type": "mcp_call",
    "id": "c1",
    "server_label": "research",
    "name": "verdict",
    "arguments": json.dumps({"hint": "95%"}),
    "output": json.dumps({"ok": True, "probability": 0.6}),
}
VERDICT = {"type": "response.output_item.done", "item": CALL}


async def _gate(engine: Engine = "llm") -> AnswerGate:
    state = _TurnStreamState()
    gate = AnswerGate(prepared_for(ScriptedVoice([], engine)), state)
    await gate.look_back()
    collect_mcp_records(state, VERDICT)
    gate.saw_tools()
    return gate


async def test_a_sentence_waits_for_its_end_and_for_what_follows() -> None:
    gate = await _gate()
    assert [gate.feed(piece) for piece in ("It is 6", "0%", ".", " And ", "0.", "6.")] == [
        "",
        "",
        "",
        "It is 60%.",
        "",
        "",
    ]
    assert gate.finish() == " And 0.6."


async def test_what_a_model_asks_of_research_is_no_finding_and_it_is_told_what_was_taken_out() -> None:
    gate = await _gate()
    assert gate.feed("The verdict is 95%.\n") == "(Removed for lack of evidence.)\n"
    assert "95%" in gate.notes[0]


@pytest.mark.parametrize(("chance", "kept"), [("95%", 0), ("60%", 1)])
async def test_a_card_that_tells_another_verdict_is_dropped(chance: str, kept: int) -> None:
    gate = await _gate()
    assert len(gate.true_cards([{"type": "choice_prompt", "question": f"The verdict is {chance}. Go on?"}])) == kept


async def _first_turn() -> AnswerGate:
    gate = AnswerGate(prepared_for(ScriptedVoice([])), _TurnStreamState())
    await gate.look_back()
    return gate


async def test_before_any_research_only_claims_are_held() -> None:
    gate = await _first_turn()
    assert gate.feed("Most funds return 8% a year. The verdict is BUY.\n") == (
        "Most funds return 8% a year. (Removed for lack of evidence.)\n"
    )


async def test_a_tool_that_failed_bears_nothing_out() -> None:
    state = _TurnStreamState()
    gate = AnswerGate(prepared_for(ScriptedVoice([])), state)
    await gate.look_back()
    refused = json.dumps({"ok": False, "error": {"code": "bad_arguments"}, "probability": 0.9, "action": "BUY"})
    collect_mcp_records(state, {**VERDICT, "item": {**CALL, "output": refused}})
    gate.saw_tools()
    assert gate.feed("The verdict is BUY with probability 90%.\n") == "(Removed for lack of evidence.)\n"


async def test_what_was_begun_before_a_tool_is_read_together_with_what_follows() -> None:
    gate = await _first_turn()
    assert (gate.feed("The verdict is"), gate.pause(), gate.pause()) == ("", "The verdict is", "")
    assert gate.feed(" SELL.\n") == "(Removed for lack of evidence.)\n"
    assert (gate.feed("Let me look"), gate.pause(), gate.feed(" it up.\n")) == ("", "Let me look", " it up.\n")


def _pieces(text: str) -> list[str]:
    return [f"{word} " for word in text.split(" ")] if text.isascii() else list(text)


@pytest.mark.parametrize(
    "text",
    [
        "Let me walk you through what the plan does from the first bar on and why it waits for the market to calm down",
        "1. First we look at the market and its mood together and then we wait",
        "这套规则先等价格回落到均线附近再考虑进场，然后耐心等待反弹出现，其间不做任何动作也不加码",
    ],
)
async def test_words_that_claim_nothing_go_out_within_a_few_of_their_coming(text: str) -> None:
    gate, told, shown = await _first_turn(), "", ""
    for piece in _pieces(text):
        told += piece
        shown += gate.feed(piece)
        assert told.startswith(shown)
        assert len(told) - len(shown) <= 24
    assert shown + gate.finish() == told


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("I have looked at all of it and revenue grew by 40% last year.\n", "40"),
        ("As far as I can see today AAPL is undervalued, said the verdict.\n", "verdict"),
        ("It is a pity, since in the end it filed for bankruptcy last week.\n", "bankruptcy"),
        ("我已经看过全部的材料，可以告诉你该公司去年的营收增长了四成。\n", "四成"),
        ("说来可惜，前几天它因为财务造假被立案调查。\n", "立案"),
    ],
)
async def test_what_no_source_has_is_never_shown_in_part(text: str, held: str) -> None:
    gate = await _first_turn()
    shown = "".join(gate.feed(piece) for piece in _pieces(text)) + gate.finish()
    assert held not in shown
    assert shown.rstrip().endswith("(Removed for lack of evidence.)")


async def test_what_is_longer_than_any_sentence_is_not_waited_for() -> None:
    gate = await _first_turn()
    shown = "".join(gate.feed("word ") for _ in range(2_000))
    assert len(shown) > 6_000
    assert shown + gate.finish() == "word " * 2_000


async def test_the_guided_rules_are_never_held() -> None:
    gate = await _gate("rules")
    assert gate.feed("The verdict is 95%") == "The verdict is 95%"
    assert gate.as_released({"delta": "95%"}) == {"delta": "95%"}


def test_upstream_events_of_a_held_answer_have_no_texts() -> None:
    item: JsonObject = {"type": "message", "content": [{"type": "output_text", "text": "95%"}]}
    assert without_texts({"delta": "95%", "item": item}) == {
        "delta": "",
        "item": {"type": "message", "content": [{"type": "output_text", "text": ""}]},
    }
