"""The one rule that caps confidence by evidence, and the floor below it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.evidence.findings import Grounding
from packages.domain.evidence.reports.sufficiency import (
    EvidenceStanding,
    carried,
    confidence_cap,
    is_sufficient,
    reported_share,
)

WHOLE = Grounding(12, 12)


def cap(grounding: Grounding, **standing: float) -> float:
    return confidence_cap(EvidenceStanding(grounding=grounding, **standing))


@pytest.mark.parametrize(
    "grounding", [Grounding(0, 0), Grounding(18, 0), Grounding(8, 0), Grounding(9, 4), Grounding(0, 0, (), 3, 0)]
)
def test_below_the_floor_there_is_no_report(grounding: Grounding) -> None:
    assert not is_sufficient(grounding)
    assert cap(grounding) == 0.0


def test_five_bound_numbers_of_a_whole_fresh_picture_carry_everything() -> None:
    assert cap(Grounding(5, 5)) == cap(WHOLE) == cap(Grounding(0, 0, (), 5, 5)) == 1.0


def test_each_part_of_the_rule_lowers_the_cap() -> None:
    assert cap(Grounding(2, 2)) == pytest.approx(0.4)
    assert cap(Grounding(20, 15)) == pytest.approx(0.75)
    assert cap(WHOLE, coverage=0.5) == pytest.approx(0.75)
    assert cap(WHOLE, age_days=60, fresh_days=30) == pytest.approx(0.5)
    assert cap(WHOLE, age_days=3000, fresh_days=30) == pytest.approx(0.25)


@pytest.mark.parametrize(("grounding", "left"), [(WHOLE, 0.95), (Grounding(3, 3), 0.6), (Grounding(9, 4), 0.0)])
def test_a_speaker_is_no_surer_than_its_own_words_are_borne_out(grounding: Grounding, left: float) -> None:
    assert carried(0.95, grounding) == pytest.approx(left)


@given(st.integers(0, 40), st.integers(0, 40), st.floats(0, 1), st.floats(0, 5000))
def test_the_cap_is_never_above_the_bound_share(numbers: int, bound: int, coverage: float, age: float) -> None:
    grounding = Grounding(numbers, min(numbers, bound))
    assert 0.0 <= cap(grounding, coverage=coverage, age_days=age) <= (min(numbers, bound) / numbers if numbers else 0.0)


def test_a_result_that_tells_no_grounding_has_no_share() -> None:
    assert reported_share(None) is None
    assert reported_share({"numbers": "many"}) is None
    assert reported_share({"numbers": 4, "bound": 3}) == 0.75
    assert reported_share({"numbers": 0, "bound": 0, "claims": 2, "supported": 1}) == 0.5
    assert reported_share({"numbers": 0, "bound": 0}) == 0.0
