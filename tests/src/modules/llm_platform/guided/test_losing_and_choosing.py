"""Limits, ruin, choices and the worst trade are answered from facts, with their source and without an opinion."""

from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.src.modules.llm_platform.guided.played import play
from tests.src.modules.llm_platform.guided.test_answering import (
    AT_WORK,
    CONSTRAINT,
    DECISION,
    STATE,
    TOOLS,
    WATCHING,
    asked,
)

TRADE: dict[str, Any] = {
    "number": 7,
    "ticker": "DEMO5",
    "direction": "long",
    "exit_reason": "stop_loss",
    "entry_at": "2020-02-19T00:00:00Z",
    "exit_at": "2020-03-09T00:00:00Z",
    "entry_price": 102.5,
    "exit_price": 88.2,
    "profit": -1_430.0,
    "return": -0.139,
}
WITH_TRADES = {**TOOLS, "backtest.trades": {"trades": [TRADE], "total": 19}}
OPTIONS = [
    {"id": "deploy", "label": "Deploy", "subtitle": "Go on to deployment"},
    {"id": "revise", "label": "Revise the strategy", "subtitle": "Back to the strategy"},
    {"id": "hold", "label": "Hold for now", "subtitle": None},
]
SOURCE = "the backtest of version 3, 2014-01-02 to 2024-12-30"


@pytest.mark.parametrize("phase", ["kyc", "pre_strategy", "strategy", "stress_test"])
def test_limits_are_those_of_the_answers_in_every_phase(phase: str) -> None:
    answer = play("what are my limits?", phase, {}, constraints=[CONSTRAINT], strategy={"strategy_id": "s1"})
    assert answer.said[:2] == [say(Language.EN, "answer.limits"), f"- {CONSTRAINT}"]


def test_a_deployment_tells_its_own_limits_too() -> None:
    answer = play("我有哪些限制", "completed", WATCHING, "zh", constraints=["回撤最多 25%"], **AT_WORK)
    assert "- 回撤最多 25%" in answer.said
    assert "- 最大回撤：最多 25.0 %（" in answer.text


def test_no_choice_is_recommended_and_each_is_explained() -> None:
    answer = asked("which do you recommend?", next_prompt={**DECISION, "options": OPTIONS})
    assert answer.said[0] == say(Language.EN, "answer.your_choice")
    assert answer.said[1] == (
        "- Deploy: Go on to deployment\n- Revise the strategy: Back to the strategy\n- Hold for now"
    )
    assert "total return 12.3 %" in answer.text
    assert answer.choices == ["stress_test_decision"]


def test_without_an_open_choice_there_is_nothing_to_recommend() -> None:
    answer = play("你推荐哪个", "completed", {}, "zh", **AT_WORK)
    assert answer.said[0] == say(Language.ZH, "answer.nothing_to_choose")


def test_the_worst_trade_is_the_stored_one_with_its_backtest() -> None:
    answer = play("what was the worst trade?", "stress_test", WITH_TRADES, **STATE)
    assert answer.said[0] == (
        f"From {SOURCE}: the worst of 19 trades was trade 7, long DEMO5: in on 2020-02-19 at 102.50, "
        "out on 2020-03-09 at 88.20 (stop loss). After costs: -1,430.00, -13.9 % of the entry amount."
    )
    read = next(each for each in answer.used if each.tool == "trades")
    assert read.arguments == {"backtest_job_id": "b1", "worst_first": True, "limit": 1}


def test_where_no_trade_lost_none_is_called_a_loss() -> None:
    gain = {"trades": [{**TRADE, "profit": 12.0, "return": 0.001}], "total": 3}
    answer = play("最差的一笔是哪笔", "stress_test", {**TOOLS, "backtest.trades": gain}, "zh", **STATE)
    assert "3 笔交易都没有亏" in answer.said[0]


@pytest.mark.parametrize(
    ("state", "sentence"), [({}, "answer.no_rules_yet"), ({"strategy": {"strategy_id": "s1"}}, "answer.not_backtested")]
)
def test_without_a_backtest_there_is_no_worst_trade(state: dict[str, Any], sentence: str) -> None:
    assert play("what was the worst trade?", "strategy", {}, **state).said[0] == say(Language.EN, sentence)


def test_ruin_is_not_ruled_out_and_what_stands_against_it_is_told() -> None:
    answer = asked("could I lose everything?")
    assert answer.said[0] == say(Language.EN, "answer.ruin")
    assert say(Language.EN, "answer.ruin_rules") in answer.said
    assert f"- {CONSTRAINT}" in answer.said
    assert f"Max drawdown: -18.2 %, from {SOURCE}." in answer.said
    assert say(Language.EN, "answer.loss_caution") in answer.said


def test_before_there_are_rules_ruin_is_bound_by_the_answers_alone() -> None:
    answer = play("会不会亏光", "kyc", {}, "zh", constraints=["回撤最多 25%"])
    assert answer.said[0] == say(Language.ZH, "answer.ruin")
    assert "- 回撤最多 25%" in answer.said
    assert say(Language.ZH, "answer.no_fall_measured") in answer.said


def test_another_instrument_is_put_to_the_person_and_nothing_is_done() -> None:
    talk = {"proposed": [{"field": "target_instrument", "value": "BTC-USD", "label": "BTC-USD"}], "kept": ""}
    answer = play("Actually bitcoin", "deployment", TOOLS, instrument_talk=talk, **AT_WORK)
    assert answer.said == [say(Language.EN, "proposal.said"), say(Language.EN, "instrument.would_change")]
    assert not answer.used
