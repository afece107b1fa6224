"""Questions in the middle of a conversation are answered from facts and the glossary, and the open question stays."""

from typing import Any, Literal

import pytest

from packages.core.messages import Language, message, render
from packages.domain.conversation.understanding.asking.glossary import term
from packages.domain.conversation.wording import say
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from tests.corpus import well_known
from tests.src.modules.llm_platform.guided.played import Played, play

PROMPT = {
    "type": "choice_prompt",
    "choice_id": "risk_tolerance",
    "question": "How much loss can you bear?",
    "options": [],
}
DECISION = {**PROMPT, "choice_id": "stress_test_decision", "question": "What shall happen after the stress test?"}
JOB: dict[str, Any] = {
    "backtest_job_id": "b1",
    "status": "done",
    "strategy_version": 3,
    "trials": 4,
    "figures": {
        "total_return": 0.123,
        "cagr": 0.011,
        "sharpe": {"value": 0.31, "low": -0.29, "high": 0.9},
        "max_drawdown": -0.182,
        "trades": 19,
        "win_rate": 0.7789,
        "exposure": 0.084,
        "years": 10.9,
        "benchmark_return": 1.5,
        "excess_return": -1.377,
        "final_equity": 112_300.0,
    },
    "warnings": ["few_trades"],
}
METRICS = {
    "first": "2014-01-02",
    "last": "2024-12-30",
    "figures": {"volatility": 0.04, "sortino": 0.5, "calmar": 0.06},
    "all_trades": {"profit_factor": 1.4},
}
REPORT: dict[str, Any] = {
    "verdict": "revise",
    "strategy_version": 3,
    "reasons": [
        {
            "told": {"en": "19 trades, fewer than 30.", "zh": "只有 19 笔交易，少于 30 笔。"},
            "change": {"en": "Loosen the entry.", "zh": "放宽入场条件。"},
        }
    ],
    "overfitting": {"deflated_sharpe": 0.41, "trials": 4, "overfitting_probability": 0.62},
    "walk_forward": {"in_sample_sharpe": 0.5, "out_of_sample_sharpe": {"value": 0.1}},
    "monte_carlo": [
        {
            "world": "block_bootstrap",
            "bad_drawdown": {"value": -0.28, "low": -0.293, "high": -0.27},
            "ruin": {"value": 0.004},
            "total_return": {"value": 0.1},
            "loss_share": {"value": 0.22},
        }
    ],
    "crises": [],
}
EXITS = {"by_exit": [{"label": "stop_loss", "trades": 8}, {"label": "signal_exit", "trades": 11}]}
RULES = {
    "strategy_id": "s1",
    "version": 3,
    "dsl": template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "DEMO5"),
}
TOOLS = {
    "backtest.get_job": JOB,
    "backtest.metrics": METRICS,
    "backtest.exit_reasons": EXITS,
    "stress.report": REPORT,
    "strategy.get_dsl": RULES,
}
CONSTRAINT = 'Your risk tolerance is "Moderate": a drawdown of 25% at most'
STATE: dict[str, Any] = {
    "strategy": {"strategy_id": "s1", "version": 3},
    "backtest": {"backtest_job_id": "b1", "status": "done"},
    "stress": {"stress_report_id": "r1", "status": "done", "verdict": "revise"},
    "constraints": [CONSTRAINT],
    "kyc": {"risk_tolerance": "moderate"},
    "scope": {"target_instrument": "DEMO5", "strategy_family_choice": "mean_reversion"},
    "missing_fields": ["stress_test_decision"],
    "next_prompt": DECISION,
}
LIMITS = [
    {"name": "drawdown", "most": "0.25", "clause": "kyc.risk_tolerance=moderate"},
    {"name": "daily_loss", "most": "0.05", "clause": "kyc.risk_tolerance=moderate"},
    {"name": "orders_a_day", "most": "100", "clause": "desk default"},
]
DEPLOYMENT: dict[str, Any] = {
    "state": "running",
    "mode": "paper",
    "kill_switch": None,
    "blocker": None,
    "money": {"last_bar": "2024-12-30T21:00:00Z", "stopped": ""},
    "signals": [],
    "limits": LIMITS,
}
OLD = message(
    "trading.blocker.market_data_stale", symbols=["DEMO5"], age=message("trading.blocker.age_days", count=320)
)
STALE = {
    "name": "market_data",
    "status": "blocked",
    "code": "market_data_stale",
    "told": render(OLD, Language.EN),
    "said": {"told": OLD.as_json()},
}
READINESS = {"checks": [STALE, {"name": "kill_switch", "status": "ok", "code": None}], "limits": LIMITS}
WATCHING = {
    "trading.get_deployment": DEPLOYMENT,
    "trading.readiness": READINESS,
    "trading.orders": {"orders": []},
    "strategy.get_dsl": RULES,
}
AT_WORK: dict[str, Any] = {
    "strategy": {"strategy_id": "s1", "version": 3},
    "deployment": {"deployment_id": "d1", "status": "deployed"},
}


