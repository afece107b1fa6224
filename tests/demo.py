"""The founding years of the demo market, to the end of 2025, loaded once for all tests."""

import asyncio
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.core.messages import Language
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.providers.market_data.demo.pack import generate
from packages.settings.database import DatabaseUrl
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.effort import by_turns
from tests.fakes.clock import StoppedClock
from tests.shared_folders import shared_folder

# What the tests say of the founding years stays so however the market goes on.
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def in_either_language(symbols: Sequence[str]) -> pytest.MarkDecorator:
    """Each company in one language for `make test`, by turns; the other is for `make trust`."""
    return by_turns(("symbol", "language"), symbols, list(Language))


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Path:
    """A home with the demo pack in it, to be read or copied, never written to."""

    def fill(folder: Path) -> None:
        shutil.copy(schema, folder)
        _load_into(folder)

    return shared_folder(tmp_path_factory, "demo", fill)


def _load_into(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        asyncio.run(_load())


def filled_home(folder: Path) -> Path:
    """A new home with the demo companies in it, for who measures without fixtures."""
    folder.mkdir(parents=True)
    asyncio.run(_migrated(folder / "parley.sqlite"))
    _load_into(folder)
    return folder


async def _migrated(file: Path) -> None:
    database = Database(DatabaseUrl(f"sqlite:///{file}"))
    await upgrade(database)
    await database.aclose()


@pytest.fixture
def demo_at_home(demo_home: Path, home: Path) -> Path:
    """The test's own home, with the demo companies in it."""
    shutil.copytree(demo_home, home)
    return home


async def _load() -> None:
    settings = load_settings()
    database = Database(settings.database_url)
    library, pack = DataEngineeringContainer(database, settings, StoppedClock(NOW)).library(), generate()
    await library.rows.add(pack.rows(), NOW)
    for series in pack.all_bars():
        await library.bars.append(series, NOW)
    await database.aclose()
