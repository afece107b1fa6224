"""The handlers one after the other: where each leads, on what grounds, and back."""

from itertools import pairwise

import pytest

from apps.api.agents.phases import VALID_TRANSITIONS, WORKFLOW, ForbiddenMove, Phase, require_move
from apps.api.agents.registry import get_handler
from packages.core.messages import Language
from packages.domain.conversation.fields import FIELDS
from tests.apps.api.agents.early_desk import EarlyDesk
from tests.apps.api.agents.late_desk import OTHER, LateDesk, refused, told


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_a_handler_whose_block_begins_empty(phase: Phase) -> None:
    handler = get_handler(phase)
    assert handler.phase is phase
    block = handler.init_artifacts()
    assert dict(block.profile) == {}
    needed = tuple(field.name for field in FIELDS.get(phase, ()) if field.needed)
    assert block.missing_fields == needed


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("phase", list(Phase))
async def test_every_phase_prompts_in_the_persons_language(phase: Phase, language: Language) -> None:
    desk = LateDesk(phase=phase, language=language)
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "…")
    assert pieces.instructions
    assert pieces.state["phase"] == phase
    assert ("的" in pieces.instructions) is (language == "zh")
    assert "{{" not in pieces.instructions
    assert "legacy" not in pieces.instructions.lower()


def test_the_table_has_the_main_line_and_both_ways_back() -> None:
    for before, after in pairwise(WORKFLOW):
        require_move(before, after)
    require_move(Phase.DEPLOYMENT, Phase.COMPLETED)
    require_move(Phase.STRESS_TEST, Phase.STRATEGY)
    require_move(Phase.DEPLOYMENT, Phase.STRATEGY)
    assert set(VALID_TRANSITIONS) == set(Phase)
    for skip in ((Phase.KYC, Phase.STRATEGY), (Phase.STRATEGY, Phase.DEPLOYMENT), (Phase.COMPLETED, Phase.STRATEGY)):
        with pytest.raises(ForbiddenMove):
            require_move(*skip)


async def test_kyc_leads_to_pre_strategy_and_makes_a_profile() -> None:
    desk = EarlyDesk()
    await desk.says("I have traded for 4 years, I am moderate, I want growth.")
    result = await desk.accepts()
    assert result is not None
    assert (result.completed, result.next_phase) == (True, Phase.PRE_STRATEGY)
    assert result.profile is not None
    assert result.profile.is_complete
    assert result.transition_reason


async def test_strategy_leads_to_the_stress_test_with_a_word_and_a_finished_backtest() -> None:
    desk = await LateDesk().confirmed()
    desk.backtest(status="running")
    result = await desk.says("test it", told("backtest", "create_job", backtest_job_id="b1"))
    assert not result.completed, "it still runs"
    desk.backtest(status="done")
    result = await desk.says("and now?")
    assert (result.completed, result.next_phase) == (True, Phase.STRESS_TEST)
    assert result.transition_reason == "strategy_confirmed_and_backtest_done"


async def test_the_stress_test_leads_to_deployment() -> None:
    desk = await LateDesk().deploying()
    assert desk.phase is Phase.DEPLOYMENT
    profile = desk.blocks[Phase.STRESS_TEST].profile
    assert (profile["scenario_set_id"], profile["stress_report_id"], profile["stress_test_decision"]) == (
        "set1",
        "r1",
        "deploy",
    )


async def test_the_stages_of_the_stress_test_follow_each_other() -> None:
    desk = await LateDesk().stressing()
    stages = [await _stage(desk)]
    await desk.says("write it down", told("stress", "create_scenario_set", scenario_set_id="set1"))
    stages.append(await _stage(desk))
    desk.stress(status="running")
    await desk.says("run it", told("stress", "create", stress_report_id="r1"))
    stages.append(await _stage(desk))
    desk.stress(status="done")
    stages.append(await _stage(desk))
    assert stages == ["bootstrap", "scenario", "scenario", "feedback"]


async def test_the_stress_test_leads_back_to_the_strategy() -> None:
    desk = await LateDesk().stressing()
    result = await desk.says("Revise the strategy")
    assert (result.next_phase, bool(result.transition_reason)) == (Phase.STRATEGY, True)
    assert "strategy_confirmed" in result.missing_fields


async def test_a_report_of_another_person_leads_nowhere() -> None:
    desk = await LateDesk().stressing()
    desk.save(owner=OTHER)
    desk.stress("theirs", owner=OTHER)
    await desk.says("look", told("stress", "get", stress_report_id="theirs", status="done"))
    result = await desk.says("deploy it")
    assert not result.completed
    assert "stress_report_id" in result.missing_fields


async def test_a_deployment_goes_from_ready_over_deployed_to_completed() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    desk.deployment("ready")
    result = await desk.says("Confirm the deployment", told("trading", "create_deployment", deployment_id="d1"))
    assert not result.completed
    assert (desk.value("deployment_status"), desk.value("deployment_target")) == ("ready", "paper")
    desk.deployment("deployed")
    result = await desk.says("start it", told("trading", "start", deployment_id="d1"))
    assert (result.completed, result.next_phase) == (True, Phase.COMPLETED)
    profile = result.artifacts[Phase.DEPLOYMENT].profile
    assert profile["deployment_status"] == "deployed"
    assert profile["rollout_status"]


@pytest.mark.parametrize("by_error", [False, True])
async def test_a_blocked_deployment_leads_back_to_the_strategy_with_the_code(by_error: bool) -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    code = "stress_verdict_reject"
    said_no = (
        refused("trading", "create_deployment", "not_cleared", blocker=code)
        if by_error
        else told("trading", "create_deployment", status="blocked", blocker=code)
    )
    result = await desk.says("Confirm the deployment", said_no)
    assert (result.next_phase, result.blocker) == (Phase.STRATEGY, code)


async def test_a_blocked_word_of_the_model_alone_blocks_nothing() -> None:
    desk = await LateDesk().deploying()
    result = await desk.says("Paper trading", patch={"deployment_status": "blocked"})
    assert (result.next_phase, result.blocker) == (None, None)


async def test_after_the_deployment_nothing_moves_any_more() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    desk.deployment("deployed")
    await desk.says("Confirm the deployment", told("trading", "start", deployment_id="d1"))
    assert desk.phase is Phase.COMPLETED
    result = await desk.says("start over", patch={"strategy_id": "s1"})
    assert not result.completed
    assert result.notes


async def _stage(desk: LateDesk) -> object:
    return (await desk.handler.build_prompt(await desk.hydrated(), "…")).policy.phase_stage
