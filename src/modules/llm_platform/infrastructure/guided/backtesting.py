"""Backtesting a confirmed strategy: started, looked at, and read aloud with the tool's own numbers."""

from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import (
    WORKING,
    backtest_charts,
    choice,
    failed,
    go_on,
    looked,
)
from src.modules.llm_platform.infrastructure.guided.steps import Facts, Naming, Patch, Say, Script, change
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, figure, percent

_WAITS = (0.3, 0.7, 1.0, 2.0, 3.0, 5.0, 8.0)  # seconds


def backtested(turn: GuidedTurn, strategy_id: str) -> Script:
    job_id = turn.known("backtest", "backtest_job_id")
    status = turn.state.text("backtest", "status") or turn.value("backtest_status")
    if not job_id or (status == "failed" and Wish.AGAIN in turn.understood.wishes):
        job_id = yield from _started(turn, strategy_id)
        if not job_id:
            return
    told = yield from looked("backtest", "get_job", _WAITS, backtest_job_id=job_id)
    if not told.ok:
        yield from failed(turn, told)
    elif told.facts.text("status") in WORKING:
        yield from _not_ready(turn, told.facts)
    elif told.facts.text("status") == "failed":
        yield Say(turn.words.say("backtest_failed", reason=told.facts.text("failure")))
        yield choice(turn, "change", turn.words.say("ask.change"), ("again", Wish.LONGER, Wish.SHORTER))
    else:
        yield from _read_aloud(turn, job_id, strategy_id, told.facts)


def _started(turn: GuidedTurn, strategy_id: str) -> Naming:
    if not turn.grants("backtest", "create_job"):
        yield from go_on(turn, "backtest_next")
        return ""
    told = yield from change("backtest", "create_job", strategy_id=strategy_id)
    if not told.ok:
        yield from failed(turn, told)
        return ""
    job_id = told.facts.text("backtest_job_id")
    yield Patch({"backtest_job_id": job_id})
    yield Say(turn.words.say("backtest_started"))
    return job_id


def _not_ready(turn: GuidedTurn, facts: Facts) -> Script:
    yield Say(turn.words.say("backtest_running", progress=percent(facts.number("progress"))))
    yield choice(turn, "continue", turn.words.say("ask.continue"), ("continue",))


def _read_aloud(turn: GuidedTurn, job_id: str, strategy_id: str, facts: Facts) -> Script:
    figures = facts.at("figures")
    if "demo" in facts.texts("data_sources"):
        yield Say(turn.words.say("demo"))
    if figures.count("trades") == 0:
        yield Say(turn.words.say("no_trades"))
    yield Say(
        turn.words.say(
            "backtest_figures",
            total=percent(figures.number("total_return")),
            benchmark=percent(figures.number("benchmark_return")),
            drawdown=percent(figures.number("max_drawdown")),
            trades=figures.count("trades"),
            sharpe=figure(figures.number("sharpe", "value")),
            low=figure(figures.number("sharpe", "low")),
            high=figure(figures.number("sharpe", "high")),
            trials=facts.count("trials"),
        )
    )
    yield Say(facts.text("summary", turn.language))
    yield backtest_charts(job_id, strategy_id)
    yield Say(turn.words.say("after_backtest"))
    yield choice(turn, "continue", turn.words.say("ask.after_backtest"), ("continue", Wish.REVISE))
