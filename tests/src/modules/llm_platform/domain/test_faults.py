"""When another try is made, and when a server is left alone."""

import random
from datetime import timedelta

import pytest

from src.modules.llm_platform.domain.errors import (
    Backoff,
    CircuitBreaker,
    ModelBusy,
    ModelFault,
    ModelRefused,
    ModelTimeout,
)
from tests.fakes.clock import StoppedClock

CHANCE = random.Random(7)


def test_waits_double_with_jitter_and_never_pass_the_longest() -> None:
    backoff = Backoff(attempts=10, first=1, longest=5)
    for tries, ceiling in ((1, 1), (2, 2), (3, 4), (4, 5), (9, 5)):
        waits = [backoff.wait(ModelTimeout("late"), tries, CHANCE) or 0.0 for _ in range(50)]
        assert all(ceiling / 2 <= wait <= ceiling for wait in waits)
        assert len(set(waits)) > 1


def test_a_servers_own_wish_is_honoured() -> None:
    assert Backoff().wait(ModelBusy("busy", status_code=429, retry_after=3), 1, CHANCE) == 3


def test_a_wish_that_is_too_long_means_asking_somebody_else() -> None:
    assert Backoff(longest=30).wait(ModelBusy("busy", retry_after=600), 1, CHANCE) is None


@pytest.mark.parametrize(("fault", "tries"), [(ModelRefused("no"), 1), (ModelTimeout("late"), 3)])
def test_what_is_final_or_was_tried_enough_is_not_tried_again(fault: ModelFault, tries: int) -> None:
    assert Backoff(attempts=3).wait(fault, tries, CHANCE) is None


def test_a_breaker_opens_after_faults_in_a_row_and_lets_one_probe_through_later() -> None:
    clock, breaker = StoppedClock(), CircuitBreaker(threshold=3, rest=timedelta(seconds=30))
    for _ in range(3):
        assert breaker.lets_through(clock.now())
        breaker.failed(clock.now())
    assert not breaker.lets_through(clock.now())
    clock.move(seconds=30)
    assert breaker.lets_through(clock.now())
    assert not breaker.lets_through(clock.now())  # the probe is out
    breaker.failed(clock.now())
    clock.move(seconds=29)
    assert not breaker.lets_through(clock.now())
    clock.move(seconds=1)
    assert breaker.lets_through(clock.now())
    breaker.succeeded()
    assert breaker.lets_through(clock.now())
    assert breaker.lets_through(clock.now())


def test_a_success_in_between_starts_the_count_anew() -> None:
    clock, breaker = StoppedClock(), CircuitBreaker(threshold=2)
    breaker.failed(clock.now())
    breaker.succeeded()
    breaker.failed(clock.now())
    assert breaker.lets_through(clock.now())


def test_a_cancelled_probe_leaves_room_for_the_next() -> None:
    clock, breaker = StoppedClock(), CircuitBreaker(threshold=1, rest=timedelta(seconds=1))
    breaker.failed(clock.now())
    clock.move(seconds=1)
    assert breaker.lets_through(clock.now())
    breaker.probe_ended()
    assert breaker.lets_through(clock.now())
