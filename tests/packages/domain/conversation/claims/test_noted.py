"""An answer that a model says it noted is held to those that the conversation has."""

import pytest

from packages.domain.conversation.claims.noted import FalseNote, false_notes
from tests.packages.domain.conversation.claims import spoken
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH


@pytest.mark.parametrize("line", spoken.NOTED)
def test_an_answer_that_nobody_gave_was_not_noted(line: str) -> None:
    said, fields = line.split("|")
    assert [each.field for each in false_notes(said, {})] == fields.split()


@pytest.mark.parametrize("said", [*spoken.RIGHT, *ENGLISH, *CHINESE])
def test_who_asks_or_plans_has_noted_nothing(said: str) -> None:
    assert false_notes(said, {}) == ()


def test_an_answer_that_was_given_may_be_told_and_another_may_not() -> None:
    said = "I have set your risk tolerance to very aggressive and noted crypto as your market."
    assert false_notes(said, {"risk_tolerance": "very_aggressive", "target_market": "crypto"}) == ()
    assert false_notes(said, {"risk_tolerance": "moderate", "target_market": "crypto"}) == (
        FalseNote("risk_tolerance", "moderate"),
    )
