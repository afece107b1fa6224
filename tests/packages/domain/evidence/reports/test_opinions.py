"""Sentences that rest on no row are marked as opinions, and what was taken out is none."""

from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.evidence.findings import Grounding, GroundingFinding, GroundingViolation
from packages.domain.evidence.reports.opinions import OpinionMarks, anchors_of
from packages.domain.evidence.reports.texts import grounding_json
from packages.domain.evidence.units import price_text

ANCHORS = anchors_of({"technical_analyst": [{"tag": "E7"}], "market": [{"tag": "E1"}]})
MARKS = OpinionMarks(ANCHORS, Language.EN)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("RSI is 63[technical_analyst:E7]. So up.", "RSI is 63[technical_analyst:E7]. So up. (opinion)"),
        ("It rises [E999].", "It rises [E999]. (opinion)"),
        ("(Removed for lack of evidence.)", "(Removed for lack of evidence.)"),
        ("The close [market:E1].", "The close [market:E1]."),
    ],
)  # fmt: skip
def test_a_sentence_that_leads_to_no_row_is_marked(text: str, marked: str) -> None:
    assert MARKS.marked(text) == marked


def test_of_a_report_every_text_is_marked_but_its_codes() -> None:
    told = {"direction": "BULLISH", "case": [{"dimension": "technical_analyst", "argument": "It rises [E7]."}, "So?"]}
    assert MARKS.marked_fields(told, {"direction", "dimension"}) == {
        "direction": "BULLISH",
        "case": [{"dimension": "technical_analyst", "argument": "It rises [E7]."}, "So? (opinion)"],
    }


def test_a_sentence_that_was_removed_is_no_opinion() -> None:
    wrong = GroundingFinding(GroundingViolation.UNBOUND, "30%", "", "Buffett bought 30%.", "a tag")
    grounding = Grounding(1, 0, (wrong,), opinions=("Buffett bought 30%.", "The moat is wide."))
    assert grounding_json(grounding, 1)["opinions"] == ["The moat is wide."]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("24.8523265208262850", "24.85"), ("19.1", "19.1"), ("0.42379", "0.4238"), ("0.000012345", "0.00001234")],
)
def test_a_price_has_the_digits_that_decide_something(value: str, shown: str) -> None:
    assert price_text(Decimal(value)) == shown
