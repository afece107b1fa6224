"""What the desk thinks of an instrument: the research team started, waited for, and reported with its own numbers."""

from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import (
    asked_again,
    debate_card,
    failed,
    polled,
    research_report,
)
from src.modules.llm_platform.infrastructure.guided.turn import (
    Facts,
    GuidedTurn,
    Naming,
    Say,
    Script,
    change,
    percent,
    use,
)

_WAIT = 15  # seconds that one poll waits for the end
_PAUSES = (0.0, 0.0)


def researched(turn: GuidedTurn) -> Script:
    if not turn.grants("research", "run"):
        yield Say(turn.words.say("no_research_here"))
        yield from asked_again(turn)
        return
    session_id = yield from (_latest(turn) if turn.understood.wish is Wish.RESEARCH_STATUS else _started(turn))
    if session_id:
        yield from _followed(turn, session_id)
    yield from asked_again(turn)


def _started(turn: GuidedTurn) -> Naming:
    symbol = yield from _symbol(turn)
    if not symbol:
        yield Say(turn.words.say("research_what"))
        return ""
    answer = yield from change("research", "run", symbol=symbol, language=turn.language)
    if not answer.ok:
        yield from failed(turn, answer)
        return ""
    yield Say(turn.words.say("research_started", symbol=symbol))
    return answer.facts.text("research_session_id")


def _symbol(turn: GuidedTurn) -> Naming:
    """What the person named, found among the instruments; what the conversation is about where nothing was."""
    name = turn.understood.subject
    if not name:
        return turn.scope("target_instrument")
    found = yield from use("market_data", "search", query=name, limit=1)
    rows = found.facts.rows("instruments")
    return rows[0].text("symbol") if rows else ""


def _latest(turn: GuidedTurn) -> Naming:
    answer = yield from use("research", "sessions", limit=1)
    rows = answer.facts.rows("sessions")
    if not rows:
        yield Say(turn.words.say("research_what"))
    return rows[0].text("research_session_id") if rows else ""


def _followed(turn: GuidedTurn, session_id: str) -> Script:
    answer = yield from polled("research", "status", _PAUSES, research_session_id=session_id, wait_seconds=_WAIT)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    status, symbol = answer.facts.text("status"), answer.facts.text("symbol")
    yield research_report(session_id, symbol, status)
    if status == "running":
        done, all_stages = answer.facts.count("done"), len(answer.facts.rows("stages"))
        yield Say(turn.words.say("research_running", done=done, stages=all_stages))
        return
    if answer.facts.is_true("is_demo"):
        yield Say(turn.words.say("demo"))
    yield from _argued(turn, session_id, symbol)
    yield from _judged(turn, session_id)


def _argued(turn: GuidedTurn, session_id: str, symbol: str) -> Script:
    answer = yield from use("research", "debate", research_session_id=session_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    yield Say(turn.words.say("bull", thesis=answer.facts.text("bull", "thesis")))
    yield Say(turn.words.say("bear", thesis=answer.facts.text("bear", "thesis")))
    yield debate_card(session_id, symbol)


def _judged(turn: GuidedTurn, session_id: str) -> Script:
    answer = yield from use("research", "verdict", research_session_id=session_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    verdict: Facts = answer.facts
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
    for warning in verdict.texts("risk_warnings")[:3]:
        yield Say(f"- {warning}")
    yield Say(turn.words.say("opinion"))