def asked(question: str, language: Literal["zh", "en"] = "en", **changes: Any) -> Played:
    return play(question, "stress_test", TOOLS, language, **{**STATE, **changes})


@pytest.mark.parametrize("phase", ["kyc", "pre_strategy", "strategy", "stress_test", "deployment"])
@pytest.mark.parametrize(("question", "language"), [("what is mean reversion?", "en"), ("均值回归是什么意思？", "zh")])
def test_a_term_is_explained_in_every_phase_and_the_open_question_is_put_again(
    phase: str, question: str, language: Literal["zh", "en"]
) -> None:
    answer = play(
        question, phase, {}, language, next_prompt=PROMPT, strategy={"strategy_id": "s1"}, stress={"status": "done"}
    )
    assert term("mean_reversion").meaning(Language(language)) in answer.text
    assert {"en": "glossary", "zh": "术语表"}[language] in answer.text
    assert answer.said[-1] == PROMPT["question"]
    assert answer.cards == [PROMPT]
    assert say(Language(language), "not_understood") not in answer.text


def test_two_terms_that_shall_be_told_apart_are_both_explained() -> None:
    answer = asked("what is the difference between a limit order and a market order?")
    assert [each.split(" (")[0] for each in answer.said[:2]] == ["Limit order", "Market order"]


def test_an_indicator_is_explained_with_the_catalogues_own_words() -> None:
    answer = asked("what is RSI(14)?")
    assert answer.said[0].startswith("Relative strength index (glossary): Rises in percent of all moves")
    assert answer.used == []


def test_a_measured_term_comes_with_its_measured_value_and_where_it_is_from() -> None:
    answer = asked("what does the Sharpe ratio mean?")
    assert (
        "Sharpe ratio: 0.31 (95% range -0.29 to 0.90), from the backtest of version 3, 2014-01-02 to 2024-12-30."
    ) in answer.said
    assert "Sharpe ratio, Out-of-sample: 0.10, from the stress report of version 3." in answer.said


def test_why_there_are_few_trades_is_told_from_the_backtests_own_figures() -> None:
    answer = asked("why only 19 trades?")
    assert answer.said[0] == (
        "From the backtest of version 3, 2014-01-02 to 2024-12-30: 19 trades in 10.9 years, 1.74 a year; "
        "something was held on 8.4 % of the bars."
    )
    assert "all of this is true on the close of one bar" in answer.said[1]
    assert answer.said[2].startswith("- Buy when ")
    assert "The trades ended by: stop loss 8, signal 11." in answer.said
    assert "Fewer than 30 trades: treat as anecdotal." in answer.text
    assert answer.said[-1] == DECISION["question"]


@pytest.mark.parametrize("question", ["为什么只有19笔交易", "为什么交易这么少？", "怎么没有交易"])
def test_why_there_are_few_trades_is_told_in_chinese(question: str) -> None:
    answer = asked(question, "zh")
    assert "来自版本 3 的回测，2014-01-02 至 2024-12-30：10.9 年里 19 笔交易" in answer.text
    assert "离场原因：止损 8、信号 11。" in answer.said


def test_conditions_that_were_never_true_are_named_as_the_reason() -> None:
    none = {**JOB, "figures": {**JOB["figures"], "trades": 0}, "warnings": ["no_trades", "no_orders"]}
    answer = play("why did it never trade?", "stress_test", {**TOOLS, "backtest.get_job": none}, **STATE)
    assert "No entry order was ever placed: the conditions were never all true at once." in answer.said


def test_orders_below_a_lot_are_the_reason_and_no_condition_is_blamed() -> None:
    none = {**JOB, "figures": {**JOB["figures"], "trades": 0}, "warnings": ["no_trades", "orders_too_small"]}
    answer = play("why did it never trade?", "stress_test", {**TOOLS, "backtest.get_job": none}, **STATE)
    assert "below the smallest lot, so nothing was bought" in answer.text
    assert "conditions" not in answer.text
    assert "looser" not in answer.text


