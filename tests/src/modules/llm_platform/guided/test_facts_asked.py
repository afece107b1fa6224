"""What stands on the screen is answered when it is asked for, from the desk's own facts."""

from typing import Any, Literal

import pytest

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.src.modules.llm_platform.guided.played import Played, play
from tests.src.modules.llm_platform.guided.test_answering import JOB, METRICS, RULES

Spoken = Literal["zh", "en"]
STATE: dict[str, Any] = {
    "strategy": {"strategy_id": "s1", "version": 3, "tickers": ["DEMO5"], "timeframe": "1d"},
    "backtest": {"backtest_job_id": "b1", "status": "done"},
    "kyc": {"risk_tolerance": "moderate"},
    "next_prompt": {},
}
TRADE = {
    **{"number": 4, "ticker": "DEMO5", "direction": "long", "exit_reason": "take_profit", "bars": 7},
    **{"entry_at": "2020-04-01T00:00:00Z", "exit_at": "2020-04-10T00:00:00Z"},
    **{"entry_price": "10", "exit_price": "11", "profit": "912.40", "return": 0.098},
}
TOOLS: dict[str, Any] = {
    "backtest.get_job": {**JOB, "backtest_job_id": "b1"},
    "backtest.metrics": {**METRICS, "all_trades": {"mean_bars": 6.25}},
    "backtest.trades": {"trades": [TRADE], "total": 19},
    "strategy.get_dsl": RULES,
    "strategy.origins": {"symbol": "DEMO5", "research_session_id": "", "clauses": [], "claims": []},
    "market_data.coverage": {
        "symbol": "DEMO5",
        "is_demo": True,
        "stored": [{"timeframe": "1d", "source": "demo", "last": ""}],
    },
    "market_data.candles": {"source": "demo", "is_demo": True, "rows": [["2026-11-17", 9.0, 9.5, 8.9, 9.4, 1000]]},
}


def asked(question: str, language: Spoken, phase: str = "stress_test", **state: Any) -> Played:
    return play(question, phase, TOOLS, language, **{**STATE, **state})


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("why not just buy and hold?", "en"),
        ("is it better than buying and holding?", "en"),
        ("为什么跑不赢买入持有？", "zh"),
        ("还不如直接买了拿着吧？", "zh"),
    ],
)
def test_the_rules_are_compared_with_buying_and_holding(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert say(Language(language), "answer.nothing_deployed") not in answer.text
    assert any(say(Language(language), f"answer.holding_earned_{each}") in answer.said for each in ("more", "less"))


@pytest.mark.parametrize(
    ("question", "language"),
    [("what was the best trade?", "en"), ("哪笔赚得最多？", "zh"), ("最好的一笔交易是哪笔", "zh")],
)
def test_the_best_trade_is_told(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert "912.40" in answer.text
    assert answer.used[-1].arguments["offset"] == 18, "the last of the worst first"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("how long does it hold on average?", "en"),
        ("what is the average holding time?", "en"),
        ("平均持有多久？", "zh"),
    ],
)
def test_how_long_a_trade_lasts_is_told(question: str, language: Spoken) -> None:
    assert "6.2" in asked(question, language).text


@pytest.mark.parametrize(
    ("question", "language"),
    [("what is the last price?", "en"), ("what's the price now?", "en"), ("现价是多少？", "zh")],
)
def test_the_last_price_is_told_with_its_day(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert "9.40" in answer.text
    assert "2026-11-17" in answer.text


@pytest.mark.parametrize(
    ("question", "language"),
    [("is DEMO5 real?", "en"), ("is this data real?", "en"), ("DEMO5是真实的公司吗？", "zh"), ("数据是真的吗？", "zh")],
)
def test_demo_companies_are_called_fictional(question: str, language: Spoken) -> None:
    assert asked(question, language).said[0] == say(Language(language), "answer.is_invented", symbol="DEMO5")


@pytest.mark.parametrize(
    ("question", "language"), [("is the data up to date?", "en"), ("数据到哪天？", "zh"), ("数据是最新的吗？", "zh")]
)
def test_how_new_the_data_are_is_told(question: str, language: Spoken) -> None:
    assert "market_data.coverage" in asked(question, language).tools


@pytest.mark.parametrize(("question", "language"), [("what is DSL?", "en"), ("DSL是什么？", "zh")])
def test_the_strategy_language_is_in_the_glossary(question: str, language: Spoken) -> None:
    assert "DSL" in asked(question, language).said[0]


@pytest.mark.parametrize(("question", "language"), [("explain the second rule", "en"), ("解释一下第二条规则", "zh")])
def test_one_rule_is_told_by_its_number(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert any("2" in each.split(":")[0].split("：")[0] for each in answer.said), answer.said
    assert "strategy.get_dsl" in answer.tools


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("what is my risk appetite?", "en"),
        ("what was my risk tolerance again?", "en"),
        ("我的风险偏好是什么来着", "zh"),
    ],
)
def test_an_answer_of_the_persons_own_is_told_and_not_its_meaning(question: str, language: Spoken) -> None:
    assert {"en": "Moderate", "zh": "稳健"}[language] in asked(question, language).text


