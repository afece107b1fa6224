"""What a model wrote is read exactly, or not at all."""

import pytest

from src.modules.debate.domain.dtos import BearArgument, BullArgument, ResolutionResult
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.infrastructure.agents.output_parser import parse
from tests.src.modules.debate.making import BEAR_JSON, BULL_JSON, RESOLUTION_JSON, bear, bull, resolution, written

SHAPES = [(BullArgument, BULL_JSON), (BearArgument, BEAR_JSON), (ResolutionResult, RESOLUTION_JSON)]
ARGUMENT = {"dimension": "d", "argument": "a", "evidence": "e", "strength": "HIGH"}
RISK = {"risk": "r", "probability": "LOW", "impact": "LOW", "mitigation": "m"}


def test_valid_json_is_read() -> None:
    assert parse(written(BULL_JSON), BullArgument) == bull()
    assert parse(written(BEAR_JSON), BearArgument) == bear()
    assert parse(written(RESOLUTION_JSON), ResolutionResult) == resolution()


@pytest.mark.parametrize(
    "wrapped", ["```json\nJSON\n```", "<think>Hm {.</think>\nJSON", "Here is my case:\n\nJSON", '{"answer": JSON}']
)
def test_what_stands_around_the_json_does_not_matter(wrapped: str) -> None:
    assert parse(wrapped.replace("JSON", written(BULL_JSON)), BullArgument) == bull()


def test_small_letters_and_further_fields_are_taken() -> None:
    text = written(RESOLUTION_JSON, direction="bearish", risk_matrix=[{**RISK, "impact": "high"}], mood="fine")
    read = parse(text, ResolutionResult)
    assert (read.direction, read.risk_matrix[0].impact) == ("BEARISH", "HIGH")


@pytest.mark.parametrize(("shape", "answer"), SHAPES)
@pytest.mark.parametrize("text", ["", "   ", "I will not answer.", "[]", "null", "{", "{'direction': 'BULLISH'}", "{}"])
def test_what_is_no_json_of_the_shape_is_refused(shape, answer, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LLMOutputParseError) as raised:
        parse(text, shape)
    assert raised.value.problems
    assert raised.value.answer == text


@pytest.mark.parametrize(("shape", "answer"), SHAPES)
def test_each_field_must_be_there(shape, answer) -> None:  # type: ignore[no-untyped-def]
    for name in answer:
        text = written({key: value for key, value in answer.items() if key != name})
        with pytest.raises(LLMOutputParseError, match=r"schema"):
            parse(text, shape)


@pytest.mark.parametrize(("shape", "answer"), SHAPES)
@pytest.mark.parametrize(
    "wrong",
    [
        {"direction": "UP"}, {"direction": 1}, {"direction": None},
        {"confidence": 1.01}, {"confidence": -0.1}, {"confidence": "0.5"}, {"confidence": True}, {"confidence": None},
        {"confidence": float("nan")}, {"confidence": float("inf")},
    ],
    ids=str,
)  # fmt: skip
def test_a_direction_or_confidence_out_of_range_is_refused(shape, answer, wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LLMOutputParseError):
        parse(written(answer, **wrong), shape)


@pytest.mark.parametrize("wrong", ["STRONG", "", None, 3])
def test_a_strength_out_of_its_three_words_is_refused(wrong: object) -> None:
    with pytest.raises(LLMOutputParseError):
        parse(written(BULL_JSON, supporting_arguments=[{**ARGUMENT, "strength": wrong}]), BullArgument)


@pytest.mark.parametrize("name", ["probability", "impact"])
@pytest.mark.parametrize("wrong", ["CERTAIN", 0.5, None])
def test_a_risk_out_of_its_three_levels_is_refused(name: str, wrong: object) -> None:
    with pytest.raises(LLMOutputParseError):
        parse(written(RESOLUTION_JSON, risk_matrix=[{**RISK, name: wrong}]), ResolutionResult)


@pytest.mark.parametrize(("shape", "answer"), SHAPES)
def test_no_cut_of_an_answer_is_read_as_a_decision(shape, answer) -> None:  # type: ignore[no-untyped-def]
    whole = written(answer)
    for length in range(len(whole)):
        with pytest.raises(LLMOutputParseError):
            parse(whole[:length], shape)


def test_two_answers_that_differ_are_refused() -> None:
    with pytest.raises(LLMOutputParseError, match="several"):
        parse(f"{written(RESOLUTION_JSON)}\n{written(RESOLUTION_JSON, direction='BEARISH')}", ResolutionResult)
