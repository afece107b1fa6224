"""The demo companies in a library of their own, read by all tests of research."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.research.infrastructure.neighbours import LibraryMarket
from tests.demo import NOW
from tests.fakes.clock import StoppedClock


@pytest.fixture
async def demo_database(demo_home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setenv("PARLEY_HOME", str(demo_home))
    database = Database(load_settings().database_url)
    yield database
    await database.aclose()


@pytest.fixture
async def demo_market(demo_database: Database) -> LibraryMarket:
    """The `Market` port over the demo companies, at the start of 2026."""
    library = DataEngineeringContainer(demo_database, load_settings(), StoppedClock(NOW)).library()
    return LibraryMarket(library)
