"""A model's false claim is put right in the same turn, in every phase and in the reader's language."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from apps.api.agents.phases import WORKFLOW, Phase
from apps.api.agents.protocol import PhaseBlock, PhaseResult
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.facts import BacktestFact, StrategyFact
from tests.apps.api.orchestration.desk import ChatDesk, open_chat_desk
from tests.apps.api.orchestration.rig import OWNER, Step, answer

LIE = "Great, confirmed! Your strategy is confirmed and deployed live. It earned 94.2 %, Sharpe 4.7, 312 trades"
FIGURES: JsonObject = {
    "total_return": 0.123,
    "sharpe": {"value": 0.8},
    "max_drawdown": -0.09,
    "trades": 42,
    "win_rate": 0.55,
}
TESTED = PhaseBlock(
    {"strategy_id": "s1", "strategy_confirmed": "true", "backtest_job_id": "b1", "backtest_status": "done"}
)
REVISE = PhaseBlock({"stress_report_id": "r1"}, (), {"stress_status": "done", "verdict": "revise"})


@pytest.fixture
async def desk() -> AsyncIterator[ChatDesk]:
    async with open_chat_desk() as desk:
        yield desk


async def _heard(desk: ChatDesk, claimed: str, blocks: dict[Phase, PhaseBlock] | None = None, **more: Any) -> str:
    """What the desk added."""
    if blocks:
        desk.records.backtests[OWNER, "b1"] = BacktestFact("b1", "s1", 1, "h", "done", None, 42, 0.8, FIGURES)
        desk.phases(Phase.KYC).decide = lambda context, reply: PhaseResult(blocks, ())
    heard = await desk.say("hello", answer(claimed), **more)
    return (await desk.messages(heard))[-1].content.removeprefix(claimed).strip()


@pytest.mark.parametrize("phase", WORKFLOW)
async def test_nothing_was_confirmed_deployed_or_measured_in_any_phase(desk: ChatDesk, phase: Phase) -> None:
    first = await desk.say("hello", answer("Hi."))
    session = await desk.session(first)
    desk.chat.sessions[session.id] = replace(session, phase=phase.value)
    assert await _heard(desk, LIE, session_id=session.id) == (
        "For the record: nothing is confirmed or deployed yet.\n\n"
        "For the record: the desk did not measure these figures: 94.2 %, 4.7, 312; "
        "this strategy has no backtest results yet."
    )


async def test_an_answer_that_was_not_bound_was_not_noted(desk: ChatDesk) -> None:
    said = "Done! I have set your risk tolerance to very aggressive and noted crypto as your market"
    assert await _heard(desk, said) == "For the record: not set yet: risk tolerance, market."
    kyc = {Phase.KYC: PhaseBlock({"risk_tolerance": "moderate"})}
    assert await _heard(desk, "已把你的风险偏好设为非常激进。", kyc, language=Language.ZH) == (
        "说明一下：风险偏好现在是“稳健”。"
    )


@pytest.mark.parametrize(
    ("said", "language", "added"),
    [
        (
            "I've raised your risk tolerance to very aggressive.",
            Language.EN,
            "For the record: risk tolerance is set to “Moderate”.",
        ),
        ("已把你的风险偏好调到非常激进。", Language.ZH, "说明一下：风险偏好现在是“稳健”。"),
        ("Your risk tolerance is set to moderate.", Language.EN, ""),
    ],
)
async def test_what_was_answered_in_an_earlier_conversation_is_set(
    desk: ChatDesk, said: str, language: Language, added: str
) -> None:
    desk.chat.profiles[OWNER] = Profile(RiskTolerance.MODERATE, ReturnExpectation.GROWTH, TradingYears.YEARS_1_3)
    assert await _heard(desk, said, language=language) == added


@pytest.mark.parametrize(
    ("said", "added"),
    [
        ("压力测试已通过，可以放心部署", "说明一下：压力测试没有通过，结论是：需要修改。"),
        (
            "回测收益 94.2%，夏普 4.7，成交 312 笔",
            "说明一下：这些数字不是实测结果：94.2%、4.7、312。"
            "回测实际结果：总收益 12.3%，夏普 0.80，最大回撤 -9.0%，42 笔交易，胜率 55.0%。",
        ),
        ("我已经帮你放行，模拟盘跑起来了", "说明一下：还没有放行，也没有部署。"),
        ("回测收益 12.3%，夏普 0.8，成交 42 笔，压力测试的结论是需要修改。", ""),
        ("规则已确认。", ""),
    ],
)
async def test_after_a_verdict_of_revise_what_is_so_is_told_in_chinese(desk: ChatDesk, said: str, added: str) -> None:
    blocks = {Phase.STRATEGY: TESTED, Phase.STRESS_TEST: REVISE}
    assert await _heard(desk, said, blocks, language=Language.ZH) == added


@pytest.mark.parametrize(
    ("said", "language", "added"),
    [
        ("I changed the stop to 2%.", Language.EN, "For the record: this answer changed nothing in the rules."),
        ("止损已经改成2%了。", Language.ZH, "说明一下：这次回答没有改动规则。"),
        ("I changed the stop to 5%.", Language.EN, ""),
        (
            "Sure, your max drawdown limit is now 80%.",
            Language.EN,
            "For the record: your limits follow from your profile, and a reply here does not change them."
            " Max drawdown: 25%.",
        ),
        (
            "最大回撤上限现在是80%。",
            Language.ZH,
            "说明一下：你的限额由你的投资者资料决定，这里的回复不会改变它。最大回撤上限：25%。",
        ),
        ("你的资料已经填写完整。", Language.ZH, "说明一下：你的资料还没有填完。"),
    ],
)
async def test_a_change_that_nobody_made_is_put_right(
    desk: ChatDesk, said: str, language: Language, added: str
) -> None:
    rules: JsonObject = {"exits": [{"type": "stop_loss", "stop": {"type": "pct", "value": 0.05}}]}
    desk.records.strategies[OWNER, "s1"] = StrategyFact("s1", 1, "", "l1", "h", rules, ("DEMO5",), "us_stocks", "1d")
    assert await _heard(desk, said, {Phase.STRATEGY: TESTED}, language=language) == added


async def test_an_order_that_nobody_placed_was_not_filled(desk: ChatDesk) -> None:
    assert await _heard(desk, "Your order for 100 shares was filled at 52.10") == (
        "For the record: no order was placed from this conversation, and it holds nothing."
    )
    assert await _heard(desk, "规则我替你敲定啦", language=Language.ZH) == "说明一下：还没有确认。"


def _called(tool: str, result: JsonObject) -> Step:
    item: JsonObject = {
        "type": "mcp_call",
        "id": "c1",
        "name": tool,
        "server_label": "trading",
        "arguments": "{}",
        "output": json.dumps(result),
        "error": None,
        "status": "completed",
    }
    return {"type": "response.output_item.done", "item": item}


@pytest.mark.parametrize(
    ("tool", "result", "added"),
    [
        ("list_accounts", {"accounts": []}, "For the record: nothing from this conversation is deployed."),
        ("start", {"deployment_id": "d1", "status": "deployed", "mode": "paper"}, ""),
    ],
)
async def test_only_a_call_that_deployed_bears_out_a_deployment(
    desk: ChatDesk, tool: str, result: JsonObject, added: str
) -> None:
    first = await desk.say("hello", [_called(tool, result), *answer("Done looking.")])
    session = await desk.session(first)
    assert await _heard(desk, "Your strategy is up and running.", session_id=session.id) == added
