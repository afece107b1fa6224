"""A small share of the measurement: filler is refused, good reports stay, and inventions come to nothing."""

from pathlib import Path

import pytest

from benchmarks.evidence_to_the_end import measured
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.demo import NOW
from tests.fakes.clock import StoppedClock
from tests.fakes.desk_briefs import all_briefs


async def test_nothing_that_nobody_knows_gets_through(demo_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(demo_home))
    settings = load_settings()
    database = Database(settings.database_url)
    library = DataEngineeringContainer(database, settings, StoppedClock(NOW)).library()
    briefs = await all_briefs(database, library, ("DEMO3.SZ",))
    await database.aclose()
    figures = await measured(briefs, share=0.02)
    print(figures)
    assert figures.holds, str(figures)
    assert (figures.filler, figures.good, figures.runs, figures.honest_verdicts) == (20, 20, 10, 2)
