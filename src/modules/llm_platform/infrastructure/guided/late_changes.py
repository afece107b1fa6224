"""A change of the rules when they are done with: made, or shown with what fits, and led back to be agreed to."""

from src.modules.llm_platform.infrastructure.guided.rules_in_words import edited, rules_in_words
from src.modules.llm_platform.infrastructure.guided.tuning import CHANGES, tuned
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Script


def is_changed(turn: GuidedTurn) -> bool:
    """Whether the message changes the rules: they are agreed to, and tested, anew."""
    return any(turn.state.at(name).value for name in ("tune", "spoken_edit", "spoken_rules"))


def changed_late(turn: GuidedTurn) -> Script:
    strategy_id = turn.known("strategy", "strategy_id")
    if turn.state.mapping("spoken_edit"):
        yield from edited(turn, strategy_id)
    elif turn.state.mapping("spoken_rules"):
        yield from rules_in_words(turn, strategy_id)
    else:
        yield from tuned(turn, strategy_id, next(each for each in turn.understood.wishes if each in CHANGES))
