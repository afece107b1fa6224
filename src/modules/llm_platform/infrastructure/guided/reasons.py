"""Why something did or did not happen, from the figures of tools and the words of readiness."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from packages.core.messages import Language, render
from packages.domain.trading.deployments.blockers import FIRST_BAR, blocked_because
from packages.domain.trading.risk.switches import SwitchIsOn
from src.modules.llm_platform.infrastructure.guided.deploying import checked
from src.modules.llm_platform.infrastructure.guided.measured import (
    MeasuredBacktest,
    Reading,
    read_backtest,
    read_stress_report,
    stress_source,
)
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Say,
    Script,
    figure,
    percent,
    use,
)

if TYPE_CHECKING:
    from packages.domain.strategy.model import Strategy

_FEWEST = 30  # trades, below which a backtest is anecdotal
_MOST_REASONS = 6
_TOO_SMALL = "orders_too_small"
_NOT_PASSED = frozenset({"revise", "reject"})
NO_TRADE_BECAUSE = (_TOO_SMALL, "orders_not_filled", "no_orders")


def not_traded(turn: GuidedTurn) -> Script:
    """Of the deployment where there is one, else of the backtest, else of what is still to be done."""
    deployment_id = turn.known("deployment", "deployment_id")
    if deployment_id:
        yield from _deployment_idle(turn, deployment_id)
        return
    if turn.phase == "deployment":
        yield Say(turn.words.say("answer.nothing_deployed"))
        yield from _readiness(turn)
        return
    if (asked := turn.understood.question) is not None and asked.is_of_buying:
        yield Say(turn.words.say("answer.nothing_deployed"))
    backtest = yield from read_backtest(turn)
    if backtest is not None:
        yield from _few_trades(turn, backtest)
    elif turn.known("strategy", "strategy_id"):
        yield Say(turn.words.say("answer.not_backtested"))
        yield from _entry_rules(turn)
    else:
        yield Say(turn.words.say("answer.no_rules_yet"))


def what_blocks(turn: GuidedTurn) -> Reading[bool]:
    """Of a deployment, of one that is to be, or of a verdict; False where nothing can be blocked yet."""
    if turn.known("deployment", "deployment_id") or turn.phase == "deployment":
        yield from not_traded(turn)
    elif turn.state.text("stress", "status") == "done":
        yield from verdict_explained(turn)
    else:
        return False
    if turn.state.text("stress", "verdict") in _NOT_PASSED and not turn.known("deployment", "deployment_id"):
        yield Say(turn.words.say("answer.override_way"))
    return True


def _few_trades(turn: GuidedTurn, found: MeasuredBacktest) -> Script:
    words, figures = turn.words, found.figures
    trades, years = figures.count("trades"), figures.number("years")
    rate, exposure = figure(trades / years) if years else "—", percent(figures.number("exposure"))
    shown = {
        "source": found.source,
        "trades": str(trades),
        "years": f"{years or 0:.1f}",
        "rate": rate,
        "exposure": exposure,
    }
    yield Say(words.say("answer.trades_counted", **shown))
    warnings = found.job.texts("warnings")
    for warning in warnings:
        if warning in NO_TRADE_BECAUSE:
            yield Say(words.say(f"answer.{warning}"))
    if _TOO_SMALL in warnings:  # looser conditions would bring more orders that buy nothing
        return
    yield from _entry_rules(turn)
    yield from _by_exit(turn, found.job.text("backtest_job_id"), trades)
    if trades < _FEWEST:
        yield Say(words.say("answer.few_trades", fewest=_FEWEST))


def _entry_rules(turn: GuidedTurn) -> Script:
    """The conditions of entry as the strategy explains them: all of them have to be true on one close."""
    rules = yield from _entries(turn)
    if rules:
        yield Say(turn.words.say("answer.entry_rules"))
        yield Say("\n".join(f"- {each}" for each in rules))


def _entries(turn: GuidedTurn) -> Reading[list[str]]:
    strategy = yield from read_rules(turn)
    return [] if strategy is None else rule_sentences(turn, strategy, ("long.entry", "short.entry"))


def read_rules(turn: GuidedTurn) -> "Reading[Strategy | None]":
    """The conversation's strategy; None where there is none yet, or where it cannot be read here."""
    strategy_id = turn.known("strategy", "strategy_id")
    if not strategy_id:
        return None
    answer = yield from use("strategy", "get_dsl", strategy_id=strategy_id, language=turn.language)
    return built(answer.result.mapping("dsl")) if answer.ok else None


def built(dsl: dict[str, object]) -> "Strategy | None":
    from packages.domain.strategy.build import build
    from packages.domain.strategy.reading import read_value
    from packages.domain.strategy.validate import structure_faults

    document = read_value(dsl).document
    return build(document) if isinstance(document, dict) and not structure_faults(document) else None


def rule_sentences(turn: GuidedTurn, strategy: "Strategy", topics: Collection[str] | None = None) -> list[str]:
    """The rules of these topics, or all of them, as the strategy explains them."""
    from packages.domain.strategy.explain.strategy import explain
    from packages.domain.strategy.indicators.catalogue import CATALOGUE  # brings numpy along

    explained = explain(strategy, CATALOGUE, turn.language)
    return [each.text for each in explained if topics is None or each.topic in topics]


def _by_exit(turn: GuidedTurn, job_id: str, trades: int) -> Script:
    if not trades:
        return
    answer = yield from use("backtest", "exit_reasons", backtest_job_id=job_id)
    rows = answer.result.rows("by_exit") if answer.ok else []
    if rows:
        counted = [f"{turn.words.label('answer.exit', each.text('label'))} {each.count('trades')}" for each in rows]
        yield Say(turn.words.say("answer.exits", exits=turn.words.say("comma").join(counted)))


