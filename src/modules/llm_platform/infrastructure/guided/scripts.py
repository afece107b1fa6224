"""Which script answers a turn: what every phase answers alike, then a question's, then the phase's own."""

from collections.abc import Callable, Mapping

from packages.domain.conversation.understanding.consent import waits
from packages.domain.conversation.understanding.model import MessageIntent, Wish
from src.modules.llm_platform.infrastructure.guided.answering import (
    answer_to,
    is_asked,
    is_more_than_asked,
    terms_beside,
)
from src.modules.llm_platform.infrastructure.guided.anywhere import said_anywhere
from src.modules.llm_platform.infrastructure.guided.common import acknowledged, asked_again, early_work, go_on, puzzled
from src.modules.llm_platform.infrastructure.guided.deploying import deployed
from src.modules.llm_platform.infrastructure.guided.drafting import drafted
from src.modules.llm_platform.infrastructure.guided.replaying import replayed
from src.modules.llm_platform.infrastructure.guided.researching import no_rules_of_it, researched
from src.modules.llm_platform.infrastructure.guided.stressing import stressed
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script, Show
from src.modules.llm_platform.infrastructure.guided.watching import watched


def script_of(turn: GuidedTurn) -> Script:
    if turn.notice:
        yield Say(turn.notice)
    yield from _scripted(turn)


def _scripted(turn: GuidedTurn) -> Script:
    everywhere = said_anywhere(turn)
    if everywhere is not None:
        return everywhere
    if not is_asked(turn):
        return _acted(turn)
    if is_more_than_asked(turn):
        return _answered_beside(turn)
    return answer_to(turn) or _acted(turn)


def _answered_beside(turn: GuidedTurn) -> Script:
    yield from terms_beside(turn)
    yield from _acted(turn)


def _acted(turn: GuidedTurn) -> Script:
    if turn.understood.research_fetch is not None:
        return researched(turn)
    match turn.understood.wish:
        case Wish.HELP:
            return helped(turn)
        case Wish.TAKE_UP if turn.state.text("research", "status") in ("completed", "partial"):
            return taken_up(turn)
        case Wish.TAKE_UP if not turn.known("strategy", "strategy_id"):
            return not_researched(turn)
        case (Wish.RESEARCH_ANOTHER | Wish.WRITE_RULES) as wish:
            return said_how(turn, f"how.{wish}")
        case Wish.RESEARCH | Wish.RESEARCH_STATUS:
            return researched(turn)
        case _ if Wish.REPLAY in turn.understood.wishes:
            return replayed(turn)
        case None if turn.understood.intent is MessageIntent.SMALL_TALK and turn.phase not in _QUESTIONS:
            return said_how(turn, "small_talk")
        case _:
            return _PHASES.get(turn.phase, helped)(turn)


def helped(turn: GuidedTurn) -> Script:
    """What can be said here, and the open question once more."""
    yield Say(turn.words.say("help"))
    yield Say(turn.words.label("help", turn.phase))
    yield from asked_again(turn)


def taken_up(turn: GuidedTurn) -> Script:
    """The rules that research gave, or why it gives none."""
    if (yield from no_rules_of_it(turn)):
        return
    yield from _PHASES.get(turn.phase, helped)(turn) if turn.known("strategy", "strategy_id") else not_researched(turn)


def said_how(turn: GuidedTurn, words: str) -> Script:
    """What to say next, for who pressed a button that leads on in words."""
    yield Say(turn.words.say(words))
    yield from asked_again(turn)


def not_researched(turn: GuidedTurn) -> Script:
    """Rules from research were asked for, and there is none that has ended, or no answers about the person yet."""
    yield Say(turn.words.say("take_up_what"))
    yield from asked_again(turn)