def test_rules_without_a_backtest_have_no_trades_to_count() -> None:
    answer = play("why are there so few trades?", "strategy", {}, strategy={"strategy_id": "s1"}, next_prompt=PROMPT)
    assert answer.said[0] == "These rules have not been backtested yet. The backtest lists every trade with its profit."


@pytest.mark.parametrize("phase", ["deployment", "completed"])
@pytest.mark.parametrize("question", ["why has it not bought?", "why hasn't it traded yet?", "what is stopping it?"])
def test_why_it_has_not_bought_is_told_in_the_words_of_readiness(phase: str, question: str) -> None:
    answer = play(question, phase, WATCHING, **AT_WORK)
    assert answer.said[0] == "From the deployment: it is running (paper)."
    assert render(OLD, Language.EN) in answer.text
    assert "The newest bar it decided on: 2024-12-30 21:00 UTC." in answer.text
    assert "Its rules have given no signal since it was deployed." in answer.text
    assert "- Buy when " in answer.text


def test_why_it_has_not_bought_is_told_in_chinese_before_anything_is_deployed() -> None:
    answer = play("为什么还没买", "deployment", WATCHING, "zh", strategy={"strategy_id": "s1"}, next_prompt=PROMPT)
    assert answer.said[0] == "还没有部署，所以不会买入。"
    assert render(OLD, Language.ZH) in answer.said[1]


def test_a_kill_switch_and_a_blocked_order_are_named() -> None:
    held = {"orders": [{"symbol": "DEMO5", "status": "blocked", "why": "daily_loss"}]}
    on = {**DEPLOYMENT, "kill_switch": {"reason": "holiday"}}
    answer = play(
        "why is it not buying?",
        "completed",
        {**WATCHING, "trading.get_deployment": on, "trading.orders": held},
        **AT_WORK,
    )
    assert "holiday" in answer.text
    assert "An order for DEMO5 was blocked by a limit" in answer.text


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("what does 78 % mean?", "Win rate: 77.9 %"),
        ("what does 77.9% mean", "Win rate: 77.9 %"),
        ("what is 18.2 percent?", "Max drawdown: -18.2 %"),
        ("where does the 41% come from?", "Deflated Sharpe: 41.0 %"),
        ("what does 0.31 mean?", "Sharpe ratio: 0.31"),
        ("what is the 29.3%?", "Max drawdown, block bootstrap: one simulated path in twenty is worse: -28.0 %"),
    ],
)
def test_a_figure_on_the_screen_is_found_by_its_value(question: str, named: str) -> None:
    answer = asked(question)
    assert answer.said[0].startswith(named)
    assert "of version 3" in answer.said[0]
    assert "(glossary)" in answer.said[1]


def test_a_figure_is_explained_in_chinese() -> None:
    answer = asked("78% 是什么意思？", "zh")
    assert answer.said[0] == "胜率：77.9 %，来自版本 3 的回测，2014-01-02 至 2024-12-30。"
    assert term("win_rate").meaning(Language.ZH) in answer.said[1]


def test_a_figure_that_no_tool_gave_is_never_written() -> None:
    answer = asked("what does 55% mean?")
    assert answer.said[0] == "No figure on the desk reads like that. What was measured:"
    assert "55" not in answer.text
    nothing = play("what does 55% mean?", "kyc", {}, next_prompt=PROMPT)
    assert nothing.said[0].startswith("Nothing has been measured in this conversation yet")


@pytest.mark.parametrize(
    "question",
    [
        *("is it safe?", "will I make money?", "is this strategy profitable?", "can I trust it?"),
        "what are the chances of losing money?",
    ],
)
def test_nothing_is_promised_and_what_was_measured_is_told(question: str) -> None:
    answer = asked(question)
    assert answer.said[0].startswith("Nobody can promise a gain or rule out a loss")
    assert "total return 12.3 %, buy and hold 150.0 %, max drawdown -18.2 %, 19 trades" in answer.said[1]
    assert "not statistically different from zero" in answer.said[1]
    assert "From the stress report of version 3: revise." in answer.said
    assert "Of the simulated paths, 22.0 % end below where they began." in answer.said


@pytest.mark.parametrize("question", ["能赚钱吗？", "靠谱吗", "这个安全吗", "亏钱的概率多大？"])
def test_nothing_is_promised_in_chinese(question: str) -> None:
    answer = asked(question, "zh")
    assert answer.said[0].startswith("没有人能保证盈利")
    assert "包含 0：与零没有统计上的差别" in answer.text


def test_before_anything_was_measured_no_figure_is_told() -> None:
    answer = play("will I make money?", "kyc", {}, next_prompt=PROMPT)
    assert "Nothing has been measured yet: the backtest and the stress test come first." in answer.said


