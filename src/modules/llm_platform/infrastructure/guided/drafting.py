"""Writing a strategy: a template of the family, fitted, explained, changed on request, confirmed and backtested."""

from packages.domain.conversation.understanding.consent import BEGIN_BACKTEST, consents, waits
from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import (
    WORKING,
    acknowledged,
    backtest_charts,
    choice,
    failed,
    go_on,
    is_unread,
    left_for_scope,
    not_begun,
    polled,
    prompt,
    puzzled,
    waits_for_a_word,
    why_failed,
)
from src.modules.llm_platform.infrastructure.guided.offering import fetched
from src.modules.llm_platform.infrastructure.guided.reasons import NO_TRADE_BECAUSE
from src.modules.llm_platform.infrastructure.guided.rule_talk import (
    CONFIRMED,
    checked_and_saved,
    listed_rules,
    shown,
    to_confirm,
)
from src.modules.llm_platform.infrastructure.guided.rules_in_words import edited, rules_in_words
from src.modules.llm_platform.infrastructure.guided.tuning import CHANGES, tuned
from src.modules.llm_platform.infrastructure.guided.turn import (
    Asking,
    GuidedTurn,
    JsonView,
    Naming,
    Patch,
    Say,
    Script,
    Show,
    ToolAnswer,
    change,
    figure,
    percent,
    use,
)
from src.modules.llm_platform.infrastructure.guided.undoing import undone

_INSTRUMENT = "target_instrument"
_WAITS = (0.3, 0.7, 1.0)  # seconds: most are over by then
_WAYS_ON = (Wish.REVISE, Wish.NEW_SCOPE, Wish.CONTINUE)  # from rules that never traded


def backtested(turn: GuidedTurn, strategy_id: str) -> Script:
    job_id = turn.known("backtest", "backtest_job_id")
    status = turn.state.text("backtest", "status") or turn.value("backtest_status")
    is_new = not job_id or (status == "failed" and Wish.AGAIN in turn.understood.wishes)
    if is_new and not (turn.answer(CONFIRMED) == "true" or consents(turn.understood, BEGIN_BACKTEST)):
        yield from not_begun(turn)
        return
    if is_new:
        job_id = yield from _started(turn, strategy_id)
        if not job_id:
            return
    elif is_unread(turn):
        yield from puzzled(turn)
    answer = yield from polled("backtest", "get_job", _WAITS, backtest_job_id=job_id)
    if not answer.ok:
        yield from failed(turn, answer)
    elif answer.result.text("status") in WORKING:
        if is_new:
            yield Say(turn.words.say("backtest_started"))
        yield Say(turn.words.say("backtest_running"))
        if is_new:
            yield backtest_charts(job_id, strategy_id)
    elif answer.result.text("status") == "failed":
        yield Say(turn.words.say("backtest_failed", reason=why_failed(turn, answer.result)))
        yield choice(turn, "change", turn.words.say("ask.change"), ("again", Wish.LONGER, Wish.SHORTER))
    else:
        yield from _explained(turn, job_id, strategy_id, answer.result)


