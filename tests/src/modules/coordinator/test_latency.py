"""The orchestration costs little beside the waiting for a model, and a crowd of runs makes none of them fail."""

from pathlib import Path

from benchmarks.research_latency import measure
from packages.infra.db.engine import Database


async def test_a_run_takes_hardly_longer_than_its_critical_path_and_a_crowd_loses_nobody(
    home: Path, database: Database
) -> None:
    measured = await measure(database, runs=20)
    assert measured.failed == 0
    # PostgreSQL's own processes share the machine with the test: how long they take is measured by the benchmark.
    if database.url.is_sqlite:
        assert min(measured.single / measured.critical_path, measured.single_own) <= 1.10, measured
