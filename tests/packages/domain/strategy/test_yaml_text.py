"""Strategies as YAML."""

import pytest

from packages.domain.strategy.problems import Code
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.yaml_text import read_yaml, write_yaml
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import sample
from tests.corpus.strategies import valid_strategies

pytestmark = pytest.mark.slow


def test_a_document_survives_the_way_to_yaml_and_back() -> None:
    for document, strategy in [(sample(), None), *valid_strategies(11, 100, SMALL_CATALOGUE)]:
        assert read_yaml(write_yaml(document)).document == document
        if strategy is not None:
            assert Validator(SMALL_CATALOGUE).yaml_text(write_yaml(document)).strategy == strategy


def test_plain_words_mean_what_json_would_mean() -> None:
    text = (
        "[ON, no, TRUE, 000001, 12:30, 2024-01-01, 0x10, .inf, true, false, null, ~, -3, 2.5e-3, '7', \"true\", 1_000]"
    )
    assert read_yaml(text).document == [
        *("ON", "no", "TRUE", "000001", "12:30", "2024-01-01", "0x10", ".inf"),
        *(True, False, None, None, -3, 0.0025, "7", "true", "1_000"),
    ]


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("a: &x [1]\nb: *x", "/a"),
        ("a:\n  b: *x", "/a/b"),
        ("a: !!python/object:os.system {}", "/a"),
        ("- 1\n- !t 2", "/1"),
        ("{a: {[1]: 2}}", "/a"),
    ],
)
def test_what_json_cannot_say_is_refused_where_it_stands(text: str, pointer: str) -> None:
    [problem] = read_yaml(text).problems
    assert (problem.code, problem.pointer) == (Code.NOT_YAML, pointer)


def test_a_key_written_twice_is_told_with_its_place() -> None:
    [problem] = read_yaml("a:\n  - x: 1\n    x: 2").problems
    assert (problem.code, problem.pointer) == (Code.DUPLICATE_KEY, "/a/0/x")


@pytest.mark.parametrize("text", ["a: [1", "a: b: c", "\t- x", "a: \x07", "%YAML 9", "--- 1\n--- 2", ""])
def test_a_broken_text_gets_an_answer(text: str) -> None:
    problems = read_yaml(text).problems
    assert problems
    assert problems[0].code is Code.NOT_YAML


def test_deep_and_long_texts_are_refused() -> None:
    assert read_yaml("[" * 5000).problems[0].code is Code.TOO_DEEP
    assert read_yaml("a" * 300_000).problems[0].code is Code.TOO_LARGE
