"""Whether a person said to begin work: the one place, for the rules that guide and for a model's turn alike.

To go on, or to name the work, is consent; a yes beside a "not yet" is none. The stress test takes more: its variants
count for ever, so a guess is no consent to it.
"""

import re
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from packages.domain.conversation.understanding.learned.reader import odds
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import CHANGE_RULES, MessageIntent, Understood, Wish
from packages.domain.conversation.understanding.wishes import wishes_in
from packages.domain.evidence.patterns import lazy_pattern

GOING_ON: Final = frozenset({Wish.CONTINUE, Wish.YES, Wish.AGAIN})
WAITING: Final = frozenset({Wish.WAIT, Wish.STOP, Wish.PAUSE, Wish.CANCEL})
BEGIN_BACKTEST: Final = frozenset({Wish.BACKTEST})
BEGIN_STRESS_TEST: Final = frozenset({Wish.STRESS_TEST})
ANY_WORK: Final = BEGIN_BACKTEST | BEGIN_STRESS_TEST | CHANGE_RULES | {Wish.UNDO}
OCCASION = "run_stress_test"
_ENOUGH = 0.95  # "go" has 0.99, words about the weather up to 0.75
_RUNS_AGAIN = lazy_pattern(
    r"\b(?:run|do|start|try|test|stress)\b(?: \w+){0,4} (?:again|once more|another time|a second time)\b"
    r"|\b(?:re-?run|re-?test|redo|repeat)(?: (?:it|this|that|(?:the |this |that )?(?:stress )?test))?(?: please)?$"
    r"|\b(?:one more|another) (?:stress test|test|run)\b"
    r"|再(?:跑|测|试|来|做)(?:一?[次遍轮回下]|试)|重(?:新)?(?:跑|测试?|试|做)(?:一?[次遍轮回下])?(?:压力)?(?:测试|压测)?(?:吧|一下)?$",
    re.ASCII,
)
_LABEL = f"{OCCASION}=run"


def consents(understood: Understood, work: AbstractSet[Wish] = frozenset()) -> bool:
    """Whether the person said to go on, or wished for this work; what was not read begins nothing."""
    said = frozenset(understood.wishes)
    return bool(said & (GOING_ON | work)) and not said & WAITING


def runs_again(text: str) -> bool:
    """Whether a message asks for the test that was done to be done once more, and for nothing else of the rules."""
    return any(
        not clause.denies(*found.span())
        for clause in Utterance(text).wished.requests
        if (found := _RUNS_AGAIN.search(clause.text)) is not None
    )


def stops_work(understood: Understood) -> bool:
    """Whether a message stops what runs; who takes back a change of the rules stops nothing."""
    wishes = set(understood.wishes)
    is_of_rules = Wish.UNDO in wishes or understood.intent is MessageIntent.EDIT_RULES
    return bool(wishes & {Wish.STOP, Wish.CANCEL}) and not (is_of_rules or understood.question)


def waits(understood: Understood) -> bool:
    return bool(WAITING.intersection(understood.wishes))


def without_guesses(text: str, understood: Understood) -> Understood:
    """The wish for a stress test stays where the words themselves say it, or the classifier leaves no doubt."""
    if (
        Wish.STRESS_TEST not in understood.wishes
        or understood.is_choice
        or Wish.STRESS_TEST in wishes_in(Utterance(text).wished)
    ):
        return understood
    if odds(OCCASION, text, None).get(_LABEL, 0.0) >= _ENOUGH:
        return understood
    return replace(understood, wishes=tuple(each for each in understood.wishes if each is not Wish.STRESS_TEST))
