"""Whether a person said to begin work: the one place, for the rules that guide and for a model's turn alike.

To go on, or to name the work, is consent; a yes beside a "not yet" is none. The stress test takes more: its variants
count for ever, so a guess is no consent to it.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from packages.domain.conversation.understanding.learned.reader import odds
from packages.domain.conversation.understanding.model import CHANGE_RULES, Understood, Wish
from packages.domain.conversation.understanding.wishes import wishes_in

GOING_ON: Final = frozenset({Wish.CONTINUE, Wish.YES, Wish.AGAIN})
WAITING: Final = frozenset({Wish.WAIT, Wish.STOP, Wish.PAUSE})
BEGIN_BACKTEST: Final = frozenset({Wish.BACKTEST})
BEGIN_STRESS_TEST: Final = frozenset({Wish.STRESS_TEST})
ANY_WORK: Final = BEGIN_BACKTEST | BEGIN_STRESS_TEST | CHANGE_RULES | {Wish.UNDO}
OCCASION = "run_stress_test"
_ENOUGH = 0.95  # "go" has 0.99, words about the weather up to 0.75
_LABEL = f"{OCCASION}=run"


def consents(understood: Understood, work: AbstractSet[Wish] = frozenset()) -> bool:
    """Whether the person said to go on, or wished for this work; what was not read begins nothing."""
    said = frozenset(understood.wishes)
    return bool(said & (GOING_ON | work)) and not said & WAITING


def waits(understood: Understood) -> bool:
    return bool(WAITING.intersection(understood.wishes))


def without_guesses(text: str, understood: Understood) -> Understood:
    """The wish for a stress test stays where the words themselves say it, or the classifier leaves no doubt."""
    if Wish.STRESS_TEST not in understood.wishes or understood.is_choice or Wish.STRESS_TEST in wishes_in(text):
        return understood
    if odds(OCCASION, text, None).get(_LABEL, 0.0) >= _ENOUGH:
        return understood
    return replace(understood, wishes=tuple(each for each in understood.wishes if each is not Wish.STRESS_TEST))
