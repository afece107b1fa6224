"""What is called fragile, and what is not."""

import numpy as np
import pytest

from packages.domain.stress.findings import CurvePoint
from packages.domain.stress.sensitivity.curves import fragility


def points_of(**sharpes: float) -> list[CurvePoint]:
    return [CurvePoint(float(name.removeprefix("at_")), sharpe, 0.0, 0.0, 10) for name, sharpe in sharpes.items()]


def test_a_peak_with_nothing_beside_it_is_wholly_fragile() -> None:
    points = points_of(at_18=0.0, at_19=-0.4, at_20=1.5, at_21=0.0, at_22=0.1)
    assert fragility(points, 20, 1.5, 2) == pytest.approx(1.0)


def test_a_plateau_is_not_fragile_wherever_it_ends_further_away() -> None:
    points = points_of(at_10=-2.0, at_18=1.5, at_19=1.6, at_20=1.5, at_21=1.5, at_22=1.5, at_30=-2.0)
    assert fragility(points, 20, 1.5, 2) == 0.0


def test_a_cliff_on_one_side_is_a_cliff() -> None:
    points = points_of(at_18=1.5, at_19=1.5, at_20=1.5, at_21=0.0, at_22=0.0)
    assert fragility(points, 20, 1.5, 2) == pytest.approx(1.0)


def test_the_losses_of_a_side_are_averaged() -> None:
    points = points_of(at_18=0.5, at_19=0.75, at_20=1.0, at_21=0.9, at_22=1.0)
    assert fragility(points, 20, 1.0, 2) == pytest.approx((0.5 + 0.25) / 2)


def test_a_little_noise_on_a_plateau_makes_nothing_fragile() -> None:
    rng = np.random.default_rng(11)
    for _ in range(200):
        noisy = [CurvePoint(value, 1.0 + rng.normal(0, 0.05), 0.0, 0.0, 10) for value in (18, 19, 21, 22)]
        assert fragility(noisy, 20, 1.0, 2) < 0.2


@pytest.mark.parametrize("base", [0.0, -0.7])
def test_a_strategy_without_a_result_has_nothing_to_lose(base: float) -> None:
    assert fragility(points_of(at_19=-3.0, at_21=-3.0), 20, base, 2) == 0.0


def test_a_result_that_is_hardly_one_is_not_called_lost_for_a_hair() -> None:
    assert fragility(points_of(at_19=0.0, at_21=0.0), 20, 0.01, 2) == pytest.approx(0.1)


def test_without_neighbours_nothing_is_told() -> None:
    assert fragility(points_of(at_20=1.0, at_40=-1.0), 20, 1.0, 2) == 0.0
