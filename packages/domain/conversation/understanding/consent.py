"""Whether a person said to begin the stress test: its variants count for ever, so a guess is no consent."""

from dataclasses import replace

from packages.domain.conversation.understanding.learned.reader import odds
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.conversation.understanding.wishes import wishes_in

OCCASION = "run_stress_test"
_ENOUGH = 0.95  # "go" has 0.99, words about the weather up to 0.75
_LABEL = f"{OCCASION}=run"


def without_guesses(text: str, understood: Understood) -> Understood:
    """The wish for a stress test stays where the words themselves say it, or the classifier leaves no doubt."""
    if Wish.STRESS_TEST not in understood.wishes or understood.is_choice or Wish.STRESS_TEST in wishes_in(text):
        return understood
    if odds(OCCASION, text, None).get(_LABEL, 0.0) >= _ENOUGH:
        return understood
    return replace(understood, wishes=tuple(each for each in understood.wishes if each is not Wish.STRESS_TEST))
