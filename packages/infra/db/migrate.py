"""Brings a fresh or older database to the current schema, in one transaction, under a lock."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from packages.core.errors import Conflict, Unavailable
from packages.infra.db.engine import Database

_MIGRATIONS = Path(__file__).parents[3] / "migrations"
_LOCK = 0x7061726C6579  # "parley"


class NewerDatabase(Conflict):
    """The database was written by a newer Parley."""


class UnreadableDatabase(Unavailable):
    """The file is damaged or no database, or the server does not answer."""


class MigrationFailed(Conflict):
    """The schema could not be brought up to date; the database is as it was."""


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic, pointed at the project's migrations and, where given, at an open connection."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def head_revision() -> str | None:
    """The revision that this code expects."""
    return _scripts().get_current_head()


def refuse_newer(revision: str) -> None:
    """A revision that this code has no script for comes from a later one."""
    if all(script.revision != revision for script in _scripts().walk_revisions()):
        raise NewerDatabase("database.newer", revision=revision)


async def upgrade(database: Database, revision: str = "head") -> None:
    """Two processes may start at once: the second waits for the first, then finds nothing to do."""
    try:
        async with database.writing_engine.begin() as connection:
            if not database.url.is_sqlite:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(_upgrade, revision)
    except (DBAPIError, OSError) as error:
        raise UnreadableDatabase("database.unreadable", reason=_first_line(error)) from error


async def downgrade(database: Database, revision: str) -> None:
    async with database.writing_engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(alembic_config(sync), revision))


def _upgrade(connection: Connection, revision: str) -> None:
    found = MigrationContext.configure(connection).get_current_heads()
    if revision == "head" and found == (head_revision(),):
        return
    for each in found:
        refuse_newer(each)
    try:
        command.upgrade(alembic_config(connection), revision)
    except (CommandError, DBAPIError) as error:
        raise MigrationFailed("database.migration_failed", reason=_first_line(error)) from error


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_config())


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