def asked(turn: GuidedTurn) -> Script:
    """For `kyc` and `pre_strategy`: the handler has read the answers, here the next question is put."""
    if turn.state.is_true("redo_kyc"):
        yield Say(turn.words.say("back.kyc"))
        return
    yield from _greeted(turn) if turn.is_first else _heard(turn)
    if turn.understood.idea:
        yield Say(turn.words.say("idea_kept_first" if turn.phase == "kyc" else "idea_kept"))
    yield from acknowledged(turn)
    yield from _ruled_out(turn)
    yield from _kept_for_later(turn)
    if _is_settled(turn):
        yield from _settled(turn)
    elif _is_all_proposed(turn):
        yield Show(turn.state.mapping("next_prompt"))
    elif turn.state.mapping("next_prompt"):
        yield from asked_again(turn)
    else:
        missing = [turn.words.label("field", name) for name in turn.state.texts("missing_fields")]
        yield Say(turn.words.say("still_missing", fields=turn.words.say("comma").join(missing)))


def _greeted(turn: GuidedTurn) -> Script:
    """Short, where the first message says something: that is read in the same turn."""
    is_talk = turn.understood.intent in (MessageIntent.SMALL_TALK, MessageIntent.HELP)
    says_something = _is_read(turn) or bool(turn.understood.idea)
    yield Say(turn.words.say(f"hello.{'brief' if says_something else turn.phase}"))
    if not says_something and not is_talk and turn.understood.may_answer:
        yield Say(turn.words.say("first_unread"))


def _heard(turn: GuidedTurn) -> Script:
    """What is said before the question of a message that answers nothing: why not."""
    if (early := early_work(turn)) and not turn.understood.idea:
        yield Say(turn.words.say(f"early.{early}"))
        return
    if _is_read(turn) or turn.understood.idea:
        return
    if turn.understood.intent is MessageIntent.SMALL_TALK:
        yield Say(turn.words.say("small_talk"))
    elif waits(turn.understood):
        yield Say(turn.words.say("waiting"))
    elif turn.understood.intent is MessageIntent.ANSWER:
        yield Say(turn.words.say("between_answers"))
    else:
        yield from puzzled(turn)


def _ruled_out(turn: GuidedTurn) -> Script:
    labels = turn.state.texts("ruled_out")
    if labels:
        yield Say(turn.words.say("ruled_out", labels=turn.words.say("comma").join(labels)))


def _kept_for_later(turn: GuidedTurn) -> Script:
    """Answers to a question that comes later; they are proposed when it does."""
    labels = [row.text("label") for row in turn.state.rows("for_later")]
    if labels:
        yield Say(turn.words.say("kept_for_later", labels=turn.words.say("comma").join(labels)))


def _is_read(turn: GuidedTurn) -> bool:
    """Whether anything came of the message: an answer, a pressed button, a refusal, or a wish to continue."""
    if turn.understood.is_choice or turn.understood.goes_on:
        return True
    if {Wish.BACK, Wish.NEW_SCOPE} & set(turn.understood.wishes) or turn.understood.proposal is not None:
        return True
    if turn.state.texts("ruled_out") or turn.state.rows("for_later"):
        return True
    return bool(turn.state.rows("understood") or turn.state.rows("proposed") or turn.state.texts("refused"))


def _is_all_proposed(turn: GuidedTurn) -> bool:
    """Nothing is left to ask but whether it was understood rightly."""
    proposed = {row.text("field") for row in turn.state.rows("proposed")}
    asked = turn.state.text("next_prompt", "choice_id")
    return bool(proposed) and asked in proposed


def _is_settled(turn: GuidedTurn) -> bool:
    """Who comes back to answers that are all there is asked whether to change them, until they say so or continue."""
    if turn.state.rows("missing_fields"):
        return False
    return turn.phase == "kyc" or not turn.state.mapping("next_prompt") or _is_read(turn)


def _settled(turn: GuidedTurn) -> Script:
    """The first question about what to trade comes with the last answer about the person."""
    if turn.phase == "kyc":
        yield Say(turn.words.say("settled.kyc"))
    else:
        yield from go_on(turn, "settled.pre_strategy")


_QUESTIONS = ("kyc", "pre_strategy")
_PHASES: Mapping[str, Callable[[GuidedTurn], Script]] = {
    "kyc": asked,
    "pre_strategy": asked,
    "strategy": drafted,
    "stress_test": stressed,
    "deployment": deployed,
    "completed": watched,
}
