"""Insert a row unless one with its key is there, on either database."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Insert
from sqlalchemy.ext.asyncio import AsyncSession

from packages.infra.db.base import Base

Rows = Sequence[Mapping[str, object]]


async def insert_missing(session: AsyncSession, table: type[Base], rows: Rows) -> None:
    """Rows whose primary key exists are left as they are."""
    await session.execute(_unless_there(session.get_bind().dialect.name, table), list(rows))


def insert_missing_on(connection: Connection, table: type[Base], rows: Rows) -> None:
    """The same within a transaction that is one visit to the database."""
    connection.execute(_unless_there(connection.dialect.name, table), list(rows))


def _unless_there(dialect: str, table: type[Base]) -> Insert:
    # Each dialect brings its drivers along, so only the one in use is imported.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    return insert(table).on_conflict_do_nothing()
