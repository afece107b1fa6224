"""The deployment phase: the person's yes first, then made and started by tools, and seen by the database."""

import json

import pytest

from apps.api.agents.phases import Phase
from packages.contracts.genui import StrategyCard
from packages.contracts.tool_grants import ToolDomain, TypedOverride
from packages.core.messages import Language
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from tests.apps.api.agents.late_desk import OTHER, OTHER_RULES, RULES, LateDesk, asking, refused, told

MADE = told("trading", "create_deployment", deployment_id="d1", request_id="k1", receipt_id="d1/1", status="ready")
STARTED = told("trading", "start", deployment_id="d1", request_id="k2", receipt_id="d1/2", status="deployed")
BLOCKED = told("trading", "create_deployment", status="blocked", blocker="stress_verdict_revise", deployment_id=None)


async def _tools(desk: LateDesk, said: str) -> tuple[str, frozenset[str]]:
    policy = (await desk.handler.build_prompt(await desk.hydrated(), said)).policy
    return policy.phase_stage, policy.tools[ToolDomain.TRADING]


async def test_where_yes_made_and_started_completes_the_conversation() -> None:
    desk = await LateDesk().deploying()
    assert desk.blocks[Phase.DEPLOYMENT].missing_fields[:2] == ("deployment_target", "selected_broker_account_id")
    await desk.says("Paper trading")
    assert (desk.value("deployment_target"), desk.value("deployment_confirmation_status")) == ("paper", "pending")
    desk.deployment("ready")
    result = await desk.says("Confirm the deployment", MADE)
    assert (result.completed, desk.value("deployment_status"), desk.value("rollout_status")) == (False, "ready", "made")
    desk.deployment("deployed")
    result = await desk.says("start it", STARTED)
    assert (desk.phase, result.transition_reason, result.missing_fields) == (Phase.COMPLETED, "deployment_at_work", ())
    block = desk.blocks[Phase.DEPLOYMENT]
    assert (block.profile["deployment_status"], block.profile["selected_broker_account_id"]) == ("deployed", "a1")
    assert (block.runtime["request_id"], block.runtime["receipt_id"]) == ("k2", "d1/2")


async def test_the_stages_and_their_tools_wait_for_the_persons_word() -> None:
    desk = await LateDesk().deploying()
    stage, tools = await _tools(desk, "hello")
    assert stage == "target"
    assert tools.isdisjoint({"create_deployment", "start", "pause"})  # only a replay may be made and stopped
    await desk.says("模拟盘")
    stage, tools = await _tools(desk, "what would it do?")
    assert stage == "confirm"
    assert tools.isdisjoint({"create_deployment", "start"})
    stage, tools = await _tools(desk, "确认部署")
    assert stage == "rollout"
    assert {"create_deployment", "start"} <= tools


async def test_a_model_cannot_agree_for_the_person_nor_choose_live_money_nor_declare_it_deployed() -> None:
    desk = await LateDesk().deploying()
    await desk.says("hello", patch={"deployment_target": "live"})
    assert desk.value("deployment_target") is None
    await desk.says("Paper trading")
    desk.deployment("deployed")
    claims = {
        "deployment_confirmation_status": "confirmed",
        "deployment_status": "completed",
        "rollout_status": "running",
        "risk_guard_status": "clear",
        "deployment_id": "d1",
    }
    result = await desk.says("hm", STARTED, patch=claims)
    assert (desk.phase, desk.value("deployment_confirmation_status")) == (Phase.DEPLOYMENT, "pending")
    assert len(result.notes) == len(claims) - 1


