"""What several scripts do alike: say what was understood, look at work until it ends, tell what a tool refused."""

from src.modules.llm_platform.infrastructure.guided.cards import choice
from src.modules.llm_platform.infrastructure.guided.steps import Asking, Pause, Say, Script, Show, Told, use
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn

WORKING = frozenset({"queued", "pending", "running"})


def acknowledged(turn: GuidedTurn) -> Script:
    """What was read from this message, and what of it cannot be."""
    for row in turn.state.rows("understood"):
        label = row.text("label") or str(row.at("value").value)
        yield Say(turn.words.say("understood", field=turn.words.label("field", row.text("field")), label=label))
    for sentence in turn.state.texts("refused"):
        yield Say(sentence)


def puzzled(turn: GuidedTurn) -> Script:
    """Nothing came of the words: what could be said here instead."""
    yield Say(turn.words.say("not_understood"))
    yield Say(turn.words.label("help", turn.phase))


def failed(turn: GuidedTurn, told: Told) -> Script:
    """Why a tool gave nothing: its own words, in the person's language."""
    if not told.is_granted:
        yield Say(turn.words.say("not_granted"))
        return
    message = turn.words.told(told.message or told.code)
    if told.suggestion:
        message = turn.words.say("with_suggestion", message=message, suggestion=turn.words.told(told.suggestion))
    yield Say(turn.words.say("tool_failed", message=message))


def looked(domain: str, tool: str, pauses: tuple[float, ...], **arguments: object) -> Asking:
    """Looks at work until it has ended, or until patience has."""
    told = yield from use(domain, tool, **arguments)
    for seconds in pauses:
        if not told.ok or told.facts.text("status") not in WORKING:
            break
        yield Pause(seconds)
        told = yield from use(domain, tool, **arguments)
    return told


def go_on(turn: GuidedTurn, sentence: str) -> Script:
    """Says what comes next, with a button for it."""
    yield Say(turn.words.say(sentence))
    yield choice(turn, "continue", turn.words.say("ask.continue"), ("continue",))


def asked_again(turn: GuidedTurn) -> Script:
    """The open question of the phase once more, after something else was talked about."""
    asked = turn.state.mapping("next_prompt")
    is_early = turn.phase == "stress_test" and turn.state.text("stress", "status") != "done"
    if asked and not is_early:
        yield Say(str(asked.get("question", "")))
        yield Show(asked)
