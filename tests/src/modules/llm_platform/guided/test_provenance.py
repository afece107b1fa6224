"""Questions about where things come from are answered from the desk's own facts, with where each is from."""

from typing import Any, Literal

import pytest

from tests.src.modules.llm_platform.guided.played import Played, play
from tests.src.modules.llm_platform.guided.test_answering import JOB, METRICS

STATE: dict[str, Any] = {
    "strategy": {"strategy_id": "s1", "version": 3, "tickers": ["DEMO5"], "timeframe": "1d"},
    "backtest": {"backtest_job_id": "b1", "status": "done"},
    "next_prompt": {},
}
ORIGINS = {
    "symbol": "DEMO5",
    "research_session_id": "r1",
    "newer_session_id": None,
    "clauses": [
        {"kind": "stop", "claim_ids": ["verdict:stop_loss"], "why": "The stop is the verdict's.", "holds": True},
        {"kind": "target", "claim_ids": ["verdict:take_profit"], "why": "The target is the verdict's.", "holds": False},
    ],
    "claims": [
        {"id": "verdict:stop_loss", "kind": "level", "text": "Stop at 91.20", "holds": True},
        {"id": "verdict:take_profit", "kind": "level", "text": "Target at 120", "holds": False},
    ],
    "left_out": [],
}
FALLS = {
    "drawdowns": [
        {
            "peak": "2019-02-01T00:00:00Z",
            "trough": "2020-03-20T00:00:00Z",
            "recovered": None,
            "depth": -0.244,
            "bars": 9,
        }
    ]
}
COVERAGE = {
    "symbol": "DEMO5",
    "is_demo": True,
    "stored": [
        {"timeframe": "1d", "source": "demo", "last": "2026-11-17T00:00:00Z"},
        {"timeframe": "1h", "source": "demo", "last": "2026-11-17T20:00:00Z"},
    ],
}
TOOLS = {
    "backtest.get_job": {**JOB, "backtest_job_id": "b1", "trials": 7},
    "backtest.metrics": METRICS,
    "backtest.drawdowns": FALLS,
    "strategy.origins": ORIGINS,
    "market_data.coverage": COVERAGE,
}
Spoken = Literal["zh", "en"]


def asked(question: str, language: Spoken, **tools: Any) -> Played:
    return play(question, "strategy", {**TOOLS, **tools}, language, **STATE)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("why this stop?", "en"),
        ("why is the stop at that price?", "en"),
        ("为什么是这个止损？", "zh"),
        ("止损的依据是什么？", "zh"),
    ],
)
def test_why_a_stop_is_as_it_is_is_told_with_the_claim_that_it_stands_on(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert "Stop at 91.20" in answer.text
    assert "DEMO5" in answer.text
    assert "Target at 120" not in answer.text, "only the rule that was asked about"


def test_a_claim_that_newer_research_does_not_bear_out_is_told_as_such() -> None:
    assert "no longer bears this out" in asked("why this target?", "en").text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [("why this stop?", "en", "not come from research"), ("为什么是这个止损？", "zh", "不是来自研究")],
)
def test_a_rule_that_no_research_stands_behind_is_given_none(question: str, language: Spoken, said: str) -> None:
    none: dict[str, Any] = {"symbol": "", "research_session_id": None, "clauses": [], "claims": [], "left_out": []}
    assert said in asked(question, language, **{"strategy.origins": none}).text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("how many variants have I tried?", "en", "7 variants"),
        ("how many versions did I test?", "en", "7 variants"),
        ("我试过多少个版本？", "zh", "7 个变体"),
        ("试了几种了？", "zh", "7 个变体"),
    ],
)
def test_the_variants_that_were_tried_are_counted(question: str, language: Spoken, said: str) -> None:
    answer = asked(question, language)
    assert said in answer.text
    assert {"en": "backtest of version 3", "zh": "版本 3 的回测"}[language] in answer.text


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("which is the newest bar?", "en"),
        ("how fresh is the data?", "en"),
        ("最新的K线是哪天的？", "zh"),
        ("数据更新到哪天？", "zh"),
    ],
)
def test_the_newest_bar_of_the_rules_is_named(question: str, language: Spoken) -> None:
    answer = asked(question, language)
    assert "2026-11-17 00:00" in answer.text
    assert "20:00" not in answer.text, "the rules trade daily bars"
    assert {"en": "source demo data.", "zh": "数据源 演示数据。"}[language] in answer.text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("when did the worst time begin?", "en", "began on 2019-02-01"),
        ("when did the max drawdown start?", "en", "was not made up"),
        ("最大回撤是什么时候开始的？", "zh", "始于 2019-02-01"),
        ("最惨的时候从哪天开始？", "zh", "仍未收复"),
    ],
)
def test_when_the_worst_fall_began_is_told_from_the_backtest(question: str, language: Spoken, said: str) -> None:
    answer = asked(question, language)
    assert said in answer.text
    assert "-24.4 %" in answer.text


@pytest.mark.parametrize(
    "question", ["why this stop?", "how many variants have I tried?", "when did the worst time begin?"]
)
def test_without_facts_nothing_is_made_up(question: str) -> None:
    answer = play(question, "strategy", {}, "en", next_prompt={})
    assert answer.used == []
    assert answer.text
