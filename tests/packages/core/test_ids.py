"""Ids sort by time, never repeat, and derived ones repeat when they should."""

import uuid
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from packages.core.ids import Ids, derived_id
from tests.fakes.clock import StoppedClock


def test_ids_are_version_7_uuids_that_sort_by_time() -> None:
    clock = StoppedClock()
    ids = Ids(clock, Random(1).randbytes)
    made = []
    for _ in range(50):
        made.append(ids.new())
        clock.move(seconds=0.001)
    assert made == sorted(made)
    assert {uuid.UUID(text).version for text in made} == {7}
    assert {uuid.UUID(text).variant for text in made} == {uuid.RFC_4122}


def test_ids_made_in_the_same_instant_differ() -> None:
    ids = Ids(StoppedClock())
    assert len({ids.new() for _ in range(1000)}) == 1000


def test_the_same_randomness_and_time_give_the_same_id() -> None:
    assert Ids(StoppedClock(), Random(7).randbytes).new() == Ids(StoppedClock(), Random(7).randbytes).new()


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_derived_ids_are_equal_exactly_when_their_parts_are(one: list[str], other: list[str]) -> None:
    assert (derived_id(*one) == derived_id(*other)) == (one == other)
