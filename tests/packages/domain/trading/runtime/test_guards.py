"""Where stops and targets stand: from the average price, the nearer of stop and trail, both ways."""

from decimal import Decimal

import pytest

from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import Capabilities
from packages.domain.trading.orders import DistanceUnit, GuardDistance, Guards, OrderType
from packages.domain.trading.runtime.guards import Level, holds, levels_of
from packages.domain.trading.runtime.ports import VenueReach

LONG, SHORT = Direction.LONG, Direction.SHORT
HUNDRED = Decimal(100)
FLAT = VenueReach(HUNDRED, HUNDRED)


def pct(value: float) -> GuardDistance:
    return GuardDistance(DistanceUnit.PCT, value)


def prices(guards: Guards, direction: Direction, reach: VenueReach | None = FLAT) -> list[tuple[str, float]]:
    return [(level.reason, float(level.price)) for level in levels_of(guards, direction, HUNDRED, reach)]


def test_a_target_in_risk_stands_so_many_stops_away() -> None:
    guards = Guards(stop=GuardDistance(DistanceUnit.POINTS, 4.0), target=GuardDistance(DistanceUnit.RISK, 2.5))
    assert prices(guards, LONG) == [("stop_loss", 96.0), ("take_profit", 110.0)]
    assert prices(guards, SHORT) == [("stop_loss", 104.0), ("take_profit", 90.0)]


def test_the_nearer_of_stop_and_trail_counts_and_the_stop_gives_the_name_on_a_tie() -> None:
    both = Guards(stop=pct(0.05), trail=pct(0.1))
    assert prices(both, LONG) == [("stop_loss", 95.0)]
    assert prices(both, LONG, VenueReach(Decimal(120), HUNDRED)) == [("trailing_stop", 108.0)]
    assert prices(both, SHORT, VenueReach(HUNDRED, Decimal(80))) == [("trailing_stop", 88.0)]
    assert prices(Guards(stop=pct(0.1), trail=pct(0.1)), LONG) == [("stop_loss", 90.0)]


@pytest.mark.parametrize(
    ("direction", "reach", "stop"),
    [
        (LONG, VenueReach(Decimal(97), Decimal(95)), 90.0),
        (SHORT, VenueReach(Decimal(105), Decimal(103)), 110.0),
        (LONG, None, 90.0),
    ],
)
def test_a_trail_stands_from_the_entry_while_nothing_was_better(
    direction: Direction, reach: VenueReach | None, stop: float
) -> None:
    [(_, price)] = prices(Guards(trail=pct(0.1)), direction, reach)
    assert price == pytest.approx(stop)


def test_a_price_that_is_none_is_no_level() -> None:
    assert prices(Guards(stop=GuardDistance(DistanceUnit.POINTS, 150.0)), LONG) == []


def test_beyond_is_below_a_stop_and_above_a_target_and_the_other_way_for_a_short() -> None:
    stop, target = Level(OrderType.STOP, HUNDRED, "stop_loss"), Level(OrderType.LIMIT, HUNDRED, "take_profit")
    low, high = Decimal(99), Decimal(101)
    assert (stop.is_beyond(low, LONG), stop.is_beyond(high, LONG)) == (True, False)
    assert (target.is_beyond(low, LONG), target.is_beyond(high, LONG)) == (False, True)
    assert (stop.is_beyond(low, SHORT), stop.is_beyond(high, SHORT)) == (False, True)
    assert (target.is_beyond(low, SHORT), target.is_beyond(high, SHORT)) == (True, False)


def test_a_broker_without_trails_leaves_the_whole_of_the_guards_to_the_desk() -> None:
    legs = Capabilities(sizes_at_fill=False, guards=True, trailing=False, shorts=True, fractions=False)
    assert holds(legs, Guards())
    assert holds(legs, Guards(stop=pct(0.1)))
    assert not holds(legs, Guards(stop=pct(0.1), trail=pct(0.1)))
