"""What counts as the person's word to begin a stress test."""

import pytest

from packages.domain.conversation.understanding.consent import (
    BEGIN_STRESS_TEST,
    OCCASION,
    consents,
    stops_work,
    without_guesses,
)
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


@pytest.mark.parametrize("said", ["continue", "yes", "run the stress test", "继续", "再跑一次"])
def test_who_goes_on_or_names_the_work_consents_to_it(said: str) -> None:
    assert consents(_read(said), BEGIN_STRESS_TEST)


@pytest.mark.parametrize("said", ["yes, but not yet", "ok, wait", "my dog is sick", "ok cancel that", "好，先等等"])
def test_a_yes_beside_a_not_yet_is_no_consent(said: str) -> None:
    assert not consents(_read(said), BEGIN_STRESS_TEST)


@pytest.mark.parametrize("said", ["run it again", "再跑一次", "test it once more", "压力测试重新跑一下"])
def test_who_wants_the_test_once_more_is_not_read_as_wanting_other_rules(said: str) -> None:
    asked = AskedFields(("stress_test_decision",), frozenset({"stress_test_decision"}))
    assert RuleUnderstanding().read(said, asked).answers == {}


@pytest.mark.parametrize(
    ("said", "stops"),
    [
        ("stop it", True),
        ("cancel the backtest", True),
        ("please abort the run", True),
        ("别跑了", True),
        ("停下来", True),
        ("取消测试", True),
        ("should I cancel it?", False),
        ("don't stop it", False),
        ("no, change the stop and run it again", False),
        ("取消刚才的修改", False),
        ("别停", False),
    ],
)
def test_what_stops_a_test_that_runs(said: str, stops: bool) -> None:
    assert stops_work(RuleUnderstanding().read(said, AskedFields(("stress_test_decision",)))) is stops
