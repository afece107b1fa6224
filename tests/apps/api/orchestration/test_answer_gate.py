"""The gate that an answer about research leaves by."""

import json

import pytest

from apps.api.orchestration.answer_gate import AnswerGate, without_texts
from apps.api.orchestration.mcp_records import collect_mcp_records
from apps.api.orchestration.types import _TurnStreamState
from packages.contracts.chat_events import Engine
from packages.core.events import JsonObject
from tests.apps.api.orchestration.rig import ScriptedVoice, prepared_for

VERDICT = {
    "type": "response.output_item.done",
    "item": {
        "type": "mcp_call",
        "id": "c1",
        "server_label": "research",
        "name": "verdict",
        "arguments": json.dumps({"hint": "95%"}),
        "output": json.dumps({"ok": True, "probability": 0.6}),
    },
}


async def _gate(engine: Engine = "llm") -> AnswerGate:
    state = _TurnStreamState()
    gate = AnswerGate(prepared_for(ScriptedVoice([], engine)), state)
    await gate.look_back([VERDICT])
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


async def test_the_guided_rules_are_never_held() -> None:
    gate = await _gate("rules")
    assert gate.feed("The verdict is 95%") == "The verdict is 95%"
    assert gate.told({"delta": "95%"}) == {"delta": "95%"}


def test_upstream_events_of_a_held_answer_have_no_texts() -> None:
    item: JsonObject = {"type": "message", "content": [{"type": "output_text", "text": "95%"}]}
    assert without_texts({"delta": "95%", "item": item}) == {
        "delta": "",
        "item": {"type": "message", "content": [{"type": "output_text", "text": ""}]},
    }
