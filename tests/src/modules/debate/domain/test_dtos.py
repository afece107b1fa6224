"""The DTOs: exactly the fields of the seed, and strict about what they take."""

import pytest
from pydantic import ValidationError

from src.modules.debate.application import dtos as application_dtos
from src.modules.debate.application.dtos.debate_outcome_dto import DebateOutcomeDTO
from src.modules.debate.domain import dtos as domain_dtos
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ExpertSummary, ResolutionResult
from src.modules.debate.domain.model.enums import ArgumentStrength, DebateDirection, RiskLevel
from tests.src.modules.debate.making import bear, bull, debate_input, five_experts, resolution, summary

FOUR = {"signal", "confidence", "reasoning", "risk_warning"}


def test_an_expert_summary_has_four_fields_and_takes_no_other() -> None:
    assert all(set(one.model_dump()) == FOUR for one in debate_input().expert_summaries.values())
    with pytest.raises(ValidationError):
        ExpertSummary.model_validate({**summary("BULLISH").model_dump(), "technical_indicators": {}})


def test_a_debate_can_do_without_some_experts() -> None:
    three = dict(list(five_experts().items())[:3])
    assert set(debate_input(three).expert_summaries) == set(three)


def test_the_arguments_and_the_resolution_have_the_ruled_fields() -> None:
    common = {"direction", "confidence", "core_thesis", "supporting_arguments", "rebuttals"}
    assert set(BullArgument.model_fields) == common | {"acknowledged_risks", "price_catalysts"}
    assert set(BearArgument.model_fields) == common | {"acknowledged_strengths", "risk_triggers"}
    assert set(ResolutionResult.model_fields) == {
        "direction", "confidence", "bull_case_summary", "bear_case_summary", "risk_matrix", "key_disagreements",
        "conflict_resolution",
    }  # fmt: skip
    assert set(bull().supporting_arguments[0].model_dump()) == {"dimension", "argument", "evidence", "strength"}


def test_the_ports_dtos_are_told_again_by_the_application() -> None:
    for name in domain_dtos.__all__:
        assert getattr(application_dtos, name) is getattr(domain_dtos, name)


def test_the_outcome_knows_no_type_of_the_domain() -> None:
    schema = str(DebateOutcomeDTO.model_json_schema())
    assert "RiskMatrixItem" not in schema
    assert "DebateDirection" not in schema


@pytest.mark.parametrize("wrong", ["0.5", True, None, 1.2, -0.01, float("nan"), float("inf")])
def test_a_confidence_is_a_number_between_nought_and_one(wrong: object) -> None:
    for make in (bull, bear, resolution):
        with pytest.raises(ValidationError):
            make(confidence=wrong)


@pytest.mark.parametrize("wrong", ["UP", "", None, 1, "BULLISH!"])
def test_a_direction_is_one_of_three_words(wrong: object) -> None:
    for make in (bull, bear, resolution):
        with pytest.raises(ValidationError):
            make(direction=wrong)


def test_a_direction_in_small_letters_is_written_in_capitals() -> None:
    assert resolution(direction="neutral").direction is DebateDirection.NEUTRAL


@pytest.mark.parametrize(
    "wrong", [{"direction": "UP"}, {"confidence": 1.5}, {"confidence": "0.5"}, {"engine": "magic"}]
)
def test_an_outcome_that_breaks_its_ranges_cannot_be_made(wrong: dict[str, object]) -> None:
    right = {
        "symbol": "DEMO1.SZ", "direction": "NEUTRAL", "confidence": 0.5, "risk_matrix": [], "key_disagreements": [],
        "bull_case": {"core_thesis": "a", "supporting_arguments": [], "acknowledged_risks": []},
        "bear_case": {"core_thesis": "b", "supporting_arguments": [], "acknowledged_strengths": []},
        "conflict_resolution": "c",
    }  # fmt: skip
    assert DebateOutcomeDTO.model_validate(right).stages is None
    with pytest.raises(ValidationError):
        DebateOutcomeDTO.model_validate(right | wrong)


def test_the_directions_are_these_three() -> None:
    assert [one.name for one in DebateDirection] == ["BULLISH", "BEARISH", "NEUTRAL"]


def test_the_levels_of_risk_and_strength_are_these_three() -> None:
    assert [one.name for one in RiskLevel] == [one.name for one in ArgumentStrength] == ["HIGH", "MEDIUM", "LOW"]


def test_an_input_needs_a_symbol() -> None:
    with pytest.raises(ValidationError):
        DebateInput(symbol="  ", expert_summaries={})
