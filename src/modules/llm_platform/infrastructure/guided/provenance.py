"""Where things come from: the research behind a rule, the variants tried, the newest bar, the worst fall and trade."""

from collections.abc import Sequence

from packages.core.messages import Param
from src.modules.llm_platform.infrastructure.guided.common import failed
from src.modules.llm_platform.infrastructure.guided.measured import read_backtest
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script, amount, percent, use

_MOST_BARS = 6
_OWN_SOURCES = frozenset({"demo", "import"})  # sources that are no vendor


def rule_explained(turn: GuidedTurn) -> Script:
    """The claims of the research that the rule stands on, in its own words; or that it stands on none."""
    strategy_id = turn.known("strategy", "strategy_id")
    if not strategy_id:
        yield Say(turn.words.say("answer.no_rules_yet"))
        return
    answer = yield from use("strategy", "origins", strategy_id=strategy_id, language=turn.language)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    question = turn.understood.question
    asked = () if question is None else question.clauses
    clauses = [each for each in answer.result.rows("clauses") if not asked or each.text("kind") in asked]
    if not clauses:
        is_from_research = bool(answer.result.text("research_session_id"))
        yield Say(turn.words.say("answer.rule_changed_since" if is_from_research else "answer.rule_of_no_research"))
        return
    source = turn.words.say("answer.source.research", symbol=answer.result.text("symbol"))
    yield Say(turn.words.say("answer.rule_from_research", source=source))
    yield Say("\n".join(f"- {_standing(turn, each, answer.result)}" for each in clauses))


def _standing(turn: GuidedTurn, clause: JsonView, origins: JsonView) -> str:
    """Why it is a rule, the claims, and whether newer research still bears them out."""
    wanted = clause.texts("claim_ids")
    claims = [each.text("text") for each in origins.rows("claims") if each.text("id") in wanted]
    said = turn.words.say("answer.clause", why=clause.text("why"), claims=turn.words.say("comma").join(claims))
    return said if clause.is_true("holds") else turn.words.say("answer.clause_fallen", clause=said)


def trials_counted(turn: GuidedTurn) -> Script:
    backtest = yield from read_backtest(turn)
    if backtest is None:
        yield Say(turn.words.say("answer.no_trials"))
        return
    yield Say(turn.words.say("answer.trials", source=backtest.source, trials=backtest.job.count("trials")))


def newest_bar(turn: GuidedTurn) -> Script:
    """Of the instrument that the rules trade or the scope names, for each length of bars that is stored."""
    traded = turn.state.texts("strategy", "tickers")
    symbol = next(iter(traded), "") or turn.scope("target_instrument")
    if not symbol:
        yield Say(turn.words.say("answer.no_instrument_yet"))
        return
    answer = yield from use("market_data", "coverage", symbol=symbol)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    stored = _newest_of(answer.result.rows("stored"), turn.state.text("strategy", "timeframe"))
    if not stored:
        yield Say(turn.words.say("answer.no_bars", symbol=symbol))
        return
    yield Say("\n".join(_bar(turn, symbol, each) for each in stored[:_MOST_BARS]))
    if answer.result.is_true("is_demo"):
        yield Say(turn.words.say("demo"))


def period_covered(turn: GuidedTurn) -> Script:
    """From when to when bars are stored, and which of them the backtest ran over."""
    symbol = next(iter(turn.state.texts("strategy", "tickers")), "") or turn.scope("target_instrument")
    backtest = yield from read_backtest(turn)
    if backtest is not None:
        yield Say(turn.words.say("answer.period_tested", source=backtest.source))
    if not symbol:
        yield Say(turn.words.say("answer.no_instrument_yet"))
        return
    answer = yield from use("market_data", "coverage", symbol=symbol)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    stored = _newest_of(answer.result.rows("stored"), turn.state.text("strategy", "timeframe"))
    sentences = [_stretch(turn, symbol, each) for each in stored[:_MOST_BARS]]
    yield Say("\n".join(sentences) or turn.words.say("answer.no_bars", symbol=symbol))


