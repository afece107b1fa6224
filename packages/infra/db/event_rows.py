"""The event log's tables, and the one transaction that writes a batch of appends.

A row per stream holds the last number given out. Taking numbers locks that row until the commit, so the
numbers of a stream are committed in order and without gaps, whichever process writes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, Dialect, ForeignKey, String, Text, bindparam, insert, select, update
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.errors import ParleyError
from packages.core.events import Event, StreamClosed, UnknownStream
from packages.infra.db.base import Base, insert_missing_on


class EventStreamRow(Base):
    """A stream, the last number given out in it, and whether it has ended."""

    __tablename__ = "event_streams"

    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36), index=True)
    last_seq: Mapped[int]
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]


class EventRow(Base):
    """One event of a stream; rows are only ever added."""

    __tablename__ = "events"

    stream_id: Mapped[str] = mapped_column(ForeignKey("event_streams.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    type: Mapped[str] = mapped_column(String(100))
    json: Mapped[str] = mapped_column(Text)


@dataclass(frozen=True, slots=True)
class Append:
    """Events, as (type, json), for one stream; `last` closes it with them."""

    stream_id: str
    events: tuple[tuple[str, str], ...]
    last: bool


Outcome = tuple[Event, ...] | ParleyError


def open_stream(connection: Connection, stream_id: str, owner_id: str, now: datetime) -> None:
    """Makes the stream unless it is there; another owner's is unknown."""
    row = {"id": stream_id, "owner_id": owner_id, "last_seq": 0, "created_at": now}
    insert_missing_on(connection, EventStreamRow, [row])
    owner = connection.scalar(_OWNER, {"stream": stream_id})
    if owner != owner_id:
        raise UnknownStream("desk.unknown_stream")


def read_page(
    connection: Connection, stream_id: str, owner_id: str, after: int, limit: int
) -> tuple[tuple[Event, ...], bool]:
    """The events behind `after`, and whether the stream has ended."""
    stream = connection.execute(_STREAM, {"stream": stream_id, "owner": owner_id}).one_or_none()
    if stream is None:
        raise UnknownStream("desk.unknown_stream")
    rows = connection.execute(_NEWER, {"stream": stream_id, "after": after, "limit": limit})
    return tuple(Event(row.seq, row.type, row.json) for row in rows), stream.closed_at is not None


_OWNER = select(EventStreamRow.owner_id).where(EventStreamRow.id == bindparam("stream"))
_STREAM = select(EventStreamRow.closed_at).where(
    EventStreamRow.id == bindparam("stream"), EventStreamRow.owner_id == bindparam("owner")
)
_NEWER = (
    select(EventRow.seq, EventRow.type, EventRow.json)
    .where(EventRow.stream_id == bindparam("stream"), EventRow.seq > bindparam("after"))
    .order_by(EventRow.seq)
    .limit(bindparam("limit"))
)


def write_batch(connection: Connection, batch: Sequence[Append], now: datetime) -> list[Outcome]:
    """One outcome per append, in the same order; a refused one does not hinder the others."""
    streams = _locked_streams(connection, {append.stream_id for append in batch})
    outcomes = [_number(streams.get(append.stream_id), append, now) for append in batch]
    rows = [
        (append.stream_id, event.seq, event.type, event.json)
        for append, outcome in zip(batch, outcomes, strict=True)
        if not isinstance(outcome, ParleyError)
        for event in outcome
    ]
    if streams:
        connection.execute(_MOVE_STREAM, [stream.parameters() for stream in streams.values()])
    if rows:
        connection.exec_driver_sql(_add_events(connection.dialect), rows)
    return outcomes


@cache
def _add_events(dialect: Dialect) -> str:
    """As the driver takes it: for thousands of rows a second, going through the compiler each time is too slow."""
    return str(insert(EventRow.__table__).compile(dialect=dialect))  # type: ignore[arg-type]


@dataclass(slots=True)
class _Stream:
    id: str
    last_seq: int
    closed_at: datetime | None

    def parameters(self) -> dict[str, object]:
        return {"stream": self.id, "seq": self.last_seq, "closed": self.closed_at}


_MOVE_STREAM = (
    update(EventStreamRow.__table__)  # type: ignore[arg-type]
    .where(EventStreamRow.id == bindparam("stream"))
    .values(last_seq=bindparam("seq"), closed_at=bindparam("closed"))
)


def _locked_streams(connection: Connection, ids: set[str]) -> dict[str, _Stream]:
    # In the order of ids, so that two processes never wait for each other in a ring.
    wanted = select(EventStreamRow.id, EventStreamRow.last_seq, EventStreamRow.closed_at)
    rows = connection.execute(wanted.where(EventStreamRow.id.in_(ids)).order_by(EventStreamRow.id).with_for_update())
    return {row.id: _Stream(row.id, row.last_seq, row.closed_at) for row in rows}


def _number(stream: _Stream | None, append: Append, now: datetime) -> Outcome:
    if stream is None:
        return UnknownStream("desk.unknown_stream")
    if stream.closed_at is not None:
        return StreamClosed("desk.stream_closed", stream=append.stream_id)
    first = stream.last_seq + 1
    stream.last_seq += len(append.events)
    stream.closed_at = now if append.last else None
    return tuple(Event(seq, type_, json) for seq, (type_, json) in enumerate(append.events, first))
