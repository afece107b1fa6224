"""Which values are tried in the place of a number."""

from decimal import Decimal

import pytest

from packages.domain.strategy.trade import FixedQuantity
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.stress.sensitivity.curves import BadGrid, check_points, reach_of, thinned, unit_of, values_around
from tests.reference.by_hand import long_side, strategy_of

ONE = Decimal(1)


def test_integers_stay_integers_and_have_their_neighbours() -> None:
    values = values_around(Tunable("/p", "int", 50, 25, 100, 2), 21, ONE)
    assert all(isinstance(value, int) for value in values)
    assert {45, 48, 50, 52, 55} <= set(values)
    assert (values[0], values[-1]) == (26, 100)  # from 50 down in steps of 3, up in steps of 5
    assert len(values) <= 21 + 4


def test_a_small_integer_has_every_value_of_its_range() -> None:
    assert values_around(Tunable("/p", "int", 3, 1, 6, 1), 21, ONE) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(("value", "reach"), [(5, 1.0), (14, 1.4), (200, 20.0), (-50, 5.0)])
def test_a_neighbour_is_a_tenth_away_or_one_unit(value: int, reach: float) -> None:
    assert reach_of(Tunable("/p", "int", value, value // 2, value * 2, 1), ONE) == pytest.approx(reach)


def test_a_number_that_may_be_any_fraction_is_spread_evenly_with_few_figures() -> None:
    values = values_around(Tunable("/p", "float", 2.5, 1.25, 3.75, 0.1), 21, None)
    assert len(values) == 21
    assert values[8:13] == (2.25, 2.375, 2.5, 2.625, 2.75)
    assert all(len(repr(value)) <= 7 for value in values)


def test_zero_has_neighbours_too() -> None:
    tunable = Tunable("/p", "float", 0, -1.0, 1.0, 0.1)
    assert reach_of(tunable, None) == pytest.approx(0.2)
    assert {-0.2, -0.1, 0, 0.1, 0.2} <= set(values_around(tunable, 21, None))


def test_a_number_at_the_end_of_its_range_is_tried_on_one_side_only() -> None:
    values = values_around(Tunable("/p", "float", 1, 0.5, 1, 0.05), 21, None)
    assert values[0] == 0.5
    assert values[-1] == 1
    assert 0.9 in values


def test_a_quantity_changes_by_whole_lots() -> None:
    strategy = strategy_of(long_side(sizing=FixedQuantity(Decimal(25))))
    tunable = Tunable("/trade/long/position_sizing/qty", "float", 25, 12.5, 37.5, 1)
    unit = unit_of(strategy, tunable)
    assert unit == ONE
    values = values_around(tunable, 21, unit)
    assert all(isinstance(value, int) for value in values)
    assert {23, 24, 25, 26, 27} <= set(values)


def test_a_quantity_of_tiny_steps_is_an_exact_multiple_of_them() -> None:
    step = Decimal("0.00000001")
    values = values_around(Tunable("/p", "float", 0.3, 0.15, 0.45, 0.01), 21, step)
    assert len(values) >= 20
    assert all(Decimal(repr(value)) % step == 0 for value in values)


def test_the_one_lot_of_a_board_has_a_neighbour_of_two_lots() -> None:
    assert values_around(Tunable("/p", "float", 100, 50.0, 150.0, 5), 21, Decimal(100)) == (0, 100, 200)


def test_thinning_keeps_the_chosen_value() -> None:
    values = tuple(float(each) for each in range(25))
    kept = thinned(values, 7.0, 11)
    assert 7.0 in kept
    assert len(kept) <= 11
    assert thinned((1.0, 2.0), 2.0, 11) == (1.0, 2.0)


@pytest.mark.parametrize("points", [-1, 0, 2, 202])
def test_a_curve_needs_a_sensible_number_of_points(points: int) -> None:
    with pytest.raises(BadGrid, match=r"from 3 to 201"):
        check_points(points)
