"""What research says of an instrument: the research team started, waited for, and reported with its own numbers."""

from collections.abc import Generator

from packages.core.messages import message, render, word
from packages.domain.conversation.understanding.choices import AFTER_VERDICT
from packages.domain.conversation.understanding.model import Wish
from packages.domain.evidence.derivations import without_rows
from src.modules.llm_platform.infrastructure.guided.common import (
    asked_again,
    choice,
    debate_card,
    failed,
    research_report,
)
from src.modules.llm_platform.infrastructure.guided.offering import fetched, offered, refused
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Naming,
    Say,
    Script,
    Step,
    ToolAnswer,
    change,
    percent,
    use,
)

_WAIT = 2  # seconds: what takes longer is followed by its card
_FOUND = 10
_MOST_LEVELS = 4
_ENTRY = "BUY"  # the verdict that rules are drafted from


def researched(turn: GuidedTurn) -> Script:
    if not turn.grants("research", "run"):
        yield Say(turn.words.say("no_research_here"))
        yield from asked_again(turn)
    elif turn.understood.research_fetch is not None:
        yield from fetched(turn, turn.understood.research_fetch)
    elif turn.understood.wish is Wish.RESEARCH_STATUS:
        session_id = yield from _latest(turn)
        yield from _report_session(turn, session_id)
    else:
        yield from _started(turn)


def _started(turn: GuidedTurn) -> Script:
    """Where it is not certain what is meant, or there are no data of it, a question of its own takes its place."""
    symbol = yield from _symbol(turn)
    if not symbol and len(turn.understood.subjects) > 1:
        yield from offered(turn, turn.understood.subjects)
        return
    if not symbol:
        yield Say(turn.words.say("research_what"))
        yield from asked_again(turn)
        return
    answer = yield from change("research", "run", symbol=symbol, language=turn.language)
    if not answer.ok:
        yield from refused(turn, answer)
        return
    yield Say(turn.words.say("research_started", symbol=symbol))
    yield from _report_session(turn, answer.result.text("research_session_id"))


def _report_session(turn: GuidedTurn, session_id: str) -> Script:
    if session_id:
        yield from _followed(turn, session_id)
    if turn.state.rows("proposed"):
        yield Say(turn.words.say("research_proposed"))  # the card says what
    yield from asked_again(turn)


def _symbol(turn: GuidedTurn) -> Naming:
    """What the person named, found among the instruments, or else the only one that goes by it; what the conversation
    is about where nothing was named."""
    name, meant = turn.understood.subject, turn.understood.subjects
    if not name:
        return turn.scope("target_instrument")
    found = yield from use("market_data", "search", query=name, limit=_FOUND)
    stored = [row.text("symbol") for row in found.result.rows("instruments")]
    known = [symbol for symbol in meant if symbol in stored] if meant else stored[:1]
    if meant and not known:
        return meant[0] if len(meant) == 1 else ""
    return next((symbol for symbol in known if symbol == name.upper()), known[0]) if known else ""


def _latest(turn: GuidedTurn) -> Naming:
    """That of this conversation, or the person's newest."""
    known = turn.state.text("research", "research_session_id")
    if known:
        return known
    answer = yield from use("research", "sessions", limit=1)
    rows = answer.result.rows("sessions")
    if not rows:
        yield Say(turn.words.say("research_what"))
    return rows[0].text("research_session_id") if rows else ""


def _followed(turn: GuidedTurn, session_id: str) -> Script:
    answer = yield from use("research", "status", research_session_id=session_id, wait_seconds=_WAIT)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    status, symbol = answer.result.text("status"), answer.result.text("symbol")
    if status == "running":
        yield Say(turn.words.say("research_running"))
        yield research_report(session_id, symbol, status)
        return
    yield from _judged(turn, session_id)
    yield research_report(session_id, symbol, status)
    yield from _argued(turn, session_id, symbol)
    if answer.result.is_true("is_demo"):
        yield Say(turn.words.say("demo"))


def _argued(turn: GuidedTurn, session_id: str, symbol: str) -> Script:
    answer = yield from use("research", "debate", research_session_id=session_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    yield Say(turn.words.say("bull", thesis=without_rows(answer.result.text("bull", "thesis"))))
    yield Say(turn.words.say("bear", thesis=without_rows(answer.result.text("bear", "thesis"))))
    yield debate_card(session_id, symbol)


def _judged(turn: GuidedTurn, session_id: str) -> Script:
    answer = yield from use("research", "verdict", research_session_id=session_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    verdict: JsonView = answer.result
    yield from _called(turn, verdict)
    for warning in verdict.texts("risk_warnings")[:3]:
        yield Say(f"- {without_rows(warning)}")
    yield Say(turn.words.say("opinion"))
    if verdict.text("action") != _ENTRY:
        yield from _no_entry(turn, verdict)


def _called(turn: GuidedTurn, verdict: JsonView) -> Script:
    """Where there is no call there are no figures, but a reason."""
    reason = verdict.text("no_call_reason")
    if reason:
        yield Say(turn.words.say("judge_no_call", reason=word("no_call_reason", reason)))
        return
    yield Say(
        turn.words.say(
            "judge",
            action=turn.words.label("action", verdict.text("action")),
            probability=percent(verdict.number("probability")),
            days=verdict.count("time_horizon"),
            benchmark=verdict.text("benchmark") or "—",
            confidence=percent(verdict.number("confidence")),
        )
    )


def no_rules_of_it(turn: GuidedTurn) -> Generator[Step, ToolAnswer | None, bool]:
    """For who wants the last research as rules: whether its verdict gives no entry, which is then said."""
    session_id = turn.state.text("research", "research_session_id")
    answer = yield from use("research", "verdict", research_session_id=session_id)
    if not answer.ok or answer.result.text("action") == _ENTRY:
        return False
    yield from _no_entry(turn, answer.result)
    yield from asked_again(turn)
    return True


def _no_entry(turn: GuidedTurn, verdict: JsonView) -> Script:
    """Why no strategy follows, what to watch instead, and what can be done."""
    reason = f"strategy.from_research.refused.{verdict.text('action').lower()}_long"
    yield Say(render(message(reason, symbol=verdict.text("symbol")), turn.language))
    levels = [without_rows(each) for each in verdict.texts("invalidation_triggers")[:_MOST_LEVELS]]
    levels += [
        turn.words.say(f"level.{name}", price=price)
        for name in ("stop_loss", "take_profit")
        if (price := verdict.text(name, "value"))
    ]
    if levels:
        yield Say(turn.words.say("research_watch"))
        yield Say("\n".join(f"- {each}" for each in levels))
    yield choice(turn, AFTER_VERDICT, turn.words.say("ask.after_verdict"), (Wish.WRITE_RULES, Wish.RESEARCH_ANOTHER))
