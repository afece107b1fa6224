"""An answer that a model says it noted is held to those that the conversation has."""

import pytest

from packages.domain.conversation.claims.noted import FalseNote, false_notes
from tests.folding import each
from tests.packages.domain.conversation.claims import spoken
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH


@each("line", spoken.NOTED)
def test_an_answer_that_nobody_gave_was_not_noted(line: str) -> None:
    said, fields = line.split("|")
    assert [each.field for each in false_notes(said, {})] == fields.split()


@pytest.mark.slow
@each("said", [*spoken.RIGHT, *ENGLISH, *CHINESE])
def test_who_asks_or_plans_has_noted_nothing(said: str) -> None:
    assert false_notes(said, {}) == ()


def test_an_answer_that_was_given_may_be_told_and_another_may_not() -> None:
    said = "I have set your risk tolerance to very aggressive and noted crypto as your market."
    assert false_notes(said, {"risk_tolerance": "very_aggressive", "target_market": "crypto"}) == ()
    assert false_notes(said, {"risk_tolerance": "moderate", "target_market": "crypto"}) == (
        FalseNote("risk_tolerance", "moderate"),
    )


def test_a_list_of_what_was_noted_is_read_line_by_line() -> None:
    said = "已记录：\n- 风险偏好：激进型\n- 目标市场：加密货币\n接下来谈谈收益目标。"
    assert [each.field for each in false_notes(said, {})] == ["risk_tolerance", "target_market"]
    assert false_notes(said, {"risk_tolerance": "aggressive", "target_market": "crypto"}) == ()


def test_a_value_without_its_field_is_held_to_the_answer_it_would_be() -> None:
    assert false_notes("已记录：激进型", {"risk_tolerance": "aggressive"}) == ()
    assert false_notes("已记录：激进型", {"risk_tolerance": "moderate"}) == (FalseNote("risk_tolerance", "moderate"),)
