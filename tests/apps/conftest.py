"""The demo companies, loaded once for all tests of the processes."""

import asyncio
import shutil
from pathlib import Path

import pytest

from apps.api.composition import open_database
from packages.core.clock import SystemClock
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer


@pytest.fixture(scope="session")
def demo_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the demo pack in it, to be copied."""
    folder = tmp_path_factory.mktemp("demo") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        asyncio.run(_load())
    return folder


@pytest.fixture
def demo_at_home(demo_store: Path, home: Path) -> Path:
    """The test's own home, with the demo companies in it."""
    shutil.copytree(demo_store, home)
    return home


async def _load() -> None:
    settings = load_settings()
    async with open_database(settings) as database:
        await DataEngineeringContainer(database, settings, SystemClock()).packs().load_demo(_quietly)


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""