@pytest.mark.parametrize("blocked", ["ok_and_blocked", "refused_with_details", "refused_by_code", "by_the_database"])
async def test_what_is_blocked_goes_back_to_the_strategy_with_its_code(blocked: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    code = "stress_verdict_revise"
    outcome = {
        "ok_and_blocked": BLOCKED,
        "refused_with_details": refused("trading", "create_deployment", "not_cleared", blocker=code),
        "refused_by_code": refused("trading", "start", code),
        "by_the_database": MADE,
    }[blocked]
    if blocked == "by_the_database":
        code = desk.deployment("blocked").blocker or ""
    result = await desk.says("Confirm the deployment", outcome)
    assert (desk.phase, result.blocker, result.transition_reason) == (Phase.STRATEGY, code, "deployment_blocked")
    assert desk.blocks[Phase.DEPLOYMENT].profile["deployment_status"] == "blocked"
    assert desk.value("strategy_confirmed") is None
    assert desk.value("stress_test_decision", Phase.STRESS_TEST) is None
    await desk.says("hello")
    assert desk.phase is Phase.STRATEGY


async def test_a_refusal_that_is_no_blocker_stays_in_the_phase() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    result = await desk.says("Confirm the deployment", refused("trading", "create_deployment", "token_spent"))
    assert (desk.phase, result.blocker) == (Phase.DEPLOYMENT, None)


async def test_deployments_and_accounts_of_others_or_of_another_strategy_are_refused() -> None:
    desk = await LateDesk().deploying()
    desk.save("s2", OTHER_RULES)
    desk.save(owner=OTHER)
    desk.deployment("deployed", "of_s2", of="s2")
    desk.deployment("deployed", "theirs", owner=OTHER)
    desk.deployment("deployed", "live_one", target="live")
    desk.account("their_account", owner=OTHER)
    desk.account("busy_account", busy=True)
    desk.account("live_account", target="live")
    await desk.says("Paper trading")
    await desk.says("Confirm the deployment")
    for deployment_id in ("of_s2", "theirs", "live_one", "invented"):
        result = await desk.says("go", told("trading", "start", deployment_id=deployment_id, status="deployed"))
        assert (desk.phase, desk.value("deployment_id")) == (Phase.DEPLOYMENT, None)
        assert result.notes
    for account_id in ("their_account", "busy_account", "live_account"):
        await desk.says("go", patch={"selected_broker_account_id": account_id})
        assert desk.value("selected_broker_account_id") is None


async def test_a_yes_is_bound_to_the_target_the_account_and_the_rules() -> None:
    desk = await LateDesk().deploying()
    desk.account("a2")
    await desk.says("Paper trading")
    await desk.says("Confirm the deployment")
    await desk.says("real money please")
    assert (desk.value("deployment_target"), desk.value("deployment_confirmation_status")) == ("live", "pending")
    await desk.says("paper after all", patch={"selected_broker_account_id": "a2"})
    await desk.says("Confirm the deployment")
    assert desk.value("deployment_confirmation_status") == "confirmed"
    desk.save(dsl=OTHER_RULES, version=2)
    assert (await desk.hydrated()).block.profile["deployment_confirmation_status"] == "pending"


async def test_readiness_tells_the_guard_and_a_deployment_has_it_on() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", told("trading", "readiness", is_ready=False))
    await desk.says("hm")
    assert desk.value("risk_guard_status") == "blocked"
    desk.deployment("ready")
    await desk.says("Confirm the deployment", MADE)
    assert desk.value("risk_guard_status") == "on"


async def test_a_person_who_wants_changes_goes_back_to_the_strategy_without_a_blocker() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=(asking("deployment_confirmation_status"),))
    result = await desk.says("Change something")
    assert (desk.phase, result.blocker, result.transition_reason) == (Phase.STRATEGY, None, "person_wants_to_revise")


async def test_afterwards_the_conversation_looks_pauses_and_stops_and_nothing_else() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading")
    desk.deployment("deployed")
    await desk.says("Confirm the deployment", MADE, STARTED)
    assert desk.phase is Phase.COMPLETED
    stage, tools = await _tools(desk, "how is it going")
    assert (stage, {"positions", "orders", "pause", "stop"} <= tools) == ("watch", True)
    assert tools.isdisjoint({"create_deployment", "start", "resume"})
    result = await desk.says("go back to the strategy", patch={"deployment_status": "completed"})
    assert (desk.phase, result.completed) == (Phase.COMPLETED, False)
    assert result.notes


PHRASE = "未通过压力测试仍要部署"


async def _override(desk: LateDesk, said: str) -> TypedOverride | None:
    return (await desk.handler.build_prompt(await desk.hydrated(), said)).policy.override


async def test_a_person_who_types_the_phrase_and_a_reason_is_taken_at_their_word_for_these_rules() -> None:
    desk = await LateDesk().deploying()
    await desk.says("模拟盘")
    said = f"{PHRASE}：只是模拟盘，想看看它怎么跑"
    override = await _override(desk, said)
    assert override is not None
    assert (override.phrase, override.reason) == (PHRASE, "只是模拟盘，想看看它怎么跑")
    assert (await _tools(desk, said))[0] == "rollout"
    await desk.says(said)
    assert await _override(desk, "好了吗") == override
    other = await LateDesk().deploying()
    await other.says("Paper trading")
    typed = await _override(other, "Deploy without a passing stress test: only to see how it runs")
    assert typed is not None
    assert typed.reason == "only to see how it runs"


