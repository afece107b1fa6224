"""What all tables share: one metadata with stable constraint names, UTC times, and an insert that keeps an
existing row."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import ClassVar

from sqlalchemy import Connection, DateTime, Dialect, Insert, MetaData, Text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from packages.contracts.sentences import recalled, stored


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC instant; SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class MessageText(TypeDecorator[str]):
    """A sentence for people, kept as its message; one that was written as plain text is read as it stands."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else stored(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else recalled(value)


class Base(DeclarativeBase):
    """Base of all rows."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[type, type]] = {datetime: UtcDateTime}


Rows = Sequence[Mapping[str, object]]


async def insert_missing(session: AsyncSession, table: type[Base], rows: Rows) -> None:
    """Rows whose primary key exists are left as they are."""
    await session.execute(_unless_there(session.get_bind().dialect.name, table), list(rows))


def insert_missing_on(connection: Connection | Session, table: type[Base], rows: Rows) -> None:
    """The same within a transaction that is one visit to the database."""
    dialect = connection.get_bind().dialect if isinstance(connection, Session) else connection.dialect
    connection.execute(_unless_there(dialect.name, table), list(rows))


@cache
def _unless_there(dialect: str, table: type[Base]) -> Insert:
    # Each dialect brings its drivers along, so only the one in use is imported.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    return insert(table).on_conflict_do_nothing()
