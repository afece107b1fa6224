"""What grows with the square of the length is found out, and what grows with the length is not."""

from collections.abc import Callable

import pytest

from tests.timing import growth


def _each_once(length: int) -> None:
    sum(range(length * 1_000))


def _each_beside_each(length: int) -> None:
    sum(range(length * length * 10))


@pytest.mark.parametrize(("work", "is_in_proportion"), [(_each_once, True), (_each_beside_each, False)])
@pytest.mark.parametrize(("short", "times"), [(5, 8), (50, 4), (50, 10)])
def test_a_cost_is_told_from_its_square(
    work: Callable[[int], None], is_in_proportion: bool, short: int, times: int
) -> None:
    costs = growth(work, short, short * times, times)
    assert costs.within_bounds is is_in_proportion, costs
