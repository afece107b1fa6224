"""A database of its own for a test that looks at everything in it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.settings.database import DatabaseUrl


@pytest.fixture
async def sqlite(tmp_path: Path, schema: Path) -> AsyncIterator[Database]:
    database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(schema, tmp_path)}"))
    yield database
    await database.aclose()
