"""Insert a row unless one with its key is there, on either database."""

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from packages.infra.db.base import Base


async def insert_missing(session: AsyncSession, table: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Rows whose primary key exists are left as they are."""
    # Each dialect brings its drivers along, so only the one in use is imported.
    if session.get_bind().dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    await session.execute(insert(table).on_conflict_do_nothing(), list(rows))
