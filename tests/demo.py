"""The demo companies, loaded once for all tests, at the start of 2026."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.fakes.clock import StoppedClock

# The demo companies end with 2025.
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Path:
    """A home with the demo pack in it, to be read or copied, never written to."""
    folder = tmp_path_factory.mktemp("demo")
    shutil.copy(schema, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        asyncio.run(_load())
    return folder


@pytest.fixture
def demo_at_home(demo_home: Path, home: Path) -> Path:
    """The test's own home, with the demo companies in it."""
    shutil.copytree(demo_home, home)
    return home


async def _load() -> None:
    settings = load_settings()
    database = Database(settings.database_url)
    await DataEngineeringContainer(database, settings, StoppedClock(NOW)).packs().load_demo(_quietly)
    await database.aclose()


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""
