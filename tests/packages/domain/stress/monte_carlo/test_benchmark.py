"""The benchmark of paths runs, small."""

import pytest

from benchmarks.stress_paths import WORLDS, timed
from packages.domain.stress.findings import World


@pytest.mark.parametrize("world", WORLDS)
def test_a_small_benchmark_takes_some_time(world: World) -> None:
    timing = timed(world, paths=100, bars=300)
    assert timing.seconds > 0
    assert timing.fit_seconds > 0
    assert timing.peak_megabytes > 1
