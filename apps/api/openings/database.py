"""The database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import Settings


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[Database]:
    """The database at the current schema."""
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        yield database
    finally:
        await database.aclose()
