"""What is made of a streamed answer."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_of, decision_prompt
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, Reply
from apps.api.orchestration.constants import MOST_CARDS, TURN_LIMIT
from apps.api.orchestration.types import ensure_phase_keyed
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.conversation.facts import InstrumentFact, StrategyFact
from tests.apps.api.orchestration.desk import ChatDesk, open_chat_desk
from tests.apps.api.orchestration.rig import COMPLETED, OWNER, Step, answer, delta

PROMPT = ChoicePrompt(choice_id="risk_tolerance", question="How much?", options=(ChoiceOption(id="a", label="A"),))
DEMO = InstrumentFact("DEMO", "us_stocks", "演示", "Demo", ("1d",), is_demo=True)
RULES = StrategyFact("s1", 1, "Golden cross", "l1", "h", {}, ("DEMO",), "us_stocks", "1d")


@pytest.fixture
async def desk() -> AsyncIterator[ChatDesk]:
    async with open_chat_desk() as desk:
        desk.records.bars["DEMO"] = DEMO
        yield desk


def _ui(*cards: Any) -> str:
    return f"<AGENT_UI_JSON>{json.dumps(list(cards))}</AGENT_UI_JSON>"


def _lets_all_through(context: PhaseContext, reply: Reply) -> PhaseResult:
    return PhaseResult({}, context.block.missing_fields, cards=tuple(reply.cards))


def _settled(result: PhaseResult, context: PhaseContext, reply: Reply) -> PhaseResult:
    return result


def _called(tool: str, output: object, arguments: str = "{}", call_id: str = "c1", server: str = "strategy") -> Step:
    item = {
        "type": "mcp_call",
        "id": call_id,
        "name": tool,
        "server_label": server,
        "arguments": arguments,
        "output": json.dumps(output),
        "error": None,
    }
    return {"type": "response.output_item.done", "item": item, "output_index": 0}


async def test_cards_are_told_after_the_text_and_stored_with_it(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _lets_all_through
    told = await desk.say("hello", answer("Look: ", _ui({"type": "tradingview_chart", "symbol": "DEMO"})))
    assert told.types == ["stream_start", "text_delta", "genui", "done"]
    card = {"type": "tradingview_chart", "symbol": "DEMO", "timeframe": "1d"}
    assert [event["payload"] for event in told.of("genui")] == [card]
    assert (await desk.messages(told))[1].cards == (card,)


async def test_a_card_that_is_none_or_not_true_is_dropped_and_the_model_is_told_once(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _lets_all_through
    unknown = {"type": "tradingview_chart", "symbol": "X"}
    bad = [{"type": "bomb"}, {"type": "backtest_charts", "job_id": "nobodys"}, unknown]
    told = await desk.say("hello", answer("Look.", _ui(*bad), "<AGENT_STATE_PATCH>{broken</AGENT_STATE_PATCH>"))
    assert told.of("genui") == []
    assert told.text == "Look."
    session_id = told.done["session_id"]
    await desk.say("and?", answer("ok"), session_id=session_id)
    notes = desk.voice.requests[-1].state["notes"]
    assert isinstance(notes, list)
    assert len(notes) == 4
    await desk.say("and?", answer("ok"), session_id=session_id)
    assert "notes" not in desk.voice.requests[-1].state


async def test_notes_of_a_turn_that_broke_are_kept_with_those_before(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer("a", _ui({"type": "bomb"})))
    await desk.say("x", [delta(_ui({"type": "mine"}))], session_id=told.done["session_id"])
    await desk.say("y", answer("ok"), session_id=told.done["session_id"])
    notes = str(desk.voice.requests[-1].state["notes"])
    assert "bomb" in notes
    assert "mine" in notes


async def test_the_next_question_is_always_there_and_room_is_made_for_it(desk: ChatDesk) -> None:
    desk.prompt = PROMPT
    desk.phases(Phase.KYC).decide = _lets_all_through
    charts = [{"type": "tradingview_chart", "symbol": "DEMO", "timeframe": f"{n}m"} for n in range(1, 30)]
    told = await desk.say("hello", answer("Hi", _ui(*charts)))
    cards = [event["payload"] for event in told.of("genui")]
    assert len(cards) == MOST_CARDS
    assert cards[-1]["choice_id"] == "risk_tolerance"
    own = PROMPT.model_dump(mode="json") | {"choice_id": "other"}
    told = await desk.say("hello", answer("Hi", _ui(own)))
    assert [event["payload"]["choice_id"] for event in told.of("genui")] == [
        "other",
        "risk_tolerance",
    ], "what is due is asked beside what the answer asks"
    told = await desk.say("hello", [delta("Hi")])
    assert told.of("genui") == []


async def test_the_question_after_a_move_is_that_of_the_new_phase(desk: ChatDesk) -> None:
    desk.prompt = PROMPT
    desk.phases(Phase.KYC).decide = lambda context, reply: PhaseResult(
        {Phase.KYC: PhaseBlock()}, (), completed=True, next_phase=Phase.PRE_STRATEGY
    )
    await desk.say("moderate", answer("Noted."))
    assert desk.asked_in[-1].phase is Phase.PRE_STRATEGY


async def test_an_instrument_that_was_just_chosen_is_drawn_once(desk: ChatDesk) -> None:
    chosen = {Phase.PRE_STRATEGY: PhaseBlock({"target_instrument": "DEMO"}, ("x",))}
    desk.phases(Phase.KYC).decide = lambda context, reply: PhaseResult(chosen, ("x",))
    told = await desk.say("DEMO", answer("ok"))
    assert [event["payload"]["symbol"] for event in told.of("genui")] == ["DEMO"]
    again = await desk.say("DEMO", answer("ok"), session_id=told.done["session_id"])
    assert again.of("genui") == []


async def test_what_binds_the_person_is_named_to_them_unless_the_answer_does(desk: ChatDesk) -> None:
    clause = "kyc.risk_tolerance=conservative: no leverage"
    desk.phases(Phase.KYC).decide = lambda context, reply: PhaseResult({}, (), clauses=(clause, clause))
    assert (await desk.say("hello", answer("Hm."))).text == f"Hm.\n\n{clause}"
    assert (await desk.say("hello", answer(f"Sorry: {clause}."))).text == f"Sorry: {clause}."


async def test_tools_are_handed_to_the_phase_and_kept_with_the_answer_also_of_a_turn_that_broke(desk: ChatDesk) -> None:
    call = _called("validate_dsl", {"ok": True, "strategy_draft_id": "d1"})
    for script in ([call, delta("ok"), COMPLETED], [call, delta("ok")]):
        told = await desk.say("draft", script)
        (outcome,) = desk.phases(Phase.KYC).replies[-1].tools
        assert (outcome.tool, outcome.ok, outcome.result["strategy_draft_id"]) == ("validate_dsl", True, "d1")
        (kept,) = (await desk.messages(told))[1].tool_calls
        assert (kept["name"], kept["status"]) == ("validate_dsl", "success")


async def test_patches_and_words_are_handed_to_the_phase_as_they_were_said(desk: ChatDesk) -> None:
    choice = '<CHOICE_SELECTION>{"selected_option_label": "Moderate"}</CHOICE_SELECTION>'
    await desk.say(choice, answer('Ok<AGENT_STATE_PATCH>{"risk_tolerance": "moderate"}</AGENT_STATE_PATCH>'))
    (reply,) = desk.phases(Phase.KYC).replies
    assert (reply.understood.quote, reply.text) == ("Moderate", "Ok")
    assert list(reply.patches) == [{"risk_tolerance": "moderate"}]


async def test_too_many_turns_in_a_phase_are_remarked_on_once(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer("Hi"))
    session = await desk.session(told)
    desk.chat.sessions[session.id] = replace(session, phase="strategy", metadata={"turns_in_phase": TURN_LIMIT - 2})
    texts = [(await desk.say("more", answer("ok"), session_id=session.id)).text for _ in range(4)]
    assert [text != "ok" for text in texts] == [False, True, False, False]


async def test_before_the_strategy_phase_a_strategy_that_is_named_is_not_taken(desk: ChatDesk) -> None:
    named = "00000000-0000-7000-8000-000000000001"
    desk.records.strategies[OWNER, named] = RULES
    session = await desk.session(await desk.say(f"take {named}", answer("ok")))
    assert (session.phase, session.artifacts["strategy"]["profile"]) == ("kyc", {})


async def test_a_conversation_is_called_after_its_strategy(desk: ChatDesk) -> None:
    desk.records.strategies[OWNER, "s1"] = RULES
    named = {Phase.STRATEGY: PhaseBlock({"strategy_id": "s1"})}
    told = await desk.say("a strategy please", answer("ok"))
    assert told.done["session_title"] == "a strategy please"
    desk.phases(Phase.KYC).decide = lambda context, reply: PhaseResult(named, ())
    told = await desk.say("more", answer("ok"), session_id=told.done["session_id"])
    assert told.done["session_title"] == "Golden cross"


@pytest.mark.parametrize(
    ("said", "claimed", "told"),
    [
        ("hello", "I've deployed it with real money.", "nothing from this conversation is deployed"),
        ("hello", "Your strategy made 312% with a Sharpe of 4.2.", "this strategy has no backtest results yet"),
        ("hello", "The order went through and you own 500 shares.", "no order was placed from this conversation"),
        ("你好", "已为您部署完成。", "nothing from this conversation is deployed"),
    ],
)
async def test_work_that_a_model_claims_and_nobody_did_is_put_right_where_nothing_is_open(
    desk: ChatDesk, said: str, claimed: str, told: str
) -> None:
    heard = await desk.say(said, answer(claimed))
    assert told in (await desk.messages(heard))[1].content


async def test_what_tools_told_in_the_turn_is_no_invention(desk: ChatDesk) -> None:
    running = {"deployment_id": "d1", "status": "deployed", "mode": "paper"}
    asked = _called("list_deployments", {"ok": True, "deployments": [running]}, server="trading")
    first = await desk.say("hello", [asked, *answer("Your other strategy is deployed.")])
    assert "For the record" not in (await desk.messages(first))[1].content
    none = _called("list_deployments", {"ok": True, "deployments": []}, server="trading")
    again = await desk.say("and?", [none, *answer("It is deployed.")], session_id=first.done["session_id"])
    assert "nothing from this conversation is deployed" in (await desk.messages(again))[3].content


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Do you confirm these rules?", {"strategy_confirmed"}),
        ("Shall I lower the stop as well?", set()),
        ("要不要我顺便把止损放宽？", set()),
    ],
)
async def test_a_yes_to_a_models_own_question_is_none_to_the_decision_that_is_due(
    desk: ChatDesk, said: str, asked: set[str]
) -> None:
    session_id = (await desk.say("hello", answer("Hi."))).done["session_id"]
    for phase, following in ((Phase.KYC, Phase.PRE_STRATEGY), (Phase.PRE_STRATEGY, Phase.STRATEGY)):
        done = PhaseResult({phase: PhaseBlock(), following: PhaseBlock()}, (), completed=True, next_phase=following)
        desk.phases(phase).decide = partial(_settled, done)
        await desk.say("go on", answer("Noted."), session_id=session_id)
    desk.prompt = decision_prompt("strategy_confirmed", Language.EN)
    desk.phases(Phase.STRATEGY).decide = _lets_all_through
    own = PROMPT.model_dump(mode="json") | {"choice_id": "like_blue"}
    told = await desk.say("show me", answer(said, _ui(own)), session_id=session_id)
    assert [event["payload"]["choice_id"] for event in told.of("genui")] == ["strategy_confirmed"]
    blocks = ensure_phase_keyed((await desk.session(told)).artifacts, desk.phases)
    assert asked_of(blocks[Phase.STRATEGY], "strategy_confirmed") == asked


async def test_answers_that_changed_elsewhere_are_told_once(desk: ChatDesk) -> None:
    first = await desk.say("hello", answer("Hi."))
    desk.chat.profiles[OWNER] = Profile(RiskTolerance.MODERATE)
    told = await desk.say("and?", answer("Well."), session_id=first.done["session_id"])
    assert "your own answers changed elsewhere" in (await desk.messages(told))[3].content
    again = await desk.say("and now?", answer("Well."), session_id=first.done["session_id"])
    assert "elsewhere" not in (await desk.messages(again))[5].content
