"""Reading takes as long as the message is, and pasted text is not read at all."""

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields, Understood
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.early_desk import INSTRUMENTS
from tests.timing import Costs, growth

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


def read(text: str) -> Understood:
    return RuleUnderstanding().read(text, ASKED)


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_a_message_four_times_as_long_takes_no_more_than_about_four_times_as_long(piece: str) -> None:
    costs = growth(read, (piece * 200)[:200], (piece * 800)[:800], 4)
    assert costs.within_bounds, costs


@pytest.mark.parametrize("piece", PIECES)
def test_pasted_text_of_twenty_thousand_characters_is_passed_over_at_once(piece: str) -> None:
    pasted, message = (piece * 20_000)[:20_000], (piece * 200)[:200]
    assert read(pasted).answers == {}
    costs = Costs(at_most=0.5)
    for _ in costs.turns():
        with costs.work():
            read(pasted)
        with costs.beside():
            read(message)
    assert costs.within_bounds, costs