def _deployment_idle(turn: GuidedTurn, deployment_id: str) -> Script:
    answer = yield from use("trading", "get_deployment", deployment_id=deployment_id)
    if not answer.ok:
        yield Say(turn.words.say("answer.no_fact"))
        return
    result, words = answer.result, turn.words
    state, mode = words.label("state", result.text("state")), words.label("mode", result.text("mode"))
    yield Say(words.say("answer.deployment_state", state=state, mode=mode))
    for reason in _held_up(turn, result):
        yield Say(f"- {reason}")
    yield from _readiness(turn)
    yield from _blocked_orders(turn, deployment_id)
    yield from _entry_rules(turn)


def _held_up(turn: GuidedTurn, result: JsonView) -> Iterator[str]:
    """What the deployment itself says of why it opens nothing, and what it last saw."""
    words, money = turn.words, result.at("money")
    if result.at("kill_switch").value is not None:
        yield render(blocked_because(SwitchIsOn.code), turn.language)
        if reason := result.text("kill_switch", "reason"):
            yield words.say("answer.switch_reason", reason=reason)
    if result.text("blocker"):
        yield render(blocked_because(result.text("blocker")), turn.language)
    if money.text("stopped"):
        yield words.say("answer.stopped", reason=money.text("stopped"))
    if money.value is None:
        yield words.say("answer.never_started")
    elif money.text("last_bar"):
        yield words.say("answer.last_bar", bar=money.text("last_bar")[:16].replace("T", " "))
    else:
        yield render(blocked_because(FIRST_BAR), turn.language)
    signals = result.rows("signals")
    if not signals:
        yield words.say("answer.no_signal_yet")
    for each in signals[:1]:
        yield words.say("answer.last_signal", bar=each.text("bar")[:10], symbol=each.text("symbol"))


def _readiness(turn: GuidedTurn) -> Script:
    """What stands in the way, in the words of readiness; nothing where all is right or it cannot be asked."""
    if not turn.grants("trading", "readiness"):
        return
    answer = yield from use("trading", "readiness", strategy_id=turn.known("strategy", "strategy_id"))
    blocked = [each for each in answer.result.rows("checks") if each.text("status") != "ok"] if answer.ok else []
    if blocked:
        yield Say("\n".join(f"- {checked(turn, each)}" for each in blocked))
    elif answer.ok:
        yield Say(turn.words.say("answer.nothing_blocks"))


def _blocked_orders(turn: GuidedTurn, deployment_id: str) -> Script:
    answer = yield from use("trading", "orders", deployment_id=deployment_id, limit=10)
    held = [each for each in answer.result.rows("orders") if each.text("status") in ("blocked", "rejected")]
    for each in held[:3]:
        status = turn.words.label("status", each.text("status"))
        yield Say(turn.words.say("answer.order_held", symbol=each.text("symbol"), status=status, why=each.text("why")))


def verdict_explained(turn: GuidedTurn) -> Script:
    if turn.phase == "strategy" and turn.state.text("backtest", "status") == "failed":
        yield from _failed_backtest(turn)
        return
    report = yield from read_stress_report(turn)
    if report is None:
        yield Say(turn.words.say("answer.not_stressed"))
        return
    verdict = turn.words.label("verdict", report.text("verdict") or "none")
    yield Say(turn.words.say("answer.verdict", source=stress_source(turn, report), verdict=verdict))
    shown = report.rows("reasons")[:_MOST_REASONS]
    reasons = [f"- {each.text('told', turn.language)} {each.text('change', turn.language)}" for each in shown]
    yield Say("\n".join(reasons) if reasons else turn.words.say("answer.no_reasons"))


def _failed_backtest(turn: GuidedTurn) -> Script:
    job = yield from use("backtest", "get_job", backtest_job_id=turn.known("backtest", "backtest_job_id"))
    yield Say(turn.words.say("backtest_failed", reason=job.result.text("failure")))


def promise_refused(turn: GuidedTurn) -> Script:
    """No promise, with what was measured beside it."""
    yield Say(turn.words.say("answer.no_promise"))
    yield from describe_measured(turn)


def describe_measured(turn: GuidedTurn) -> Script:
    """What the backtest and the stress test came to, or that there is neither yet."""
    backtest = yield from read_backtest(turn)
    report = yield from read_stress_report(turn)
    if backtest is not None:
        yield Say(_result(turn, backtest))
    if report is not None:
        verdict = turn.words.label("verdict", report.text("verdict") or "none")
        yield Say(turn.words.say("answer.verdict", source=stress_source(turn, report), verdict=verdict))
    for world in report.rows("monte_carlo")[:1] if report is not None else []:
        yield Say(turn.words.say("answer.paths_lost", share=percent(world.number("loss_share", "value"))))
    if backtest is None and report is None:
        yield Say(turn.words.say("answer.nothing_measured"))


def _result(turn: GuidedTurn, found: MeasuredBacktest) -> str:
    figures = found.figures
    low, high = figures.number("sharpe", "low"), figures.number("sharpe", "high")
    said = turn.words.say(
        "answer.result",
        source=found.source,
        total=percent(figures.number("total_return")),
        benchmark=percent(figures.number("benchmark_return")),
        drawdown=percent(figures.number("max_drawdown")),
        trades=figures.count("trades"),
    )
    if low is None or high is None:
        return said
    luck = "answer.may_be_luck" if low <= 0 <= high else "answer.sharpe_range"
    between = "" if turn.language is Language.ZH else " "
    return f"{said}{between}{turn.words.say(luck, low=figure(low), high=figure(high))}"
