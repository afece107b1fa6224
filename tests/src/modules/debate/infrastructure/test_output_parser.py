"""What a model wrote is read exactly, or not at all."""

import pytest

from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.infrastructure.agents.output_parser import (
    parse_bear_argument,
    parse_bull_argument,
    parse_resolution,
)
from tests.src.modules.debate.making import BEAR_JSON, BULL_JSON, RESOLUTION_JSON, bear, bull, resolution, written

READERS = [(parse_bull_argument, BULL_JSON), (parse_bear_argument, BEAR_JSON), (parse_resolution, RESOLUTION_JSON)]
ARGUMENT = {"dimension": "d", "argument": "a", "evidence": "e", "strength": "HIGH"}
RISK = {"risk": "r", "probability": "LOW", "impact": "LOW", "mitigation": "m"}


def test_valid_json_is_read() -> None:
    assert parse_bull_argument(written(BULL_JSON)) == bull()
    assert parse_bear_argument(written(BEAR_JSON)) == bear()
    assert parse_resolution(written(RESOLUTION_JSON)) == resolution()


@pytest.mark.parametrize(
    "wrapped", ["```json\nJSON\n```", "<think>Hm {.</think>\nJSON", "Here is my case:\n\nJSON", '{"answer": JSON}']
)
def test_what_stands_around_the_json_does_not_matter(wrapped: str) -> None:
    assert parse_bull_argument(wrapped.replace("JSON", written(BULL_JSON))) == bull()


def test_small_letters_and_further_fields_are_taken() -> None:
    text = written(RESOLUTION_JSON, direction="bearish", risk_matrix=[{**RISK, "impact": "high"}], mood="fine")
    read = parse_resolution(text)
    assert (read.direction, read.risk_matrix[0].impact) == ("BEARISH", "HIGH")


@pytest.mark.parametrize(("read", "answer"), READERS)
@pytest.mark.parametrize("text", ["", "   ", "I will not answer.", "[]", "null", "{", "{'direction': 'BULLISH'}", "{}"])
def test_what_is_no_json_of_the_shape_is_refused(read, answer, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LLMOutputParseError) as raised:
        read(text)
    assert raised.value.problems
    assert raised.value.answer == text


@pytest.mark.parametrize(("read", "answer"), READERS)
def test_each_field_must_be_there(read, answer) -> None:  # type: ignore[no-untyped-def]
    for name in answer:
        text = written({key: value for key, value in answer.items() if key != name})
        with pytest.raises(LLMOutputParseError, match=r"schema"):
            read(text)


@pytest.mark.parametrize(("read", "answer"), READERS)
@pytest.mark.parametrize(
    "wrong",
    [
        {"direction": "UP"}, {"direction": 1}, {"direction": None},
        {"confidence": 1.01}, {"confidence": -0.1}, {"confidence": "0.5"}, {"confidence": True}, {"confidence": None},
        {"confidence": float("nan")}, {"confidence": float("inf")},
    ],
    ids=str,
)  # fmt: skip
def test_a_direction_or_confidence_out_of_range_is_refused(read, answer, wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LLMOutputParseError):
        read(written(answer, **wrong))


@pytest.mark.parametrize("wrong", ["STRONG", "", None, 3])
def test_a_strength_out_of_its_three_words_is_refused(wrong: object) -> None:
    with pytest.raises(LLMOutputParseError):
        parse_bull_argument(written(BULL_JSON, supporting_arguments=[{**ARGUMENT, "strength": wrong}]))


@pytest.mark.parametrize("name", ["probability", "impact"])
@pytest.mark.parametrize("wrong", ["CERTAIN", 0.5, None])
def test_a_risk_out_of_its_three_levels_is_refused(name: str, wrong: object) -> None:
    with pytest.raises(LLMOutputParseError):
        parse_resolution(written(RESOLUTION_JSON, risk_matrix=[{**RISK, name: wrong}]))


@pytest.mark.parametrize(("read", "answer"), READERS)
def test_no_cut_of_an_answer_is_read_as_a_decision(read, answer) -> None:  # type: ignore[no-untyped-def]
    whole = written(answer)
    for length in range(len(whole)):
        with pytest.raises(LLMOutputParseError):
            read(whole[:length])


def test_two_answers_that_differ_are_refused() -> None:
    with pytest.raises(LLMOutputParseError, match="several"):
        parse_resolution(f"{written(RESOLUTION_JSON)}\n{written(RESOLUTION_JSON, direction='BEARISH')}")
