"""What the guided voice does when things are not ready, fail, or are not its to do."""

from typing import Any, Literal

import pytest

from packages.contracts.sentences import with_messages
from packages.core.messages import Language, Sentence, message
from packages.domain.conversation.wording import say
from src.modules.llm_platform.infrastructure.guided.turn import GuidedWording
from tests.src.modules.llm_platform.guided.played import play

_FIGURES = {"total_return": 0.0, "benchmark_return": 0.1, "max_drawdown": 0.0, "trades": 0, "sharpe": None}
_DONE: dict[str, Any] = {
    "status": "done",
    "figures": _FIGURES,
    "summary": {"zh": "总结。", "en": "A summary."},
    "trials": 3,
    "data_sources": ["yfinance"],
}
_REPORT: dict[str, Any] = {
    "verdict": "revise",
    "scenario_set_id": "set-1",
    "told": {"zh": "两项没有守住。", "en": "Two checks did not hold."},
    "reasons": [{"told": {"zh": "回撤太深。", "en": "Too deep."}, "change": {"zh": "收紧止损。", "en": "Tighten."}}],
    "gaps": [{"what": "crises", "words": {"zh": "没有2008年的数据。", "en": "No data of 2008."}}],
    "walk_forward": {"in_sample_sharpe": 1.25, "out_of_sample_sharpe": {"value": 0.5}},
    "overfitting": {"trials": 430, "deflated_sharpe": 0.169},
    "is_demo": False,
}


def test_a_backtest_without_trades_is_said_to_show_nothing() -> None:
    answer = play(
        "go on",
        "strategy",
        {"backtest.get_job": _DONE},
        strategy_id="s-1",
        strategy_confirmed="true",
        backtest_job_id="b-1",
    )
    assert "Not one trade was closed" in answer.text
    assert "Sharpe" not in answer.text, "a figure without a value tells nothing"


def test_a_backtest_that_is_not_ready_keeps_nobody_waiting_and_asks_nobody_to_come_back() -> None:
    running = {"status": "running", "progress": 0.4}
    answer = play(
        "go on",
        "strategy",
        {"backtest.get_job": running},
        strategy_id="s-1",
        strategy_confirmed="true",
        backtest_job_id="b-1",
    )
    assert "appears here by itself" in answer.text
    assert answer.waited <= 2
    assert answer.choices == []


def test_without_the_tool_a_confirmed_strategy_is_not_backtested_behind_the_stage() -> None:
    answer = play("confirm", "strategy", strategy_id="s-1", strategy_confirmed="true")
    assert answer.tools == []
    assert answer.choices == ["continue"]


def test_what_a_tool_refused_is_told_with_its_suggestion() -> None:
    refused = {"ok": False, "error": {"code": "no_data", "message": "There are no bars.", "suggestion": "Load them."}}
    answer = play("go on", "strategy", {"strategy.templates": refused}, scope={"target_instrument": "AAPL"})
    assert answer.said == ["This did not work: There are no bars. (Suggestion: Load them.)"]
    assert answer.patches == []


def test_what_a_tool_refused_is_told_in_the_persons_language() -> None:
    said = {
        "message": Sentence(message("market_data.demo_has_no_bars", timeframe="1h", symbol="DEMO9.SZ")),
        "suggestion": Sentence(message("tools.advice_not_found")),
    }
    error = {"code": "unknown_session", **with_messages(said)}
    scope = {"target_instrument": "AAPL"}
    answer = play(
        "go on", "strategy", {"strategy.templates": {"ok": False, "error": error}}, scope=scope, language="zh"
    )
    assert "演示数据里没有 DEMO9.SZ 的 1h K线。" in answer.text
    assert "请从列表或搜索里查到编号" not in answer.text, "advice for who calls tools is not for people"
    assert "demo pack" not in answer.text


def test_a_holding_time_without_bars_is_not_drafted() -> None:
    why_not = "Templates for “intraday scalp” run on 5-minute, 1-minute bars; of X only daily bars are stored."
    fitted = {"template": {"dsl": {}, "timeframe": "5m", "timeframes": ["5m", "1m"], "why_not": why_not}}
    answer = play("go on", "strategy", {"strategy.templates": fitted}, scope={"target_instrument": "X"})
    assert f"{why_not} Say “another instrument”, or choose another holding time." in answer.text
    assert answer.tools == ["strategy.templates"]


def test_another_timeframe_than_the_usual_one_is_told() -> None:
    fitted = {"template": {"dsl": {"timeframe": "1m"}, "timeframe": "1m", "timeframes": ["5m", "1m"]}}
    answer = play("go on", "strategy", {"strategy.templates": fitted}, scope={"target_instrument": "X"})
    assert answer.said[0] == "There are no 5m bars of X, so I take 1m, which are stored."