def _stretch(turn: GuidedTurn, symbol: str, stored: JsonView) -> str:
    days = {name: stored.text(name)[:10] for name in ("first", "last")}
    words = {"symbol": symbol, "timeframe": stored.text("timeframe"), **days}
    return turn.words.say("answer.period_stored", **words, source=source_named(turn, stored.text("source")))


def _newest_of(stored: Sequence[JsonView], timeframe: str) -> list[JsonView]:
    """One for each length of bars; only that of the rules where they have one."""
    newest: dict[str, JsonView] = {}
    for each in sorted(stored, key=lambda one: one.text("last")):
        newest[each.text("timeframe")] = each
    return [newest[timeframe]] if timeframe in newest else list(newest.values())


def _bar(turn: GuidedTurn, symbol: str, stored: JsonView) -> str:
    last = stored.text("last").replace("T", " ")[:16]
    words = {"symbol": symbol, "timeframe": stored.text("timeframe"), "last": last}
    return turn.words.say("answer.newest_bar", **words, source=source_named(turn, stored.text("source")))


def source_named(turn: GuidedTurn, source: str) -> str:
    """A vendor keeps its name."""
    name = source.partition(":")[0]
    return turn.words.say(f"answer.source.{name}") if name in _OWN_SOURCES else name


def worst_fall(turn: GuidedTurn) -> Script:
    """When the deepest fall of the backtest began, where it ended, and whether it was made up."""
    backtest = yield from read_backtest(turn)
    if backtest is None:
        yield Say(turn.words.say("answer.nothing_measured"))
        return
    answer = yield from use("backtest", "drawdowns", backtest_job_id=backtest.job.text("backtest_job_id"))
    if not answer.ok:
        yield from failed(turn, answer)
        return
    falls = answer.result.rows("drawdowns")
    if not falls:
        yield Say(turn.words.say("answer.no_fall", source=backtest.source))
        return
    worst = falls[0]
    days = {name: worst.text(name)[:10] for name in ("peak", "trough", "recovered")}
    shown = {"source": backtest.source, "depth": percent(worst.number("depth")), **days}
    yield Say(turn.words.say("answer.worst_fall" if days["recovered"] else "answer.worst_fall_open", **shown))


def worst_trade(turn: GuidedTurn) -> Script:
    """The largest loss of the backtest, as it is stored."""
    backtest = yield from read_backtest(turn)
    if backtest is None:
        has_rules = bool(turn.known("strategy", "strategy_id"))
        yield Say(turn.words.say("answer.not_backtested" if has_rules else "answer.no_rules_yet"))
        return
    job_id = backtest.job.text("backtest_job_id")
    answer = yield from use("backtest", "trades", backtest_job_id=job_id, worst_first=True, limit=1)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    trades = answer.result.rows("trades")
    if not trades:
        yield Say(turn.words.say("answer.no_closed_trade", source=backtest.source))
        return
    profit = trades[0].number("profit")
    named = "answer.worst_trade" if profit is not None and profit < 0 else "answer.no_losing_trade"
    yield Say(trade_sentence(turn, named, trades[0], answer.result.count("total"), backtest.source))


def trade_sentence(turn: GuidedTurn, named: str, trade: JsonView, total: int, source: str) -> str:
    shown: dict[str, Param] = {
        "source": source,
        "total": total,
        "number": trade.count("number"),
        "ticker": trade.text("ticker"),
        "direction": turn.words.label("answer.direction", trade.text("direction")),
        "entry_at": trade.text("entry_at")[:10],
        "entry": amount(trade.number("entry_price")),
        "exit_at": trade.text("exit_at")[:10],
        "exit": amount(trade.number("exit_price")),
        "reason": turn.words.label("answer.exit", trade.text("exit_reason")),
        "profit": amount(trade.number("profit")),
        "share": percent(trade.number("return")),
    }
    return turn.words.say(named, **shown)