def test_how_much_can_be_lost_names_the_limits_with_their_clauses() -> None:
    answer = play("how much can I lose?", "completed", WATCHING, **AT_WORK)
    assert answer.said[1].splitlines() == [
        '- drawdown: 25.0 % at most (Your risk tolerance is "Moderate")',
        '- loss in a day: 5.0 % at most (Your risk tolerance is "Moderate")',
    ]
    assert "kyc." not in answer.text


def test_how_much_can_be_lost_follows_from_the_answers_before_a_deployment() -> None:
    answer = asked("what is the worst case?")
    assert f"- {CONSTRAINT}" in answer.said
    assert "one simulated path in twenty is worse: -28.0 %" in answer.text
    assert "约束亏损的限制：" in asked("最多会亏多少", "zh").said


@pytest.mark.parametrize("question", ["where are we?", "how am I doing?", "which step is this?"])
def test_where_the_conversation_stands_is_told_with_what_is_settled_and_what_waits(question: str) -> None:
    answer = asked(question)
    assert answer.said[0] == "We are at: stress test."
    assert "- risk tolerance: Moderate\n- instrument: DEMO5\n- strategy family: Mean reversion" in answer.said
    assert "Still needed: your decision (deploy, revise or hold)." in answer.said


def test_state_and_answers_are_told_in_chinese() -> None:
    assert "- 风险偏好：稳健\n- 标的：DEMO5\n- 策略类型：均值回归" in asked("现在到哪一步了？", "zh").said
    assert "- 风险偏好：稳健\n- 标的：DEMO5\n- 策略类型：均值回归" in asked("我回答了什么", "zh").said


@pytest.mark.parametrize("question", ["what's next?", "what do I do now?", "what is missing?"])
def test_the_next_step_is_told(question: str) -> None:
    assert say(Language.EN, "help.stress_test") in asked(question).said


def test_how_a_deployment_is_doing_is_its_status() -> None:
    answer = play("how is it doing?", "completed", WATCHING, **AT_WORK)
    assert answer.said[0] == "The deployment is running (paper)."


@pytest.mark.parametrize("field", ["trading_years_bucket", "risk_tolerance", "target_market", "deployment_target"])
@pytest.mark.parametrize(("question", "language"), [("why do you ask?", "en"), ("为什么要问这个？", "zh")])
def test_why_a_question_is_asked_is_told(field: str, question: str, language: Literal["zh", "en"]) -> None:
    answer = play(question, "kyc", {}, language, next_prompt={**PROMPT, "choice_id": field})
    assert answer.said[0] == say(Language(language), f"answer.why_asked.{field}")


@pytest.mark.parametrize(
    ("question", "language"),
    [("why was it rejected?", "en"), ("为什么没通过？", "zh"), ("why did it pass?", "en"), ("为什么通过了？", "zh")],
)
def test_why_the_lab_did_not_pass_it_is_told_with_its_reasons(question: str, language: Literal["zh", "en"]) -> None:
    answer = asked(question, language)
    reason = REPORT["reasons"][0]
    assert f"- {reason['told'][language]} {reason['change'][language]}" in answer.said


@pytest.mark.parametrize(("question", "language"), [("who wins the election?", "en"), ("明天会下雨吗？", "zh")])
def test_of_what_the_desk_does_not_know_it_says_so_and_names_what_it_can_answer(
    question: str, language: Literal["zh", "en"]
) -> None:
    answer = asked(question, language)
    assert answer.said == [
        say(Language(language), "answer.no_fact"),
        say(Language(language), "answer.can_answer"),
        DECISION["question"],
    ]
    assert answer.used == []


@pytest.mark.parametrize("said", ["今天天气怎么样", "how are you?", "which one should I pick?", "我该选哪个？"])
def test_small_talk_and_doubt_begin_no_work(said: str) -> None:
    answer = play(said, "stress_test", TOOLS, next_prompt=DECISION, strategy={"strategy_id": "s1"})
    assert answer.used == []
    assert answer.said


def test_a_question_beside_an_answer_is_answered_and_the_answer_counts() -> None:
    read = [{"field": "risk_tolerance", "value": "moderate", "label": "Moderate"}]
    answer = play("moderate. what is a drawdown?", "kyc", {}, next_prompt=PROMPT, understood=read, missing_fields=["x"])
    assert answer.said[0].startswith("Max drawdown (glossary)")
    assert "Noted: risk tolerance is “Moderate”." in answer.said


