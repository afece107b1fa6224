"""Whatever is due has its button, in every phase and at every point of it."""

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from packages.contracts.genui import ChoicePrompt
from tests.apps.api.agents.late_desk import LateDesk, told


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
    for _ in range(4):
        await desk.says("back")
        seen.append(desk.phase)
    assert seen == [Phase.DEPLOYMENT, Phase.STRATEGY, Phase.PRE_STRATEGY, Phase.KYC]


async def test_what_is_at_work_can_be_looked_at() -> None:
    desk = LateDesk(phase=Phase.COMPLETED)
    assert await due(desk) == ("watch", ["status", "positions", "orders", "pause", "stop"])
