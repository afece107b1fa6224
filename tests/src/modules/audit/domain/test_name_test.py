"""One case under two names."""

import pytest

from src.modules.audit.domain.findings import FollowState
from src.modules.audit.domain.name_test import CRITICAL_VALUES, name_test


@pytest.mark.parametrize(
    ("named", "anonymous", "state"),
    [
        ([0.76, 0.7, 0.8, 0.74], [0.45] * 4, FollowState.NOT_FOLLOWED),
        ([0.6] * 8, [0.6] * 8, FollowState.FOLLOWED),
        ([0.6] * 8, [0.57] * 8, FollowState.UNKNOWN),
        ([0.6] * 16, [0.55] * 16, FollowState.NOT_FOLLOWED),
        ([0.65] * 4, [0.6] * 4, FollowState.UNKNOWN),
        ([0.7, 0.4, 0.6, 0.5], [0.5, 0.4, 0.3, 0.6], FollowState.UNKNOWN),
        ([0.6] * 5, [0.2] * 5, FollowState.UNKNOWN),
        ([], [], FollowState.UNKNOWN),
    ],
)
def test_a_verdict_goes_by_the_name_where_it_moves_further_than_it_wanders(
    named: list[float], anonymous: list[float], state: FollowState
) -> None:
    assert name_test(named, anonymous).state is state


def test_the_figures_are_those_of_the_answers() -> None:
    found = name_test([0.7, 0.8, 0.7, 0.8], [0.4, 0.5, 0.4, 0.5])
    assert (round(found.named, 3), round(found.anonymous, 3), round(found.moved, 3)) == (0.75, 0.45, 0.3)
    # Each name's variance is 4 * 0.05² / 3, and the bound is the t point times the noise times the root of 2 / 4.
    assert round(found.noise, 4) == 0.0577
    assert round(found.bound, 3) == round(CRITICAL_VALUES[4] * 0.05773503 * 0.5**0.5, 3)
