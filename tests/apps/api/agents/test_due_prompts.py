"""Whatever is due has its button, in every phase and at every point of it."""

from dataclasses import replace

import pytest

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import decision_prompt
from packages.contracts.genui import ChoicePrompt
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import Language
from tests.apps.api.agents.late_desk import ME, LateDesk, refused, told


async def due(desk: LateDesk) -> tuple[str, list[str]]:
    prompt = await due_prompt(await desk.hydrated())
    assert isinstance(prompt, ChoicePrompt)
    return prompt.choice_id, [option.id for option in prompt.options]


async def test_rules_are_drafted_confirmed_and_tested_with_a_way_back_each_time() -> None:
    desk = LateDesk()
    assert await due(desk) == ("continue", ["continue", "back"])
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    assert await due(desk) == ("strategy_confirmed", ["true", "false", "back"])
    await desk.says("I confirm")
    assert await due(desk) == ("continue", ["continue", "false", "back"])


async def test_a_stress_test_goes_on_until_it_can_be_decided_on() -> None:
    desk = await LateDesk().stressing()
    assert await due(desk) == ("continue", ["continue", "revise", "back"])
    desk.stress()
    await desk.says("run it", told("stress", "create", stress_report_id="r1"))
    assert await due(desk) == ("stress_test_decision", ["deploy", "revise", "hold"])


@pytest.mark.parametrize(
    ("verdict", "offered"),
    [
        ("pass", ["deploy", "revise", "hold"]),
        ("revise", ["revise", "hold", "deploy"]),
        ("reject", ["revise", "hold", "deploy"]),
    ],
)
async def test_what_the_lab_has_not_passed_is_sooner_revised_than_deployed(verdict: str, offered: list[str]) -> None:
    desk = await LateDesk().stressing()
    desk.records.reports[ME, "r1"] = replace(desk.stress(), verdict=verdict)
    own = decision_prompt("stress_test_decision", Language.EN)
    result = await desk.says("run it", told("stress", "create", stress_report_id="r1"), cards=(own,))
    assert await due(desk) == ("stress_test_decision", offered)
    [shown] = [card for card in result.cards if isinstance(card, ChoicePrompt)]
    assert [option.id for option in shown.options] == offered
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "hm")
    assert [option.id for option in ChoicePrompt.model_validate(pieces.state["next_prompt"]).options] == offered


async def test_a_deployment_asks_where_then_for_the_yes_and_then_goes_on() -> None:
    desk = await LateDesk().deploying()
    assert await due(desk) == ("deployment_target", ["paper", "live", "back"])
    await desk.says("paper")
    assert await due(desk) == ("deployment_confirmation_status", ["confirmed", "needs_changes", "back"])
    await desk.says("confirm the deployment")
    assert await due(desk) == ("continue", ["continue", "back"])


async def test_what_the_lab_has_not_passed_is_overruled_or_changed_and_never_only_confirmed() -> None:
    desk = await LateDesk().deploying()
    stress = desk.blocks[Phase.STRESS_TEST]
    desk.blocks[Phase.STRESS_TEST] = type(stress)(
        stress.profile, stress.missing_fields, {**stress.runtime, "verdict": "reject"}
    )
    await desk.says("paper")
    assert await due(desk) == ("deployment_confirmation_status", ["override", "needs_changes", "back"])


async def test_back_leads_through_the_phases() -> None:
    desk = await LateDesk().deploying()
    await desk.says("paper")
    seen = []
    for _ in range(5):
        await desk.says("back")
        seen.append(desk.phase)
    assert seen == [Phase.DEPLOYMENT, Phase.STRESS_TEST, Phase.STRATEGY, Phase.PRE_STRATEGY, Phase.KYC]


async def test_rules_without_bars_can_have_them_fetched_before_anything_fails() -> None:
    desk = LateDesk()
    desk.save()
    desk.records.bars.clear()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    assert (await due(desk))[1] == ["fetch:AAPL", "new_scope", "true", "false", "back"]
    await desk.says("I confirm")
    assert (await due(desk))[1] == ["fetch:AAPL", "new_scope", "continue", "false", "back"]


async def test_what_is_at_work_can_be_looked_at() -> None:
    desk = LateDesk(phase=Phase.COMPLETED)
    assert await due(desk) == ("watch", ["status", "positions", "orders", "pause", "stop", "new_conversation"])


async def test_what_is_paused_is_resumed_and_what_has_ended_is_only_read() -> None:
    desk = await LateDesk().deploying()
    await desk.says("paper")
    made = desk.deployment("deployed")
    await desk.says("confirm the deployment", told("trading", "create_deployment", deployment_id="d1"))
    assert desk.phase is Phase.COMPLETED
    desk.records.deployments[ME, "d1"] = replace(made, is_paused=True)
    assert await due(desk) == ("watch", ["status", "positions", "orders", "resume", "stop", "new_conversation"])
    desk.records.deployments[ME, "d1"] = replace(made, is_stopped=True)
    assert await due(desk) == ("watch", ["new_conversation", "status", "positions", "orders"])
    desk.deployment("completed")
    assert await due(desk) == ("watch", ["new_conversation", "status", "positions", "orders"])


async def test_only_who_asks_for_it_is_granted_to_resume() -> None:
    desk = LateDesk(phase=Phase.COMPLETED)
    for said, granted in (("resume trading", True), ("恢复", True), ("how is it doing?", False), ("pause", False)):
        policy = (await desk.handler.build_prompt(await desk.hydrated(), said)).policy
        assert ("resume" in policy.tools[ToolDomain.TRADING]) is granted, said


async def test_rules_whose_bars_are_missing_can_have_them_fetched_or_leave_for_another_instrument() -> None:
    desk = await LateDesk().deploying()
    await desk.says("paper")
    blocked = refused("trading", "start", "conflict", blocker="market_data_missing")
    result = await desk.says("confirm the deployment", blocked)
    assert (desk.phase, result.blocker) == (Phase.STRATEGY, "market_data_missing")
    assert await due(desk) == ("strategy_confirmed", ["fetch:AAPL", "new_scope", "true", "false", "back"])
    await desk.says("Another instrument")
    assert desk.phase is Phase.PRE_STRATEGY


async def test_rules_that_never_traded_are_changed_before_they_are_stress_tested() -> None:
    desk = await LateDesk().stressing()
    desk.records.backtests[ME, "b1"] = replace(desk.backtest(), trades=0)
    assert await due(desk) == ("continue", ["revise", "new_scope", "continue", "back"])
