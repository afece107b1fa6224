"""A stress test begun, a deployment made and started on paper, watched, paused and stopped with the real tools."""

from typing import Any

import pytest
import pytest_asyncio

from apps.api.agents.phases import Phase
from apps.api.services import AppContext
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from tests.apps.mcp.people import let_pass
from tests.packages.domain.backtest.asking import document
from tests.src.modules.llm_platform.guided.conftest import BeginTalk
from tests.src.modules.llm_platform.guided.talk import Answer, Talk

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def strategy_id(desk: AppContext) -> str:
    return (await desk.strategies.create(LOCAL_OWNER_ID, document("DEMO5"))).id


async def confirm(talk: Talk, strategy_id: str) -> Answer:
    agreed = {"deployment_target": "paper", "deployment_confirmation_status": "confirmed"}
    known = {"block": {"profile": agreed}, "strategy": {"strategy_id": strategy_id}, "understood": []}
    return await talk.say("确认部署", Phase.DEPLOYMENT, "rollout", **known)


async def test_before_the_persons_yes_checks_and_limits_are_told_in_their_language(
    begin: BeginTalk, desk: AppContext, strategy_id: str
) -> None:
    target = {"block": {"profile": {"deployment_target": "paper"}}, "strategy": {"strategy_id": strategy_id}}
    answer = await begin(Language.ZH).say("模拟盘", Phase.DEPLOYMENT, "confirm", **target, understood=[])
    assert answer.called == ["trading.readiness"]
    assert "✗ 压力测试结论: 这一版没有压力测试" in answer.text
    assert "最大回撤 ≤" in answer.text
    assert "deployment_confirmation_status" in answer.card("choice_prompt").choice_id


async def test_a_replay_is_offered_begun_without_a_yes_and_stopped(
    begin: BeginTalk, desk: AppContext, strategy_id: str
) -> None:
    known = {"strategy": {"strategy_id": strategy_id}, "understood": []}
    talk = begin(Language.ZH)
    offered = await talk.say("部署", Phase.DEPLOYMENT, "target", **known)
    assert [each.choice_id for each in offered.cards if each.type == "choice_prompt"][-1] == "replay"
    begun = await talk.say("从 2024-03-01 回放", Phase.DEPLOYMENT, "target", **known)
    assert begun.called == ["trading.replay"]
    card = begun.card("deployment_status")
    assert (card.target, card.status) == ("replay", "deployed")
    assert "已从 2024-03-01 开始回放" in begun.text
    assert "不算业绩" in begun.text
    assert begun.patch == {}  # the conversation's own deployment is still to come
    made = await desk.trading.deployments().get(LOCAL_OWNER_ID, card.deployment_id)
    assert (made.mode.value, str(made.replay_from)) == ("replay", "2024-03-01")
    (option,) = next(
        each for each in begun.cards if each.type == "choice_prompt" and each.choice_id == "replay"
    ).options
    assert option.label == "停止回放"
    stopped = await talk.say(option.label, Phase.DEPLOYMENT, "target", **known)
    assert stopped.called == ["trading.list_deployments", "trading.stop"]
    assert "回放已停止" in stopped.text


async def test_what_has_not_passed_the_lab_is_blocked_and_nothing_is_started(
    begin: BeginTalk, strategy_id: str
) -> None:
    answer = await confirm(begin(Language.ZH), strategy_id)
    assert answer.called == ["trading.list_deployments", "trading.create_deployment"]
    assert "stress_verdict_missing" not in answer.text, "codes are for machines"
    assert "没有部署任何东西。这一版没有压力测试。" in answer.text
    assert answer.patch == {}


async def test_a_confirmed_deployment_is_made_started_watched_paused_and_stopped(
    begin: BeginTalk, desk: AppContext, strategy_id: str
) -> None:
    await let_pass(desk, strategy_id)
    talk = begin(Language.EN)
    answer = await confirm(talk, strategy_id)
    assert answer.called[1:] == ["trading.create_deployment", "trading.start", "trading.get_deployment"]
    deployment_id = answer.patch["deployment_id"]
    assert [each.status for each in answer.cards if each.type == "deployment_status"] == ["ready", "deployed"]
    known = {"deployment": {"deployment_id": deployment_id, "status": "deployed"}}
    held = await talk.say("positions", Phase.COMPLETED, "watch", **known)
    assert held.called == ["trading.positions"]
    assert "holds nothing" in held.text
    paused = await talk.say("pause it", Phase.COMPLETED, "watch", **known)
    assert paused.result("pause")["state"] == "paused"
    stopped = await talk.say("stop it and keep the positions", Phase.COMPLETED, "watch", **known)
    assert stopped.result("stop")["state"] in ("stopping", "stopped")


async def test_a_stress_test_is_written_down_begun_and_followed(begin: BeginTalk, strategy_id: str) -> None:
    known = {"strategy": {"strategy_id": strategy_id}, "understood": []}
    answer = await begin(Language.EN).say("go on", Phase.STRESS_TEST, "bootstrap", **known)
    assert answer.called[:3] == ["stress.create_scenario_set", "stress.create", "stress.get"]
    assert answer.result("create")["scenario_set_id"] == answer.result("create_scenario_set")["scenario_set_id"]
    if "stress.report" in answer.called:
        report = answer.result("report")
        assert report["told"]["en"] in answer.text
        assert answer.card("stress_report").verdict == report["verdict"]
    else:
        assert "appears here by itself" in answer.text
        assert answer.card("stress_report").stress_report_id == answer.result("create")["stress_report_id"]


@pytest.mark.parametrize("said", ["no", "hold on", "thanks", "cancel everything", "asdf"])
async def test_nothing_but_the_persons_word_begins_a_stress_test(begin: BeginTalk, strategy_id: str, said: str) -> None:
    known = {"strategy": {"strategy_id": strategy_id}, "understood": []}
    answer = await begin(Language.EN).say(said, Phase.STRESS_TEST, "bootstrap", **known)
    assert answer.called == []


async def test_bars_that_are_too_old_block_a_start_in_the_words_of_the_check(
    begin: BeginTalk, desk: AppContext
) -> None:
    rules: Any = document("DEMO13.SZ")
    rules["universe"]["market"] = "cn_stocks"
    made = await desk.strategies.create(LOCAL_OWNER_ID, rules)
    await let_pass(desk, made.id)
    talk = begin(Language.ZH)
    target = {"block": {"profile": {"deployment_target": "paper"}}, "strategy": {"strategy_id": made.id}}
    checked = await talk.say("模拟盘", Phase.DEPLOYMENT, "confirm", **target, understood=[])
    words = next(line for line in checked.text.splitlines() if "行情数据" in line).partition(": ")[2]
    assert "DEMO13.SZ" in words
    started = await confirm(talk, made.id)
    assert f"没有启动。{words}" in started.text
    assert started.called[-1] == "trading.start"


async def test_where_the_conversation_ends_a_wish_for_something_else_is_answered(begin: BeginTalk) -> None:
    known = {"deployment": {"deployment_id": "d1"}, "understood": []}
    for said in ("back", "I want another instrument", "修改策略"):
        answer = await begin(Language.EN).say(said, Phase.COMPLETED, "watch", **known)
        assert "begin a new conversation" in answer.text, said
