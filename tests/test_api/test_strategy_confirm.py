"""The confirm button: `advance_to_stress_test` is a real trigger, under the same rules as a turn."""

import copy
from typing import Any

import pytest

from tests.chat import ChatDesk, Person
from tests.test_api.steps import RULES, backtested, confirmed, introduced, scoped

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_confirmed_strategy_is_stored_and_the_conversation_stays(ann: Person) -> None:
    await scoped(ann)
    told = await confirmed(ann)
    assert (told["version"], told["phase"], told["backtest_job_id"], told["auto_started"]) == (
        1,
        "strategy",
        None,
        False,
    )
    assert told["transition"] == {"moved": False, "reason": "not_asked"}
    profile = await ann.profile("strategy")
    assert (profile["strategy_id"], profile["strategy_confirmed"]) == (told["strategy_id"], "true")
    assert (await ann.get(f"/strategies/{told['strategy_id']}")).json()["version"] == 1


async def test_advancing_without_a_finished_backtest_is_answered_and_moves_nothing(ann: Person) -> None:
    await scoped(ann)
    told = await confirmed(ann, advance_to_stress_test=True)
    assert told["phase"] == "strategy"
    assert told["transition"] == {"moved": False, "reason": "backtest_not_done"}
    session = await ann.session()
    assert session["phase"] == "strategy"
    assert "advance_to_stress_test_ignored" not in str(session["metadata"])


async def test_advancing_with_a_finished_backtest_moves_on_with_an_audit_row(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    strategy_id = await backtested(ann)
    told = await confirmed(ann, advance_to_stress_test=True)
    assert (told["strategy_id"], told["version"], told["phase"]) == (strategy_id, 1, "stress_test")
    assert told["transition"] == {"moved": True, "reason": "strategy_confirmed_and_backtest_done"}
    move = (await ann.session())["transitions"][-1]
    assert (move["from_phase"], move["to_phase"], move["trigger"]) == ("strategy", "stress_test", "strategy_confirm")
    answer = await ann.says("And now?")
    assert answer.start["phase"] == "stress_test", "it is not sent back to strategy"
    assert "stress" in {tool.server_label for tool in chat.streamer.requests[-1].tools}
    assert "[PHASE MEMORY: strategy]" in str(chat.streamer.requests[-1].input)


async def test_a_started_backtest_is_a_real_job_and_no_hidden_turn(ann: Person) -> None:
    await scoped(ann)
    before = len((await ann.session())["messages"])
    told = await confirmed(ann, auto_start_backtest=True)
    assert told["auto_started"] is True
    assert (await ann.get(f"/backtests/{told['backtest_job_id']}")).json()["strategy_id"] == told["strategy_id"]
    assert len((await ann.session())["messages"]) == before


async def test_the_same_rules_keep_version_and_backtest_and_others_lose_it(ann: Person) -> None:
    await scoped(ann)
    await backtested(ann)
    first = await confirmed(ann)
    assert first["version"] == 1
    assert first["backtest_job_id"]
    other: Any = copy.deepcopy(RULES)
    other["factors"]["ema_5"]["params"]["period"] = 6
    changed = await confirmed(ann, other, advance_to_stress_test=True)
    assert (changed["version"], changed["backtest_job_id"], changed["phase"]) == (2, None, "strategy")


async def test_a_confirmation_before_the_scope_is_refused(ann: Person) -> None:
    await ann.says("hello")
    refused = await ann.post("/strategies/confirm", {"session_id": ann.session_id, "dsl_json": RULES}, 409)
    assert refused.json()["error"]["message"]


async def test_what_is_no_strategy_is_400_and_another_persons_conversation_404(ann: Person, lin: Person) -> None:
    await introduced(ann)
    await ann.post("/strategies/confirm", {"session_id": ann.session_id, "dsl_json": {"dsl_version": "1.0.0"}}, 400)
    await introduced(lin)
    await lin.post("/strategies/confirm", {"session_id": ann.session_id, "dsl_json": RULES}, 404)


async def test_what_the_persons_own_answers_rule_out_is_refused_with_its_clause(chat: ChatDesk) -> None:
    careful = await chat.person("zh")
    await careful.tells("我刚开始，不到1年，保守，想保住本金")
    shorting: Any = copy.deepcopy(RULES)
    shorting["trade"]["short"] = short = copy.deepcopy(shorting["trade"]["long"])
    short["entry"]["condition"]["cross"]["op"] = "cross_below"
    short["exits"][0]["condition"]["cross"]["op"] = "cross_above"
    body = {"session_id": careful.session_id, "dsl_json": shorting}
    refused = (await careful.post("/strategies/confirm", body, 400)).json()["error"]
    assert "risk_tolerance" in str(refused)
    assert "保守" in str(refused)
