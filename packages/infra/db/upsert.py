"""Insert a row unless one with its key is there, on either database."""

from collections.abc import Mapping, Sequence

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from packages.infra.db.base import Base


async def insert_missing(session: AsyncSession, table: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Rows whose primary key exists are left as they are."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert = sqlite.insert(table) if is_sqlite else postgresql.insert(table)
    await session.execute(insert.on_conflict_do_nothing(), list(rows))
