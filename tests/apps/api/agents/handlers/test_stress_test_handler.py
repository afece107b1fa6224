"""The stress test phase: stages from what is stored, and a decision that only the person takes."""

from dataclasses import replace

import pytest

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import Reply
from apps.api.agents.stages import stress_stage
from packages.domain.conversation.wording import say
from tests.apps.api.agents.late_desk import ME, OTHER, OTHER_RULES, LateDesk, asking, told

CREATED = told("stress", "create", stress_report_id="r1")


async def test_the_stages_go_from_bootstrap_over_scenario_to_feedback_by_the_database() -> None:
    desk = await LateDesk().stressing()
    seen = [stress_stage((await desk.hydrated()).block)]
    await desk.says("go", told("stress", "create_scenario_set", scenario_set_id="set0"))
    seen.append(stress_stage(desk.blocks[Phase.STRESS_TEST]))
    desk.stress(status="running")
    await desk.says("go", CREATED)
    seen.append(stress_stage(desk.blocks[Phase.STRESS_TEST]))
    assert desk.value("scenario_set_id") == "set1"
    desk.stress(status="done")
    seen.append(stress_stage((await desk.hydrated()).block))
    desk.stress(status="failed")
    seen.append(stress_stage((await desk.hydrated()).block))
    assert seen == ["bootstrap", "scenario", "scenario", "feedback", "scenario"]


async def test_a_person_who_has_seen_the_report_and_says_deploy_goes_to_the_deployment() -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", CREATED)
    result = await desk.says("deploy it")
    assert (desk.phase, desk.value("stress_test_decision", Phase.STRESS_TEST)) == (Phase.DEPLOYMENT, "deploy")
    assert result.transition_reason == "stress_test_done_and_person_deploys"


async def test_deploy_is_too_early_without_a_finished_report_that_was_there_before() -> None:
    desk = await LateDesk().stressing()
    result = await desk.says("deploy it")
    assert (desk.phase, desk.value("stress_test_decision")) == (Phase.STRESS_TEST, None)
    assert "no finished report" in " ".join(result.notes)
    desk.stress()
    await desk.says("deploy it", CREATED)
    assert (desk.phase, desk.value("stress_test_decision")) == (Phase.STRESS_TEST, None)


@pytest.mark.parametrize("said", ["Revise the strategy", "我想修改策略"])
async def test_revise_goes_back_to_the_strategy_which_has_to_be_confirmed_again(said: str) -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", CREATED)
    result = await desk.says(said)
    assert (desk.phase, result.transition_reason) == (Phase.STRATEGY, "person_wants_to_revise")
    assert (desk.value("strategy_id"), desk.value("strategy_confirmed")) == ("s1", None)
    await desk.says("hello")
    assert desk.phase is Phase.STRATEGY


async def test_hold_stays_and_is_kept() -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", CREATED, cards=(asking("stress_test_decision"),))
    await desk.says("3")
    assert (desk.phase, desk.value("stress_test_decision")) == (Phase.STRESS_TEST, "hold")


async def test_a_model_cannot_decide_or_declare_a_report() -> None:
    desk = await LateDesk().stressing()
    patch = {"stress_test_decision": "deploy", "stress_report_id": "r1", "scenario_set_id": "set1"}
    result = await desk.says("hello", patch=patch)
    assert (desk.phase, dict(desk.blocks[Phase.STRESS_TEST].profile)) == (Phase.STRESS_TEST, {})
    assert len(result.notes) == len(patch)
    desk.stress()
    await desk.says("hello", CREATED)
    await desk.says("what does it say?", patch=patch)
    assert (desk.phase, desk.value("stress_test_decision")) == (Phase.STRESS_TEST, None)


async def test_reports_of_other_people_and_of_other_rules_do_not_count() -> None:
    desk = await LateDesk().stressing()
    desk.save("s2", OTHER_RULES)
    desk.save(owner=OTHER)
    desk.stress("of_other_rules", of="s2")
    desk.stress("of_another", owner=OTHER)
    for report_id in ("of_other_rules", "of_another", "invented"):
        await desk.says("go", told("stress", "report", stress_report_id=report_id))
        assert desk.value("stress_report_id") is None


async def test_rules_that_changed_since_they_were_agreed_to_go_back_to_the_strategy() -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", CREATED)
    desk.save(dsl=OTHER_RULES, version=2)
    result = await desk.says("deploy it")
    assert (desk.phase, result.transition_reason) == (Phase.STRATEGY, "strategy_changed")


async def test_the_rules_cannot_be_changed_in_this_phase() -> None:
    desk = await LateDesk().stressing()
    pieces = await desk.handler.build_prompt(await desk.hydrated(), "run the stress test")
    granted = {tool for tools in pieces.policy.tools.values() for tool in tools}
    assert granted.isdisjoint({"upsert_dsl", "patch_dsl", "rollback", "create_deployment", "start"})
    assert {"create_scenario_set", "create", "get", "report"} <= granted


