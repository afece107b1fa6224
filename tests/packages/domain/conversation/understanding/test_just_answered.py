"""A correction by a bare number is about the answer that was given last, and invents no other."""

from datetime import date

import pytest

from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.just_answered import corrected_number
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding

YEARS, RISK, _ = NAMES = tuple(field.name for field in KYC)
ASKED = AskedFields(
    NAMES,
    frozenset({YEARS, RISK}),
    today=date(2026, 11, 17),
    pending={YEARS: "years_1_3"},
    answered=YEARS,
)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("no wait, more like four", "years_3_5"),
        ("actually four", "years_3_5"),
        ("make that six", "years_5_plus"),
        ("wait, it's more like 4", "years_3_5"),
        ("不对 六", "years_5_plus"),
        ("哦不，应该是四", "years_3_5"),
        ("其实是二", "years_1_3"),
    ],
)
def test_the_number_corrects_the_last_answer_alone(text: str, years: str) -> None:
    read = RuleUnderstanding().read(text, ASKED)
    assert read.answers == {YEARS: years}
    assert read.changes


@pytest.mark.parametrize("text", ["four", "20", "no, moderate", "actually 20% a year", "no"])
def test_what_corrects_nothing_or_names_what_it_counts_is_read_as_ever(text: str) -> None:
    assert corrected_number(Utterance(text).plain, ASKED) is None
