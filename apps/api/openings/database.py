"""The database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from packages.infra.db.engine import Database
from packages.infra.db.schema_check import bring_up
from packages.settings.load import Settings


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[Database]:
    """The database at the current schema."""
    database = Database(settings.database_url)
    try:
        await bring_up(database)
        yield database
    finally:
        await database.aclose()