@pytest.mark.parametrize(("language", "told"), [("zh", "回撤太深。 收紧止损。"), ("en", "Too deep. Tighten.")])
def test_a_verdict_is_explained_with_its_reasons_and_its_gaps(language: Any, told: str) -> None:
    answers = {"stress.get": {"status": "done"}, "stress.report": _REPORT}
    answer = play("continue", "stress_test", answers, language, stress={"stress_report_id": "r-1", "status": "running"})
    assert told in answer.text
    assert "2008" in answer.text
    assert "0.50" in answer.text
    assert answer.cards[0]["verdict"] == "revise"
    assert answer.choices == ["stress_test_decision"]


def test_words_that_decide_nothing_do_not_have_the_report_told_again() -> None:
    stress = {"stress_report_id": "r-1", "status": "done", "verdict": "reject"}
    answer = play("blue elephants", "stress_test", {"stress.report": _REPORT}, stress=stress, understood=[])
    assert answer.tools == []
    assert "reject" in answer.text
    assert answer.choices == ["stress_test_decision"]


@pytest.mark.parametrize(("language", "said"), [("en", "thanks"), ("en", "hmm"), ("zh", "谢谢")])
def test_thanks_and_hums_are_answered_briefly_with_the_question_that_is_due(
    language: Literal["zh", "en"], said: str
) -> None:
    asked = {
        "type": "choice_prompt",
        "choice_id": "strategy_confirmed",
        "question": "?",
        "options": [{"id": "true", "label": "Yes"}],
    }
    answer = play(said, "strategy", {}, language, strategy_id="s-1", understood=[], next_prompt=asked)
    assert answer.text.startswith(say(Language(language), "small_talk"))
    assert (answer.tools, answer.choices) == ([], ["strategy_confirmed"])


@pytest.mark.parametrize(("language", "said"), [("en", "hold on"), ("zh", "等等")])
def test_hold_on_at_the_strategy_is_a_pause_and_no_position(language: Literal["zh", "en"], said: str) -> None:
    answer = play(said, "strategy", {}, language, strategy_id="s-1", understood=[])
    assert say(Language(language), "waiting") in answer.text
    assert (answer.tools, answer.choices) == ([], ["strategy_confirmed"])


@pytest.mark.parametrize("decision", ["revise", "hold"])
def test_a_decision_that_the_handler_read_starts_nothing(decision: str) -> None:
    read = [{"field": "stress_test_decision", "value": decision, "label": decision}]
    answer = play(decision, "stress_test", {"stress.create": {}}, understood=read, strategy_id="s-1")
    assert answer.tools == []


def test_live_money_is_the_persons_own_and_no_tool_is_called() -> None:
    answers: dict[str, Any] = {"trading.create_deployment": {}, "trading.start": {}}
    answer = play("live", "deployment", answers, deployment_target="live", deployment_confirmation_status="confirmed")
    assert answer.tools == []
    assert "only you" in answer.text


def test_a_blocked_deployment_is_not_started() -> None:
    blocked = {"status": "blocked", "blocker": "stress_verdict_reject", "next_step": "Nothing was made."}
    answers: dict[str, Any] = {"trading.create_deployment": blocked, "trading.start": {}}
    answer = play(
        "confirm",
        "deployment",
        answers,
        deployment_target="paper",
        deployment_confirmation_status="confirmed",
        strategy_id="s",
    )
    assert answer.tools == ["trading.create_deployment"]
    assert "Nothing was deployed. Stress test verdict: reject." in answer.text


def test_a_deployment_that_the_person_made_in_the_page_is_started_and_none_is_made_beside_it() -> None:
    row = {"deployment_id": "d-1", "strategy_id": "s-1", "version": 2, "mode": "paper", "status": "ready"}
    answers: dict[str, Any] = {
        "trading.list_deployments": {"deployments": [{**row, "version": 1, "deployment_id": "d-0"}, row]},
        "trading.create_deployment": {},
        "trading.start": {},
    }
    agreed: dict[str, Any] = {"deployment_target": "paper", "deployment_confirmation_status": "confirmed"}
    answer = play("confirm", "deployment", answers, strategy={"strategy_id": "s-1", "version": 2}, **agreed)
    assert "trading.create_deployment" not in answer.tools
    assert answer.used[1].arguments == {"deployment_id": "d-1"}


def test_an_unconfirmed_deployment_is_not_made_whatever_else_is_granted() -> None:
    answers: dict[str, Any] = {"trading.create_deployment": {}, "trading.readiness": {"is_ready": True, "checks": []}}
    answer = play("blue elephants", "deployment", answers, deployment_target="paper", understood=[], strategy_id="s-1")
    assert answer.tools == ["trading.readiness"]
    assert answer.choices == ["deployment_confirmation_status"]