def test_a_question_that_comes_first_is_welcomed_and_answered() -> None:
    answer = play("what is a backtest?", "kyc", {}, is_first=True, next_prompt=PROMPT)
    assert answer.said[0] == say(Language.EN, "hello.kyc")
    assert answer.said[1].startswith("Backtest (glossary)")


def test_who_asks_for_positions_orders_or_research_gets_those() -> None:
    positions = {"trading.positions": {"positions": []}, **WATCHING}
    assert play("what are my positions?", "completed", positions, **AT_WORK).tools == ["trading.positions"]
    assert play("what are the orders?", "completed", WATCHING, **AT_WORK).tools == ["trading.orders"]
    assert play("what do you think of AAPL?", "kyc", {}, next_prompt=PROMPT).said[0] == say(
        Language.EN, "no_research_here"
    )


@pytest.mark.parametrize("question", ["how much did I pay in fees?", "手续费一共付了多少？", "what did it cost?"])
def test_costs_are_told_from_the_backtests_own_figures(question: str) -> None:
    metrics = {**METRICS, "figures": {"volatility": 0.04, "costs": 4174.0}}
    answer = play(question, "strategy", {**TOOLS, "backtest.metrics": metrics}, **STATE)
    assert "4,174" in answer.said[0]


@pytest.mark.parametrize(("question", "language"), [("does it short?", "en"), ("它会做空吗？", "zh")])
def test_which_way_the_rules_trade_is_read_from_them(question: str, language: Literal["zh", "en"]) -> None:
    answer = play(question, "strategy", TOOLS, language=language, **STATE)
    assert answer.said[0] == say(Language(language), "answer.goes.long")


@pytest.mark.parametrize(
    ("legs", "goes"),
    [(well_known.pair_of_two_legs("DEMO5", "DEMO6"), "both"), (well_known.sixty_forty("DEMO5", "DEMO6"), "long")],
)
def test_which_way_legs_by_name_go_is_read_from_their_weights(legs: Document, goes: str) -> None:
    answer = play("does it short?", "strategy", {**TOOLS, "strategy.get_dsl": {**RULES, "dsl": legs}}, **STATE)
    assert answer.said[0] == say(Language.EN, f"answer.goes.{goes}")


@pytest.mark.parametrize(("question", "language"), [("why 15%?", "en"), ("为什么是15%？", "zh")])
def test_a_number_that_stands_in_the_rules_is_shown_there(question: str, language: Literal["zh", "en"]) -> None:
    tools = {"strategy.get_dsl": RULES}
    answer = play(question, "strategy", tools, language=language, strategy={"strategy_id": "s1"}, next_prompt=PROMPT)
    assert answer.said[0] == say(Language(language), "answer.in_the_rules")
    assert "15%" in answer.said[1]


@pytest.mark.parametrize("question", ["what blocks it?", "为什么被拦住了？", "那我怎么放行？"])
def test_what_blocks_a_start_is_told_with_the_way_to_let_it_through(question: str) -> None:
    checks = {"checks": [{"name": "verdict", "status": "blocked", "told": "not passed"}]}
    state = {**STATE, "backtest": {}, "next_prompt": PROMPT}
    answer = play(question, "deployment", {"trading.readiness": checks, **TOOLS}, **state)
    assert "✗" in " ".join(answer.said)
    assert any("override" in each for each in answer.said)


def test_before_a_deployment_nothing_can_have_been_bought() -> None:
    answer = play("why hasn't it bought anything?", "stress_test", TOOLS, **STATE)
    assert answer.said[0] == say(Language.EN, "answer.nothing_deployed")


@pytest.mark.parametrize(("question", "language"), [("why did it fail?", "en"), ("为什么失败了？", "zh")])
def test_why_a_backtest_failed_is_its_own_reason(question: str, language: Literal["zh", "en"]) -> None:
    job = {"backtest_job_id": "b1", "status": "failed", "failure": "No 1w bars of DEMO5."}
    state = {**STATE, "backtest": {"backtest_job_id": "b1", "status": "failed"}}
    answer = play(question, "strategy", {"backtest.get_job": job}, language=language, **state)
    assert "No 1w bars of DEMO5." in answer.said[0]


@pytest.mark.parametrize(
    ("question", "language"), [("are there better instruments?", "en"), ("有更好的标的吗？", "zh")]
)
def test_no_instrument_is_called_better(question: str, language: Literal["zh", "en"]) -> None:
    answer = play(question, "strategy", TOOLS, language=language, **STATE)
    assert answer.said[0] == say(Language(language), "answer.other_instruments")
