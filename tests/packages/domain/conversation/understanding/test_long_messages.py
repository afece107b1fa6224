"""Reading takes as long as the message is, and pasted text is not read at all."""

from time import thread_time

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.early_desk import INSTRUMENTS

FIELDS = tuple(field.name for field in (*KYC, *PRE_STRATEGY))
ASKED = AskedFields(FIELDS, frozenset(FIELDS), instruments=INSTRUMENTS)
PIECES = [
    "a ",
    "1",
    "一",
    "两三年",
    "10% a year ",
    "no ",
    "yes, ",
    "，",
    "1 to ",
    "neither a nor ",
    "<CHOICE_SELECTION>",
    "买",
]


def seconds(text: str) -> float:
    best = float("inf")
    for _ in range(3):
        begun = thread_time()
        RuleUnderstanding().read(text, ASKED)
        best = min(best, thread_time() - begun)
    return best


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_a_message_four_times_as_long_takes_no_more_than_about_four_times_as_long(piece: str) -> None:
    RuleUnderstanding().read((piece * 800)[:799], ASKED)
    short, long = seconds((piece * 200)[:200]), seconds((piece * 800)[:800])
    assert long < 12 * max(short, 0.002)


@pytest.mark.parametrize("piece", PIECES)
def test_pasted_text_of_twenty_thousand_characters_is_passed_over_at_once(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    assert seconds(text) < 0.05
    assert RuleUnderstanding().read(text, ASKED).answers == {}
