"""A model that floods: a small flood for `make test`, whole ones for `make trust`."""

import pytest

from benchmarks.hostile_model import ATTACKS
from benchmarks.hostile_output import LONGEST_TURN, measure

SMALL, FEW_PROBES = 0.005, 20
LOOSELY = 20.0  # times as slow: what shares the machine with a test run weighs more than a flood


@pytest.mark.parametrize("name", ["cards"])
def test_a_small_flood_ends_and_leaves_room_for_others(name: str) -> None:
    found = measure(SMALL, name, FEW_PROBES)
    assert found.seconds < LONGEST_TURN
    assert found.slower < LOOSELY


@pytest.mark.trust
@pytest.mark.parametrize("name", list(ATTACKS))
def test_beside_a_flood_others_wait_less_than_twice_as_long(name: str) -> None:
    found = measure(1.0, name)
    assert found.holds, str(found)
