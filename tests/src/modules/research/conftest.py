"""The demo companies in a library of their own, read by all tests of research."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.research.infrastructure.library_market import LibraryMarket
from tests.fakes.clock import StoppedClock

# The demo companies end with 2025.
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the demo pack loaded, once for the whole session; only ever read."""
    folder = tmp_path_factory.mktemp("demo") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        asyncio.run(_load())
        yield folder


async def _load() -> None:
    settings = load_settings()
    database = Database(settings.database_url)
    await upgrade(database)
    await DataEngineeringContainer(database, settings, StoppedClock(NOW)).packs().load_demo(_quietly)
    await database.aclose()


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""


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
