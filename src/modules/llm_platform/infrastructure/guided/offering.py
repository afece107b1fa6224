"""Research on an instrument without data: the offer to fetch it, and the way on when that was accepted."""

from collections.abc import Sequence
from dataclasses import asdict

from packages.contracts.sentences import recalled_field
from packages.core.messages import in_language
from packages.domain.conversation.fetch_option import fetch_option
from packages.domain.conversation.understanding.message.buttons import RESEARCH_CHOICE
from packages.domain.conversation.understanding.model import FailedFetch
from src.modules.llm_platform.infrastructure.guided.common import asked_again, failed
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    Say,
    Script,
    Show,
    ToolAnswer,
    change,
    use,
)


def offered(turn: GuidedTurn, symbols: Sequence[str]) -> Script:
    """A button for each instrument that is meant; it is fetched, and the research continues."""
    said = "research_no_data" if len(symbols) == 1 else "research_several"
    question = turn.words.say(said, symbol=turn.words.say("comma").join(symbols))
    yield Say(question)
    yield _choice(
        turn, question, [asdict(fetch_option(symbol, turn.language, for_research=True)) for symbol in symbols]
    )


def refused(turn: GuidedTurn, answer: ToolAnswer) -> Script:
    """Research that was not begun: with an offer where data can be fetched, or with what the sources need."""
    missing = answer.result.texts("error", "details", "missing_data", "symbols")
    real = [symbol for symbol in missing if not symbol.startswith("DEMO")]
    if real:
        yield from offered(turn, real)
        return
    if answer.code == "no_source_ready":
        yield Say(answer.said("message", turn.language))
        yield Say(turn.words.say("research_import"))
    else:
        yield from failed(turn, answer)
    yield from asked_again(turn)


def fetched(turn: GuidedTurn, symbol: str, begun: str = "research_fetch_begun") -> Script:
    """The fetch is begun; its card follows it, and what `begun` says comes when the data are there."""
    answer = yield from change("market_data", "fetch_missing", symbol=symbol)
    if not answer.ok:
        yield from failed(turn, answer)
        yield from asked_again(turn)
        return
    yield Say(turn.words.say(begun, symbol=symbol))
    yield from asked_again(turn)


def fetch_failed(turn: GuidedTurn, failed_fetch: FailedFetch) -> Script:
    """That it failed, why, and what to do: try again, or bring a file."""
    answer = yield from use("market_data", "job", job_id=failed_fetch.job_id)
    reason = in_language(recalled_field(answer.result.mapping(), "error"), turn.language) if answer.ok else ""
    symbol = failed_fetch.symbol
    yield Say(turn.words.say("fetch_failed", symbol=symbol, reason=reason or turn.words.say("fetch_failed.unsaid")))
    yield Say(turn.words.say("fetch_import"))
    if failed_fetch.for_research:
        question = turn.words.say("ask.fetch_again", symbol=symbol)
        yield _choice(turn, question, [asdict(fetch_option(symbol, turn.language, for_research=True))])
    else:
        yield from asked_again(turn)


def _choice(turn: GuidedTurn, question: str, options: Sequence[object]) -> Show:
    """With the way on for who would rather not."""
    card = {"type": "choice_prompt", "choice_id": RESEARCH_CHOICE, "question": question}
    not_now = {"id": "continue", "label": turn.words.say("option.not_now")}
    return Show({**card, "options": [*options, not_now]})