def _started(turn: GuidedTurn, strategy_id: str) -> Naming:
    if not turn.grants("backtest", "create_job"):
        yield from go_on(turn, "backtest_next")
        return ""
    answer = yield from change("backtest", "create_job", strategy_id=strategy_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return ""
    job_id = answer.result.text("backtest_job_id")
    yield Patch({"backtest_job_id": job_id})
    return job_id


def _explained(turn: GuidedTurn, job_id: str, strategy_id: str, result: JsonView) -> Script:
    figures = result.at("figures")
    if figures.count("trades") == 0:
        yield from _never_traded(turn, job_id, strategy_id, result)
        return
    yield Say(
        turn.words.say(
            "backtest_figures",
            total=percent(figures.number("total_return")),
            benchmark=percent(figures.number("benchmark_return")),
            drawdown=percent(figures.number("max_drawdown")),
            benchmark_drawdown=percent(figures.number("benchmark_drawdown")),
            trades=figures.count("trades"),
            sharpe=figure(figures.number("sharpe", "value")),
            low=figure(figures.number("sharpe", "low")),
            high=figure(figures.number("sharpe", "high")),
            trials=result.count("trials"),
        )
    )
    yield Say(result.text("summary", turn.language))
    if "demo" in result.texts("data_sources"):
        yield Say(turn.words.say("demo"))
    yield backtest_charts(job_id, strategy_id)
    yield Say(turn.words.say("after_backtest"))
    yield choice(turn, "continue", turn.words.say("ask.after_backtest"), ("continue", Wish.REVISE))


def _never_traded(turn: GuidedTurn, job_id: str, strategy_id: str, result: JsonView) -> Script:
    """Why nothing was bought, where that is known, and the ways on: to rules that trade first."""
    yield Say(turn.words.say("no_trades"))
    for warning in result.texts("warnings"):
        if warning in NO_TRADE_BECAUSE:
            yield Say(turn.words.say(f"answer.{warning}"))
    yield backtest_charts(job_id, strategy_id)
    yield choice(turn, "continue", turn.words.say("ask.never_traded"), _WAYS_ON)


_READING = (
    Wish.CONTINUE,
    Wish.YES,
    Wish.RULES,
    Wish.TAKE_UP,
    Wish.AGAIN,
    Wish.REVISE,
)  # after these the rules are shown


def drafted(turn: GuidedTurn) -> Script:
    """For `strategy`."""
    if turn.state.text("stopped"):
        yield Say(turn.words.say("stopped.backtest"))
        return
    yield from acknowledged(turn)
    strategy_id = turn.known("strategy", "strategy_id")
    if turn.state.text("undo"):
        yield from undone(turn, strategy_id)
        return
    if waits_for_a_word(turn):
        return
    if turn.understood.fetch is not None:
        yield from fetched(turn, turn.understood.fetch, "fetch_begun_here")
    elif Wish.NEW_SCOPE in turn.understood.wishes or turn.understood.goes_back:
        yield from left_for_scope(turn)
    elif turn.state.is_true("agreed_to_others"):
        yield Say(turn.words.say("rules_changed_since"))
        yield from shown(turn, strategy_id)
    elif turn.state.mapping("spoken_rules"):
        yield from rules_in_words(turn, strategy_id)
    elif not strategy_id:
        wanted = consents(turn.understood, frozenset(_READING)) or turn.state.is_true("template")
        yield from _draft(turn) if wanted else not_begun(turn)
    else:
        yield from _talked_of(turn, strategy_id)


def _talked_of(turn: GuidedTurn, strategy_id: str) -> Script:
    """Rules that there are."""
    wish = turn.understood.wish
    if turn.state.mapping("spoken_edit"):
        yield from edited(turn, strategy_id)
    elif wish is not None and wish in CHANGES:
        yield from tuned(turn, strategy_id, wish)
    else:
        yield from _decided(turn, strategy_id)


def _decided(turn: GuidedTurn, strategy_id: str) -> Script:
    if _is_confirmed(turn):
        yield from backtested(turn, strategy_id)
    elif _is_refused(turn):
        if is_unread(turn) and not turn.answer(CONFIRMED):
            yield from puzzled(turn)
        else:
            yield Say(turn.words.say("what_to_change"))
        yield choice(turn, "change", turn.words.say("ask.change"), tuple(CHANGES))
    elif turn.understood.wish in _READING:
        yield from shown(turn, strategy_id)
    elif _INSTRUMENT in turn.understood.answers:  # whose data were fetched
        yield from _fetch_ended(turn, strategy_id, turn.understood.answers[_INSTRUMENT])
    else:
        yield from _unanswered(turn)
        yield prompt(turn, CONFIRMED, ("true", "false"))


def _fetch_ended(turn: GuidedTurn, strategy_id: str, symbol: str) -> Script:
    """Rules that trade something else do not move by themselves."""
    yield Say(turn.words.say("fetch_ended", symbol=symbol))
    if symbol in turn.state.texts("strategy", "tickers"):
        yield from shown(turn, strategy_id)
        return
    option = {"id": "apply_edit", "label": turn.words.say("draft.switch_to", symbol=symbol)}
    question = turn.words.say("draft.ask_change")
    yield Show({"type": "choice_prompt", "choice_id": "change", "question": question, "options": [option]})


def _unanswered(turn: GuidedTurn) -> Script:
    """ "hold on" is a pause, and nothing about positions."""
    if waits(turn.understood):
        yield Say(turn.words.say("waiting"))
    elif Wish.STRESS_TEST in turn.understood.wishes:
        yield Say(turn.words.say("stress_after_confirming"))
    elif Wish.BACKTEST in turn.understood.wishes:
        yield Say(turn.words.say("backtest_after_confirming"))
    else:
        yield from puzzled(turn)


def _is_confirmed(turn: GuidedTurn) -> bool:
    return "true" in (turn.value(CONFIRMED), turn.answer(CONFIRMED).lower())


def _is_refused(turn: GuidedTurn) -> bool:
    return "false" in (turn.value(CONFIRMED), turn.answer(CONFIRMED).lower())


def _draft(turn: GuidedTurn) -> Script:
    fitted = yield from _template(turn)
    if not fitted.ok:
        yield from failed(turn, fitted)
        return
    dsl = fitted.result.mapping("template", "dsl")
    saved = yield from checked_and_saved(turn, dsl)
    if saved is None:
        return
    yield Say(turn.words.say("drafted", name=saved.result.text("name")))
    yield from listed_rules(saved.sentences)
    yield from _how_often(fitted)
    yield from to_confirm(turn, saved.result, dsl)


def _how_often(fitted: ToolAnswer) -> Script:
    traded = fitted.result.text("template", "traded")
    if traded:
        yield Say(traded)


def _template(turn: GuidedTurn) -> Asking:
    """Fitted to bars that are stored: the usual timeframe of the holding period, or another that it can have."""
    symbol, holding = turn.scope("target_instrument"), turn.scope("holding_period_bucket") or None
    wanted = {"family": turn.scope("strategy_family_choice"), "symbol": symbol, "holding_period": holding}
    answer = yield from use("strategy", "templates", **wanted, language=turn.language)
    if not answer.ok:
        return answer
    why_not = answer.result.text("template", "why_not")
    if why_not:
        reason = turn.words.say("not_offered", reason=why_not)
        return ToolAnswer(False, JsonView({"error": {"message": reason}}))
    usual, *_ = [*answer.result.texts("template", "timeframes"), ""]
    fitted = answer.result.text("template", "timeframe")
    if fitted != usual:
        yield Say(turn.words.say("other_timeframe", usual=usual, timeframe=fitted, symbol=symbol))
    return answer
