"""The benchmark of paths runs, small."""

import pytest

from benchmarks.stress_paths import WORLDS, fitted_line, timed
from packages.domain.stress.findings import World


@pytest.mark.parametrize("world", WORLDS)
def test_a_small_benchmark_takes_some_time(world: World) -> None:
    timing = timed(world, paths=100, bars=300)
    assert timing.seconds > 0
    assert timing.fit_seconds > 0
    assert timing.peak_megabytes > 1


def test_several_instruments_are_timed_too() -> None:
    assert timed(World.BLOCK_BOOTSTRAP, paths=100, bars=300, instruments=3).seconds > 0


def test_a_line_is_told_with_its_furthest_measure() -> None:
    assert fitted_line((1, 2, 3), [3.0, 5.0, 7.0]) == pytest.approx((2.0, 0.0))
    assert fitted_line((1, 2, 3), [3.0, 8.0, 7.0])[1] > 0.2