@pytest.mark.parametrize(("question", "language"), [("how long will it take?", "en"), ("还要多久？", "zh")])
def test_how_far_a_test_is_is_told_while_it_runs(question: str, language: Spoken) -> None:
    running = {"stress": {"stress_report_id": "r1", "status": "running"}}
    tools = {**TOOLS, "stress.get": {"status": "running", "progress": 0.42}}
    answer = play(question, "stress_test", tools, language, **{**STATE, **running})
    assert "42.0 %" in answer.said[0]


@pytest.mark.parametrize(
    ("question", "language"), [("which claim stands behind the size?", "en"), ("仓位依据哪条结论？", "zh")]
)
def test_the_claim_behind_a_rule_is_asked_of_the_research(question: str, language: Spoken) -> None:
    assert "strategy.origins" in asked(question, language, "strategy").tools


@pytest.mark.parametrize(
    ("question", "language"),
    [("what is buy and hold?", "en"), ("什么是买入持有？", "zh"), ("what is a holding period?", "en")],
)
def test_a_question_of_meaning_stays_one(question: str, language: Spoken) -> None:
    assert {"en": "glossary", "zh": "术语表"}[language] in asked(question, language).said[0]


@pytest.mark.parametrize(
    ("language", "reason"), [("en", "This stress test has no report"), ("zh", "这次压力测试没有报告")]
)
def test_why_a_test_failed_is_told_in_the_persons_language(language: Spoken, reason: str) -> None:
    said = {"failure": {"code": "stress.no_report", "params": {}}}
    job = {"status": "failed", "failure": "This stress test has no report: run it again.", "said": said}
    state = {**STATE, "stress": {"stress_report_id": "r1", "status": "failed"}}
    answer = play("continue", "stress_test", {"stress.get": job}, language, **state)
    assert reason in answer.text


@pytest.mark.parametrize(("question", "language"), [("what does it hold now?", "en"), ("它现在持有什么？", "zh")])
def test_what_a_deployment_holds_is_told(question: str, language: Spoken) -> None:
    held = {"positions": [{"symbol": "DEMO5", "quantity": "300", "average_price": "10.5"}]}
    state = {**STATE, "deployment": {"deployment_id": "d1", "status": "deployed"}}
    answer = play(question, "completed", {"trading.positions": held}, language, **state)
    assert "300" in answer.text


@pytest.mark.parametrize(
    ("said", "reason", "language"),
    [("continue", "orders_too_small", "en"), ("继续", "orders_too_small", "zh"), ("continue", "no_orders", "en")],
)
def test_rules_that_never_traded_are_offered_a_stress_test_last(said: str, reason: str, language: Spoken) -> None:
    job = {"backtest_job_id": "b1", "status": "done", "figures": {"trades": 0}, "warnings": ["no_trades", reason]}
    state = {**STATE, "profile": {"strategy_confirmed": "true"}}
    answer = play(said, "strategy", {"backtest.get_job": job}, language, **state)
    assert say(Language(language), f"answer.{reason}") in answer.said
    [prompt] = [card for card in answer.cards if card["type"] == "choice_prompt"]
    assert [option["id"] for option in prompt["options"]] == ["revise", "new_scope", "continue"]  # type: ignore[attr-defined]
    assert "—" not in answer.text