def test_stopping_asks_what_becomes_of_the_positions_first() -> None:
    answer = play("停止", "completed", {"trading.stop": {}}, "zh", deployment={"deployment_id": "d-1"})
    assert answer.tools == ["trading.get_deployment"], "whether it still trades is looked up, and nothing is changed"
    assert answer.choices == ["stop_how"]


def test_a_search_that_finds_nothing_starts_no_research() -> None:
    answers: dict[str, Any] = {"market_data.search": {"instruments": []}, "research.run": {}}
    answer = play("research NOSUCH", "strategy", answers)
    assert answer.tools == ["market_data.search"]
    assert "no such instrument" in answer.text


@pytest.mark.parametrize(
    ("said", "query"),
    [("研究一下贵州茅台", "贵州茅台"), ("what does the desk think of DEMO5?", "DEMO5"), ("对苹果怎么看", "苹果")],
)
def test_the_instrument_is_looked_up_as_the_person_named_it(said: str, query: str) -> None:
    answers: dict[str, Any] = {"market_data.search": {"instruments": []}, "research.run": {}}
    assert play(said, "strategy", answers).used[0].arguments["query"] == query


def test_research_of_this_one_is_of_the_instrument_that_is_talked_about() -> None:
    running = {"research_session_id": "r-1", "status": "running", "symbol": "DEMO5", "done": 1, "stages": [{}, {}]}
    answers = {"research.run": running, "research.status": running}
    answer = play("研究一下", "strategy", answers, "zh", scope={"target_instrument": "DEMO5"})
    assert answer.used[0].arguments["symbol"] == "DEMO5"
    assert answer.tools.count("research.status") == 1


@pytest.mark.parametrize("code", ["bad_arguments", "invalid_strategy", "bad_patch"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_a_tool_says_to_machines_is_not_said_to_people(code: str, language: Literal["zh", "en"]) -> None:
    said = {"message": "Wrong arguments for patch_dsl: /trade/long/exits: operations must not be empty"}
    answers = {"strategy.patch_dsl": {"ok": False, "error": {"code": code, "suggestion": "Call again.", **said}}}
    edit = {"operations": [{"op": "remove", "path": "/trade/short"}], "not_understood": [], "assumed": []}
    strategy = {"strategy_id": "s1", "version": 1}
    answer = play("make the stop 5%", "strategy", answers, language, strategy=strategy, spoken_edit=edit)
    assert answer.tools == ["strategy.patch_dsl"]
    assert answer.said == [GuidedWording(Language(language)).say("draft.step_failed")]


def test_a_change_of_which_nothing_was_read_is_quoted_and_calls_no_tool() -> None:
    edit = {"operations": [], "not_understood": ["twice as wide"], "assumed": []}
    strategy = {"strategy_id": "s1", "version": 1}
    answer = play("make the stop twice as wide", "strategy", {}, strategy=strategy, spoken_edit=edit)
    assert answer.tools == []
    assert "“twice as wide”" in answer.text


@pytest.mark.parametrize(("language", "words"), [("zh", "去掉卖出条件"), ("en", "Remove the exit rule")])
def test_a_change_that_is_not_sure_is_shown_with_a_button_and_not_made(
    language: Literal["zh", "en"], words: str
) -> None:
    edit = {"operations": [], "proposed": {"words": words, "changes": ["Removed: Sell."]}, "not_understood": ["先"]}
    strategy = {"strategy_id": "s1", "version": 1}
    played = play(
        "别卖", "strategy", {"strategy.patch_dsl": {}}, language, spoken_edit=edit, strategy=strategy, values=strategy
    )
    assert played.tools == []
    assert "Removed: Sell." in played.text
    [card] = played.cards
    assert card["choice_id"] == "change"
    options: Any = card["options"]
    assert options[0]["label"] == words


@pytest.mark.parametrize(("language", "said"), [("zh", "再跑一次"), ("en", "run it again")])
def test_a_finished_test_is_run_again_for_who_asks_for_it(language: Literal["zh", "en"], said: str) -> None:
    done = {"stress_report_id": "r1", "status": "done"}
    answers = {
        "stress.create_scenario_set": {"scenario_set_id": "set-2", "parts": [], "crises": [], "paths": 10},
        "stress.create": {"stress_report_id": "r2"},
        "stress.get": {"status": "running", "scenario_set_id": "set-2"},
    }
    played = play(said, "stress_test", answers, language, stress=done, runs_again=True)
    assert played.tools == ["stress.create_scenario_set", "stress.create", "stress.get"]
