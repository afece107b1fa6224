"""Whether the verdict goes by the experts."""

import pytest

from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import FollowState
from src.modules.audit.domain.verdict_sensitivity import verdict_sensitivity
from tests.src.modules.audit.making import answers

LEANS = (0.5, -0.4, 0.2, 0.0, -0.2)


def _worlds(*probabilities: float | None, leans: tuple[float, ...] = LEANS) -> list[WorldAnswers]:
    return [answers(said, technical_analyst=lean) for said, lean in zip(probabilities, leans, strict=True)]


@pytest.mark.parametrize(
    ("probabilities", "state"),
    [
        ((0.6, 0.42, 0.54, 0.5, 0.46), FollowState.FOLLOWED),
        ((0.65, 0.4, 0.6, 0.45, 0.5), FollowState.FOLLOWED),
        ((0.6, 0.6, 0.6, 0.6, 0.6), FollowState.NOT_FOLLOWED),
        ((0.6, 0.61, 0.6, 0.61, 0.6), FollowState.NOT_FOLLOWED),
        ((0.58, 0.64, 0.62, 0.6, 0.57), FollowState.NOT_FOLLOWED),
        ((0.45, 0.55, 0.5, 0.56, 0.44), FollowState.UNKNOWN),
        ((0.5, 0.5, 0.51, 0.5, 0.5), FollowState.UNKNOWN),
        ((0.6, None, None, 0.6, 0.6), FollowState.UNKNOWN),
    ],
)
def test_a_judge_listens_or_says_the_same_or_cannot_be_told(
    probabilities: tuple[float | None, ...], state: FollowState
) -> None:
    assert verdict_sensitivity(_worlds(*probabilities)).state is state


def test_where_the_experts_hardly_move_a_steady_verdict_shows_nothing() -> None:
    still = _worlds(0.6, 0.6, 0.6, 0.6, 0.6, leans=(0.3, 0.32, 0.28, 0.3, 0.3))
    assert verdict_sensitivity(still).state is FollowState.UNKNOWN


def test_the_figures_of_a_hearing_are_those_of_the_worlds() -> None:
    found = verdict_sensitivity(_worlds(0.6, 0.42, 0.54, 0.5, 0.46))
    assert (found.lowest, found.highest, round(found.moved, 3)) == (0.42, 0.6, 0.9)


def test_a_verdict_that_goes_with_the_experts_in_no_world_is_deaf_however_it_wanders() -> None:
    wandering = _worlds(0.45, 0.55, 0.5, 0.56, 0.44)
    left, followed = FollowState.NOT_FOLLOWED, FollowState.FOLLOWED
    assert verdict_sensitivity(wandering, [left] * 4).state is FollowState.NOT_FOLLOWED
    assert verdict_sensitivity(wandering, [left] * 3).state is FollowState.UNKNOWN
    assert verdict_sensitivity(wandering, [left] * 4 + [followed]).state is FollowState.UNKNOWN
