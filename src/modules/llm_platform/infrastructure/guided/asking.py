"""Knowing the person and settling what to trade: one question after another."""

from src.modules.llm_platform.infrastructure.guided.common import acknowledged, asked_again, go_on, puzzled
from src.modules.llm_platform.infrastructure.guided.steps import Say, Script
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn
from src.modules.llm_platform.infrastructure.guided.wishes import Wish, wishes_in


def asked(turn: GuidedTurn) -> Script:
    """For `kyc` and `pre_strategy`: the handler has read the answers, here the next question is put."""
    if turn.state.is_true("redo_kyc"):
        yield Say(turn.words.say("back.kyc"))
        return
    if turn.is_first:
        yield Say(turn.words.say(f"hello.{turn.phase}"))
    elif not _is_read(turn):
        yield from puzzled(turn)
    yield from acknowledged(turn)
    if _is_settled(turn):
        yield from _settled(turn)
    elif turn.state.mapping("next_prompt"):
        yield from asked_again(turn)
    else:
        missing = [turn.words.label("field", name) for name in turn.state.texts("missing_fields")]
        yield Say(turn.words.say("still_missing", fields=turn.words.say("comma").join(missing)))


def _is_read(turn: GuidedTurn) -> bool:
    """Whether anything came of the message: an answer, a refusal, or a wish to go on."""
    return bool(turn.state.rows("understood") or turn.state.texts("refused")) or Wish.YES in wishes_in(turn.said)


def _is_settled(turn: GuidedTurn) -> bool:
    """Who comes back to answers that are all there is asked whether they shall change, until they say so or go on."""
    if turn.state.rows("missing_fields"):
        return False
    return turn.phase == "kyc" or not turn.state.mapping("next_prompt") or _is_read(turn)


def _settled(turn: GuidedTurn) -> Script:
    """The first question about what to trade comes with the last answer about the person."""
    if turn.phase == "kyc":
        yield Say(turn.words.say("settled.kyc"))
    else:
        yield from go_on(turn, "settled.pre_strategy")
