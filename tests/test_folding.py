"""Cases that are folded into one test are all tried, and one that fails is named."""

import pytest

from tests.folding import each


def test_every_case_is_tried() -> None:
    tried: list[int] = []
    each("number", [1, 2, 3])(lambda number: tried.append(number))()
    assert tried == [1, 2, 3]


def test_a_case_that_fails_is_named() -> None:
    @each("number", [1, 2, 3])
    def odd(number: int) -> None:
        assert number % 2

    with pytest.raises(AssertionError) as found:
        odd()
    assert found.value.__notes__ == ["where {'number': 2}"]


def test_what_should_have_been_refused_and_was_not_is_a_failure_like_any_other() -> None:
    @each("number", [0, 1])
    def refused(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            print(1 / number)

    with pytest.raises(pytest.fail.Exception) as found:
        refused()
    assert found.value.__notes__ == ["where {'number': 1}"]


@pytest.mark.parametrize("word", ["a", "b"])
@each(("low", "high"), [(1, 2), (3, 4)])
def test_other_parameters_and_fixtures_stay(low: int, high: int, word: str, request: pytest.FixtureRequest) -> None:
    assert low < high
    assert request.node.callspec.params == {"word": word}


def test_no_cases_are_no_test() -> None:
    with pytest.raises(AssertionError, match="nothing would be tested"):
        each("number", [])
