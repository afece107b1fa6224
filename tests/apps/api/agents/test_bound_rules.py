"""A confirmation binds the rules that the person saw: those of their page, as they were when it showed them."""

from dataclasses import replace
from typing import Any

import pytest

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseResult, Reply
from packages.contracts.genui import StrategyRef
from packages.contracts.tool_grants import ToolDomain
from tests.apps.api.agents.late_desk import OTHER_RULES, LateDesk, asking, told
from tests.src.modules.llm_platform.guided.played import play

SAVED = told("strategy", "upsert_dsl", strategy_id="s1")
PATCHED = told("strategy", "patch_dsl", strategy_id="s1")
ASKED = (asking("strategy_confirmed"),)


async def _drafted() -> LateDesk:
    desk = LateDesk()
    desk.save()
    await desk.says("draft one", SAVED, cards=ASKED)
    return desk


async def _about(desk: LateDesk) -> str | None:
    prompt = await due_prompt(await desk.hydrated())
    return None if prompt is None else prompt.about


async def _pressed(desk: LateDesk, about: str | None, said: str = "Confirm this strategy") -> PhaseResult:
    context = replace(await desk.hydrated(), about=about)
    understood = (await desk.handler.build_prompt(context, said)).understood
    result = await desk.handler.post_process(context, Reply(understood, ""))
    desk.blocks = {**context.artifacts, **result.artifacts}
    return result


async def test_the_question_names_the_rules_and_an_answer_that_names_them_binds_them() -> None:
    desk = await _drafted()
    about = await _about(desk)
    assert about == desk.save().content_hash
    await _pressed(desk, about)
    assert desk.value("strategy_confirmed") == "true"


async def test_a_press_in_a_page_that_showed_older_rules_binds_nothing_and_shows_the_newest() -> None:
    desk = await _drafted()
    older = await _about(desk)
    newer = desk.save(dsl=OTHER_RULES, version=2)
    await desk.says("make the stop 9%", PATCHED, cards=ASKED)  # in another tab
    result = await _pressed(desk, older)
    assert (desk.phase, desk.value("strategy_confirmed")) == (Phase.STRATEGY, None)
    assert result.clauses[0].startswith("Nothing is confirmed: the rules have changed")
    assert StrategyRef(strategy_id="s1", version=2) in result.cards
    assert await _about(desk) == newer.content_hash
    await _pressed(desk, newer.content_hash)
    assert desk.value("strategy_confirmed") == "true"


async def test_a_typed_word_binds_nothing_when_the_rules_were_changed_elsewhere_since_the_last_turn() -> None:
    desk = await _drafted()
    desk.save(dsl=OTHER_RULES, version=2)  # by another client, outside of the conversation
    result = await _pressed(desk, None, "confirm")
    assert desk.value("strategy_confirmed") is None
    assert result.clauses
    await _pressed(desk, None, "confirm")  # the newest were shown by now
    assert desk.value("strategy_confirmed") == "true"


async def test_what_is_said_of_other_things_is_heard_from_an_older_page_too() -> None:
    desk = await _drafted()
    older = await _about(desk)
    desk.save(dsl=OTHER_RULES, version=2)
    await desk.says("make the stop 9%", PATCHED, cards=ASKED)
    assert (await _pressed(desk, older, "what is a stop loss?")).clauses == ()


async def test_the_guided_voice_shows_the_newest_rules_instead_of_testing_them() -> None:
    desk = await _drafted()
    desk.save(dsl=OTHER_RULES, version=2)
    state: dict[str, Any] = dict((await desk.handler.build_prompt(await desk.hydrated(), "confirm")).state)
    phase = str(state.pop("phase"))
    dsl = {"strategy_id": "s1", "version": 2, "rules": {"name": "Trend"}, "sentences": ["Buy."], "dsl": OTHER_RULES}
    played = play("confirm", phase, {"strategy.get_dsl": dsl, "backtest.create_job": {}}, **state)
    assert played.tools == ["strategy.get_dsl"]
    assert "the rules have changed since you saw them" in played.text


async def test_a_change_said_before_the_stress_test_is_made_at_once_and_the_rules_it_showed_can_be_confirmed() -> None:
    desk = await LateDesk().stressing()
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "make the stop 3%")
    assert pieces.state["spoken_edit"]
    assert "patch_dsl" in pieces.policy.tools[ToolDomain.STRATEGY]
    desk.save(dsl=OTHER_RULES, version=2)
    result = await desk.says("make the stop 3%", PATCHED, cards=ASKED)
    assert (desk.phase, result.transition_reason) == (Phase.STRATEGY, "strategy_changed")
    await _pressed(desk, None, "confirm")
    assert desk.value("strategy_confirmed") == "true"


async def test_who_changes_nothing_has_no_tools_to_change_the_rules_before_the_stress_test() -> None:
    desk = await LateDesk().stressing()
    for said in ("run it", "my dog is sick", "revise the strategy"):
        pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
        assert "patch_dsl" not in pieces.policy.tools[ToolDomain.STRATEGY]
        assert "spoken_edit" not in pieces.state


@pytest.mark.parametrize("said", ["Confirm the deployment", "deploy without a passing stress test: only to see it run"])
async def test_rules_that_changed_elsewhere_are_not_deployed_unseen(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=(asking("deployment_confirmation_status"),))
    desk.save(dsl=OTHER_RULES, version=2)  # by another client, outside of the conversation
    policy = (await desk.handler.build_prompt(await desk.hydrated(), said)).policy
    assert policy.override is None
    assert "create_deployment" not in policy.tools[ToolDomain.TRADING]
    result = await desk.says(said)
    assert (desk.phase, result.transition_reason) == (Phase.STRATEGY, "strategy_changed")
    assert result.clauses[0].startswith("Nothing is confirmed")
