"""Whether a database is at the current schema, found out without loading what brings it there otherwise."""

from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from packages.infra.db.engine import Database

_VERSIONS = Path(__file__).parents[3] / "migrations" / "versions"


def newest_revision() -> str:
    """Revisions stand in files that are named after them, one behind the other."""
    return max(path.name.partition("_")[0] for path in _VERSIONS.glob("[0-9]*_*.py"))


async def is_current(database: Database) -> bool:
    try:
        async with database.engine.connect() as connection:
            found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except DBAPIError:  # a fresh one has no such table
        return False
    return bool(found == newest_revision())


async def ensure_current(database: Database) -> None:
    """To the current schema; the migrations are loaded when there is something for them to do."""
    if not await is_current(database):
        from packages.infra.db.migrate import upgrade

        await upgrade(database)