@pytest.mark.parametrize(
    "said", [PHRASE, f"{PHRASE}：短", "确认部署", "未通过 压力测试 仍要部署：只是模拟盘，想看看它怎么跑", "hello"]
)
async def test_without_phrase_and_reason_nothing_is_overridden(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("模拟盘")
    assert await _override(desk, said) is None


async def test_no_patch_of_a_model_overrides_and_live_money_cannot_be_overridden_so() -> None:
    desk = await LateDesk().deploying()
    await desk.says("模拟盘", patch={"override": {"phrase": PHRASE, "reason": "because I say so"}})
    assert await _override(desk, "确认部署") is None
    live = await LateDesk().deploying()
    await live.says("实盘")
    assert await _override(live, f"{PHRASE}：我就是想看看它怎么跑起来") is None


async def test_who_wants_to_overrule_the_verdict_is_told_what_to_type_whatever_a_model_said() -> None:
    desk = await LateDesk().deploying()
    await desk.says("paper")
    result = await desk.says("Overrule the verdict, on paper")
    assert OVERRIDE_PHRASES[Language.EN] in "".join(result.clauses)
    assert not (await desk.says("what is a drawdown?")).clauses


@pytest.mark.parametrize("go", ["ok do it", "yes", "好，上吧", "部署吧", "我觉得可以部署了"])
async def test_a_natural_go_starts_nothing_that_the_lab_has_not_passed_and_throws_nobody_back(go: str) -> None:
    desk = await LateDesk().deploying()
    desk.ruled("revise")
    await desk.says("paper", cards=(asking("deployment_confirmation_status"),))
    stage, tools = await _tools(desk, go)
    assert stage == "confirm"
    assert "create_deployment" not in tools
    result = await desk.says(go)
    assert (desk.phase, result.completed) == (Phase.DEPLOYMENT, False)
    assert desk.value("deployment_confirmation_status") == "pending"
    assert OVERRIDE_PHRASES[Language.EN] in "".join(result.clauses), "the way to overrule it is told"
    assert not [card for card in result.cards if card.type == "proposal"]


@pytest.mark.parametrize("said", ["back", "返回"])
async def test_the_way_back_leads_to_the_decision_after_the_stress_test_with_its_report(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says(said)
    reached = [desk.phase]
    assert desk.value("stress_test_decision") is None
    await desk.says("deploy it")
    assert [*reached, desk.phase] == [Phase.STRESS_TEST, Phase.DEPLOYMENT]


@pytest.mark.parametrize("said", ["算了", "never mind", "取消"])
async def test_who_calls_it_off_says_nothing_of_changes(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=(asking("deployment_confirmation_status"),))
    await desk.says(said)
    assert (desk.phase, desk.value("deployment_confirmation_status")) == (Phase.DEPLOYMENT, "pending")


@pytest.mark.parametrize("said", ["revise the strategy", "修改策略"])
async def test_the_report_of_rules_that_did_not_change_is_there_when_they_are_agreed_to_again(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("back")
    await desk.says(said)
    reached = [desk.phase]
    await desk.says("I confirm")
    reached.append(desk.phase)
    assert desk.value("stress_report_id") == "r1"
    await desk.says("deploy it")
    assert [*reached, desk.phase] == [Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT]


async def test_rules_beyond_a_limit_wait_in_the_strategy_when_they_are_told_at_the_deployment() -> None:
    desk = await LateDesk().deploying()
    beyond = json.loads(json.dumps(RULES))
    beyond["trade"]["long"]["position_sizing"] = {"mode": "pct_equity", "pct": 1}
    beyond["trade"]["long"]["exits"] = [{"type": "stop_loss", "stop": {"kind": "pct", "value": 0.5}}]
    await desk.says("make the stop 50%", cards=(StrategyCard(dsl_json=beyond),))
    assert desk.phase is Phase.STRATEGY
    assert desk.blocks[Phase.STRATEGY].runtime["held_rules"] == beyond
