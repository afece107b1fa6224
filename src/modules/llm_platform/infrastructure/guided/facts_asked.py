"""Questions of what is at hand: the best trade, holding times, prices, data, one rule, the time left, fees."""

from packages.domain.backtest.terms import Costs, usual_costs
from packages.domain.market_data.symbols import Market
from src.modules.llm_platform.infrastructure.guided.common import WORKING, failed
from src.modules.llm_platform.infrastructure.guided.measured import Reading, read_backtest
from src.modules.llm_platform.infrastructure.guided.provenance import source_named, trade_sentence
from src.modules.llm_platform.infrastructure.guided.reasons import read_rules, rule_sentences
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script, amount, percent, use


def against_holding(turn: GuidedTurn) -> Script:
    """The rules and buying and holding side by side, as the backtest measured them."""
    found = yield from read_backtest(turn)
    if found is None:
        yield Say(turn.words.say("answer.holding_not_measured"))
        return
    figures = found.figures
    excess = figures.number("excess_return") or 0.0
    shown = {
        "source": found.source,
        "total": percent(figures.number("total_return")),
        "benchmark": percent(figures.number("benchmark_return")),
        "drawdown": percent(figures.number("max_drawdown")),
        "benchmark_drawdown": percent(figures.number("benchmark_drawdown")),
    }
    yield Say(turn.words.say("answer.against_holding", **shown))
    yield Say(turn.words.say("answer.holding_earned_more" if excess < 0 else "answer.holding_earned_less"))


def best_trade(turn: GuidedTurn) -> Script:
    """The largest gain of the backtest, as it is stored."""
    found = yield from read_backtest(turn)
    if found is None:
        has_rules = bool(turn.known("strategy", "strategy_id"))
        yield Say(turn.words.say("answer.not_backtested" if has_rules else "answer.no_rules_yet"))
        return
    job_id = found.job.text("backtest_job_id")
    worst = yield from use("backtest", "trades", backtest_job_id=job_id, worst_first=True, limit=1)
    last = max(worst.result.count("total") - 1, 0)
    answer = yield from use("backtest", "trades", backtest_job_id=job_id, worst_first=True, offset=last, limit=1)
    trades = answer.result.rows("trades")
    if not answer.ok:
        yield from failed(turn, answer)
    elif not trades:
        yield Say(turn.words.say("answer.no_closed_trade", source=found.source))
    else:
        won = (trades[0].number("profit") or 0.0) > 0
        named = "answer.best_trade" if won else "answer.no_winning_trade"
        yield Say(trade_sentence(turn, named, trades[0], last + 1, found.source))


def holding_time(turn: GuidedTurn) -> Script:
    found = yield from read_backtest(turn)
    bars = None if found is None else found.metrics.number("all_trades", "mean_bars")
    if found is None:
        yield Say(turn.words.say("answer.not_measured_yet"))
    elif bars is None:
        yield Say(turn.words.say("answer.no_closed_trade", source=found.source))
    else:
        yield Say(turn.words.say("answer.holding_time", source=found.source, bars=f"{bars:.1f}"))


def last_price(turn: GuidedTurn) -> Script:
    """The close of the newest daily bar that is stored."""
    symbol = _symbol(turn)
    if not symbol:
        yield Say(turn.words.say("answer.no_instrument_yet"))
        return
    answer = yield from use("market_data", "candles", symbol=symbol, limit=1)
    rows = answer.result.at("rows").value
    if not answer.ok or not isinstance(rows, list) or not rows:
        yield Say(turn.words.say("answer.no_bars", symbol=symbol))
        return
    day, *_, close, _volume = rows[-1]
    shown = {"symbol": symbol, "close": amount(float(close)), "day": str(day)[:10]}
    yield Say(turn.words.say("answer.last_price", **shown, source=source_named(turn, answer.result.text("source"))))
    if answer.result.is_true("is_demo"):
        yield Say(turn.words.say("demo"))


def whether_real(turn: GuidedTurn) -> Script:
    """Where the bars of the instrument are from."""
    symbol = _symbol(turn)
    if not symbol:
        yield Say(turn.words.say("answer.no_instrument_yet"))
        return
    answer = yield from use("market_data", "coverage", symbol=symbol)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    stored = {source_named(turn, each.text("source")) for each in answer.result.rows("stored")}
    if answer.result.is_true("is_demo"):
        yield Say(turn.words.say("answer.is_invented", symbol=symbol))
    elif stored:
        yield Say(turn.words.say("answer.is_real", symbol=symbol, sources=turn.words.say("comma").join(sorted(stored))))
    else:
        yield Say(turn.words.say("answer.no_bars", symbol=symbol))


def one_rule(turn: GuidedTurn) -> Script:
    """The rule of the number that was asked for, as the strategy explains it."""
    strategy = yield from read_rules(turn)
    if strategy is None:
        yield Say(turn.words.say("answer.no_rules_yet"))
        return
    rules = rule_sentences(turn, strategy)
    asked = turn.understood.question
    place = None if asked is None else asked.rule_among(len(rules))
    if place is None:
        yield Say(turn.words.say("answer.no_such_rule", count=len(rules)))
    else:
        yield Say(turn.words.say("answer.one_rule", number=place + 1, rule=rules[place]))


def time_left(turn: GuidedTurn) -> Script:
    """How far the work is that runs; nobody knows to the minute how long it takes."""
    job = yield from _running(turn)
    if job is None:
        yield Say(turn.words.say("answer.nothing_runs"))
    else:
        yield Say(turn.words.say("answer.time_left", share=percent(job.number("progress"))))


def _running(turn: GuidedTurn) -> Reading[JsonView | None]:
    for part, tool, name in (("stress", "get", "stress_report_id"), ("backtest", "get_job", "backtest_job_id")):
        work_id = turn.known(part, name)
        if work_id and turn.state.text(part, "status") in WORKING:
            answer = yield from use(part, tool, **{name: work_id})
            if answer.ok:
                return answer.result
    return None


def _symbol(turn: GuidedTurn) -> str:
    return next(iter(turn.state.texts("strategy", "tickers")), "") or turn.scope("target_instrument")


def costs_charged(turn: GuidedTurn) -> Script:
    """Nothing where no market is settled yet."""
    market = turn.state.text("strategy", "market") or turn.scope("target_market")
    if market not in {each.value for each in Market}:
        return
    costs = usual_costs(Market(market))
    parts = [turn.words.say(f"answer.cost.{name}", amount=_shown(name, value)) for name, value in _charged(costs)]
    if parts:
        yield Say(turn.words.say("answer.costs_assumed", costs=turn.words.say("comma").join(parts)))


def _charged(costs: Costs) -> list[tuple[str, float]]:
    named = ("commission_rate", "commission_per_share", "commission_minimum", "slippage", "spread")
    return [(name, value) for name in named if (value := getattr(costs, name))]


def _shown(name: str, value: float) -> str:
    return f"{value:g}" if name in ("commission_per_share", "commission_minimum") else f"{value * 100:g}%"
