"""The database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from packages.infra.db.engine import Database
from packages.infra.db.schema_check import ensure_current
from packages.settings.load import Settings


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[Database]:
    """The database at the current schema."""
    database = Database(settings.database_url)
    try:
        await ensure_current(database)
        yield database
    finally:
        await database.aclose()
