import numpy as np
import pytest

from packages.reports.drawing.axes import linear, round_step, scale_of


def test_ticks_stand_at_round_numbers_inside_the_range() -> None:
    scale = linear(53_211.0, 224_900.0)
    assert scale.ticks == (100_000.0, 150_000.0, 200_000.0)


@pytest.mark.parametrize(("rough", "step"), [(0.013, 0.02), (0.02, 0.02), (3.1, 5.0), (7.0, 10.0), (90.0, 100.0)])
def test_a_step_is_one_two_or_five_times_a_power_of_ten(rough: float, step: float) -> None:
    assert round_step(rough) == pytest.approx(step)


def test_an_equity_that_grows_tenfold_is_drawn_by_ratio() -> None:
    scale = scale_of(np.array([1e5, 1.2e6]), may_be_log=True)
    assert scale.is_log
    assert scale.ticks == (1e5, 2e5, 5e5, 1e6)
    assert scale.place(np.sqrt(1e5 * 1.2e6)) == pytest.approx(0.5)


@pytest.mark.parametrize("values", [[1e5, 9.9e5], [-1.0, 5e6], [0.0, 5e6]])
def test_a_smaller_span_or_a_ruined_account_is_drawn_by_difference(values: list[float]) -> None:
    assert not scale_of(np.array(values), may_be_log=True).is_log


def test_a_span_of_many_decades_has_no_more_ticks_than_asked_for() -> None:
    scale = scale_of(np.array([1.0, 1e14]), may_be_log=True, most=6)
    assert 2 <= len(scale.ticks) <= 6


@pytest.mark.parametrize("values", [[], [np.nan], [5.0, 5.0], [0.0]])
def test_a_flat_or_empty_series_has_a_scale_too(values: list[float]) -> None:
    scale = scale_of(np.array(values, dtype=np.float64))
    assert scale.low < scale.high
    assert all(scale.low <= tick <= scale.high for tick in scale.ticks)
