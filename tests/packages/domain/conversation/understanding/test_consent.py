"""What counts as the person's word to begin a stress test."""

import pytest

from packages.domain.conversation.understanding.consent import OCCASION, without_guesses
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding


def _read(text: str) -> Understood:
    asked = AskedFields(("stress_test_decision",), occasion=OCCASION)
    return without_guesses(text, RuleUnderstanding().read(text, asked))


@pytest.mark.parametrize("said", ["run the stress test", "go", "跑吧", "let it rip", "压一压"])
def test_a_clear_word_for_the_test_is_one(said: str) -> None:
    assert Wish.STRESS_TEST in _read(said).wishes


@pytest.mark.parametrize("said", ["随风而去的云", "天上的星星", "blue elephants", "i bought a car", "good stuff"])
def test_what_the_classifier_only_guesses_is_none(said: str) -> None:
    assert Wish.STRESS_TEST not in _read(said).wishes


def test_what_a_follow_up_stands_for_stays() -> None:
    told = Understood(wishes=(Wish.CONTINUE,))
    assert without_guesses("", told) is told
