"""What two engines did is alike only where every trade and every position that is still held agrees."""

from dataclasses import replace

import pytest

from benchmarks.peers.fills import Lot
from benchmarks.public_engines import NOT_SAID, compared
from packages.domain.strategy.well_known.library import WellKnown

CLOSED = Lot("DEMO6", 10, 100.0, 40.0, 20, 44.0)
HELD = Lot("DEMO6", 30, -50.0, 41.5)


def test_the_order_in_which_an_engine_lists_its_trades_says_nothing() -> None:
    told = compared([CLOSED, HELD], [HELD, CLOSED])
    assert (told.trades, told.held, told.apart) == (1, 1, None)


@pytest.mark.parametrize(
    "other",
    [
        [CLOSED],
        [CLOSED, CLOSED, HELD],
        [replace(CLOSED, entry_bar=11), HELD],
        [replace(CLOSED, exit_bar=21), HELD],
        [replace(CLOSED, exit_price=44.001), HELD],
        [CLOSED, replace(HELD, quantity=50.0)],
        [CLOSED, replace(HELD, quantity=-51.0)],
        [CLOSED, replace(HELD, exit_bar=40, exit_price=41.0)],
    ],
)
def test_whatever_differs_is_told(other: list[Lot]) -> None:
    assert compared([CLOSED, HELD], other).apart is not None


def test_at_least_twenty_two_of_the_well_known_strategies_are_compared() -> None:
    assert len(WellKnown) - len(NOT_SAID) >= 22
