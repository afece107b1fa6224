"""The first stage: what is not even a document."""

import math

import pytest

from packages.domain.strategy.problems import Code, Stage
from packages.domain.strategy.reading import DEEPEST, LONGEST_TEXT, MOST_VALUES, read_json, read_value


def test_a_text_becomes_the_document_it_says() -> None:
    assert read_json('{"a": [1, 2.5, "x", true, null]}').document == {"a": [1, 2.5, "x", True, None]}


def test_a_broken_text_is_told_with_its_line_and_column() -> None:
    [problem] = read_json('{"a": 1,\n "b" 2}').problems
    assert (problem.stage, problem.code, problem.pointer) == (Stage.PARSE, Code.NOT_JSON, "")
    assert "line 2, column 6" in str(problem.found)


def test_every_key_that_is_written_twice_is_told_with_its_place() -> None:
    problems = read_json('{"a": {"x": 1, "x": 2}, "b": [{"y": 1, "y": 2, "z": 3, "z": 4}]}').problems
    assert [(each.code, each.pointer) for each in problems] == [
        (Code.DUPLICATE_KEY, "/a/x"),
        (Code.DUPLICATE_KEY, "/b/0/y"),
        (Code.DUPLICATE_KEY, "/b/0/z"),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "1e16", "-" + "9" * 21])
def test_a_number_that_cannot_be_traded_on_is_refused_where_it_stands(number: str) -> None:
    [problem] = read_json(f'{{"trade": {{"stop/loss": [0, {number}]}}}}').problems
    assert (problem.code, problem.pointer) == (Code.NOT_FINITE, "/trade/stop~1loss/1")


@pytest.mark.parametrize(("levels", "known"), [(DEEPEST + 1, True), (100_000, False)])
def test_a_text_that_is_nested_too_deep_is_refused(levels: int, known: bool) -> None:
    [problem] = read_json("[" * levels + "]" * levels).problems
    assert problem.code is Code.TOO_DEEP
    assert problem.pointer == ("/0" * DEEPEST if known else "")


def test_sixty_four_levels_are_taken() -> None:
    assert not read_json("[" * DEEPEST + "]" * DEEPEST).problems


def test_a_text_or_a_tree_that_is_too_large_is_refused() -> None:
    assert read_json(" " * (LONGEST_TEXT + 1)).problems[0].code is Code.TOO_LARGE
    assert read_value([0] * MOST_VALUES).problems[0].code is Code.TOO_LARGE
    assert not read_value([0] * (MOST_VALUES - 1)).problems


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', '{"a": "\\u0000"}', '{"\\udfff": 1}'])
def test_text_that_no_store_can_keep_is_refused(text: str) -> None:
    [problem] = read_json(text).problems
    assert problem.code is Code.BAD_TEXT
    assert problem.sentence.encode()


def test_a_value_that_only_python_knows_is_refused_where_it_stands() -> None:
    problems = read_value({"a": {1: "x"}, "b": [{1, 2}], "c": math.nan}).problems
    assert [(each.code, each.pointer) for each in problems] == [
        (Code.NOT_JSON, "/a"),
        (Code.NOT_JSON, "/b/0"),
        (Code.NOT_FINITE, "/c"),
    ]


def test_a_value_that_contains_itself_is_refused() -> None:
    ring: list[object] = []
    ring.append(ring)
    assert read_value(ring).problems[0].code is Code.TOO_DEEP