@pytest.mark.parametrize("said", ["run the stress test", "go on", "开始压力测试"])
async def test_who_asks_for_the_stress_test_lets_a_model_begin_it(said: str) -> None:
    desk = await LateDesk().stressing()
    assert not (await desk.handler.build_prompt(await desk.hydrated(), said)).policy.withheld


@pytest.mark.parametrize("said", ["hm", "not yet", "what is a stress test?", "今天天气不错"])
async def test_a_model_begins_no_stress_test_that_nobody_asked_for(said: str) -> None:
    desk = await LateDesk().stressing()
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert pieces.policy.withheld == {"create"}


async def _tested() -> LateDesk:
    """At the decision, with the report in sight."""
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", told("stress", "create", stress_report_id="r1"), cards=(asking("stress_test_decision"),))
    return desk


@pytest.mark.parametrize(
    "said",
    [
        "run it again",
        "test it again",
        "try again",
        "redo the stress test",
        "再跑一次",
        "再测一次",
        "重新测试",
        "重做压力测试",
    ],
)
async def test_who_wants_the_test_again_gets_it_again_and_has_decided_nothing(said: str) -> None:
    desk = await _tested()
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert pieces.state["runs_again"] is True
    assert "create" not in pieces.policy.withheld
    await desk.says(said)
    assert (desk.phase, desk.value("stress_test_decision")) == (Phase.STRESS_TEST, None)


@pytest.mark.parametrize(
    "said", ["make the strategy simpler", "重新写策略", "revise it", "show me the report", "改策略"]
)
async def test_other_words_run_no_test_again(said: str) -> None:
    desk = await _tested()
    assert (await desk.handler.build_prompt(await desk.hydrated(), said)).state["runs_again"] is False


@pytest.mark.parametrize("said", ["never mind, I still want to deploy it", "算了，我还是想部署"])
async def test_a_never_mind_before_a_decision_does_not_hide_it(said: str) -> None:
    desk = await _tested()
    understood = (await desk.handler.build_prompt(await desk.hydrated(), said)).understood
    assert understood.answers == {"stress_test_decision": "deploy"}


@pytest.mark.parametrize("said", ["stop it", "cancel that", "停下来", "别跑了"])
async def test_a_test_that_runs_is_stopped_whoever_answers_and_said_so(said: str) -> None:
    desk = await LateDesk().stressing()
    desk.stress(status="running")
    await desk.says("run it", CREATED)
    result = await desk.says(said)
    assert desk.records.reports[ME, "r1"].is_stopped
    assert result.clauses == (say(desk.language, "stopped.stress_test"),), "a model may say anything"
    assert desk.value("stress_report_id") is None


@pytest.mark.parametrize(
    "said", ["should I stop it?", "what happens if I cancel it?", "要不要停下来？", "make the stop 4%"]
)
async def test_a_question_about_stopping_stops_no_test(said: str) -> None:
    desk = await LateDesk().stressing()
    desk.stress(status="running")
    await desk.says("run it", CREATED)
    await desk.says(said)
    assert not desk.records.reports[ME, "r1"].is_stopped


async def test_a_number_means_the_decision_that_stands_there_when_the_verdict_was_no_pass() -> None:
    desk = await LateDesk().stressing()
    desk.records.reports[ME, "r1"] = replace(desk.stress(), verdict="reject")
    await desk.says("run it", CREATED, cards=(asking("stress_test_decision"),))
    await desk.says("1", cards=(asking("stress_test_decision"),))
    assert desk.phase is Phase.STRATEGY, "to revise comes first there"


@pytest.mark.parametrize("button", ["No, let me change that", "不对，我改一下"])
async def test_the_button_that_drops_a_proposal_decides_nothing_else(button: str) -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    await desk.says("run it", CREATED)
    await desk.says("send it to the paper account")
    result = await desk.says(button)
    assert (desk.phase, result.transition_reason) == (Phase.STRESS_TEST, "")
    assert desk.value("stress_test_decision") is None
    assert not [card for card in result.cards if card.type == "proposal"]


async def test_a_test_that_ends_while_a_turn_tells_of_it_as_running_is_still_awaited() -> None:
    desk = await LateDesk().stressing()
    desk.stress(status="running")
    await desk.says("go", CREATED)
    desk.stress(status="running")
    context = await desk.hydrated()
    understood = (await desk.handler.build_prompt(context, "what is a drawdown?")).understood
    desk.stress()
    result = await desk.handler.post_process(context, Reply(understood, ""))
    block = result.artifacts[Phase.STRESS_TEST]
    assert block.runtime["stress_status"] == "running"
    asked = await due_prompt(replace(context, artifacts={**context.artifacts, **result.artifacts}))
    assert asked is not None
    assert asked.choice_id == "meanwhile"


async def test_a_test_that_ends_between_two_looks_of_a_turn_is_told_once_it_was_read() -> None:
    desk = await LateDesk().stressing()
    desk.stress()
    read = told("stress", "report", stress_report_id="r1")
    await desk.says("go", CREATED, told("stress", "get", stress_report_id="r1", status="done"), read)
    assert desk.blocks[Phase.STRESS_TEST].runtime["stress_status"] == "done"
