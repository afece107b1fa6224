"""The call book over the SQL database."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from itertools import groupby
from typing import Any, TypeVar

import structlog
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from src.modules.judge.domain.call import Call, CallEntry, read_call, refuse_past
from src.modules.judge.domain.chain import ChainCheck, ExportedHead, Link, StoredLink, check_chain
from src.modules.judge.domain.ports import CallTally, HeadArchive
from src.modules.judge.domain.settlement import Settlement, SettlementState, read_settlement
from src.modules.judge.infrastructure.call_rows import (
    LIVE,
    AnyCallRow,
    AnySettlementRow,
    BookTables,
    add_links,
    head_of,
    locked_head,
    turn_of,
)

_log = structlog.get_logger(__name__)
_CALL_COLUMNS = ("id", "session_id", "ends_on", "made_on")
_SETTLEMENT_COLUMNS = ("call_id", "state")
_MOST_AT_ONCE = 500
SomeRow = TypeVar("SomeRow", bound=AnyCallRow | AnySettlementRow)


class SqlCallBook:
    """Every write is a transaction of its own: a call is in the book when `append` returns. With an `archive` the new
    head is outside of the database then, too."""

    def __init__(self, engine: AsyncEngine, tables: BookTables = LIVE, archive: HeadArchive | None = None) -> None:
        self._tables = tables
        self._archive = archive
        self._readers = async_sessionmaker(engine, expire_on_commit=False)
        # SQLite takes the write lock when a writing transaction begins, so that writers wait instead of failing.
        writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._writers = async_sessionmaker(writing, expire_on_commit=False)
        self._turn = turn_of(engine)

    async def append(self, calls: Sequence[Call]) -> Sequence[CallEntry]:
        if not calls:
            return []
        (owner_id,) = {call.owner_id for call in calls}
        async with self._write() as session:
            head = await locked_head(session, owner_id, self._tables.call_chain)
            known = await self._by_session(session, owner_id, [call.session_id for call in calls])
            new: dict[str, Call] = {}
            for call in calls:
                if call.session_id not in known:
                    new.setdefault(call.session_id, call)
            if self._tables is LIVE:
                refuse_past(new.values())
            contents = [(call.content(), _CALL_COLUMNS) for call in new.values()]
            table, chain = self._tables.calls, self._tables.call_chain
            links = await add_links(session, table, owner_id, chain, head, contents)
            known |= {name: _entry(link) for name, link in zip(new, links, strict=True)}
        await self._export(owner_id, chain, links, max(call.made_at for call in calls).date())
        return [known[call.session_id] for call in calls]

    async def find(self, owner_id: str, session_id: str) -> CallEntry | None:
        async with self._read() as session:
            return (await self._by_session(session, owner_id, [session_id])).get(session_id)

    async def page(self, owner_id: str, limit: int, before: int | None = None) -> Sequence[CallEntry]:
        calls = self._tables.calls
        wanted = select(calls).where(calls.owner_id == owner_id).order_by(calls.seq.desc()).limit(limit)
        if before is not None:
            wanted = wanted.where(calls.seq < before)
        async with self._read() as session:
            return [_entry(_link(row)) for row in await session.scalars(wanted)]

    async def due(self, day: date, owner_id: str | None = None) -> Sequence[CallEntry]:
        calls, ends = self._tables.calls, self._tables.settlements
        settled = select(ends.call_id).where(ends.call_id == calls.id).exists()
        wanted = select(calls).where(calls.ends_on <= day.isoformat(), ~settled)
        if owner_id is not None:
            wanted = wanted.where(calls.owner_id == owner_id)
        async with self._read() as session:
            rows = await session.scalars(wanted.order_by(calls.ends_on, calls.owner_id, calls.seq))
            return [_entry(_link(row)) for row in rows]

    async def settle(self, settlements: Sequence[Settlement]) -> int:
        ordered = sorted(settlements, key=lambda one: one.owner_id)
        return sum([await self._settle(owner, list(own)) for owner, own in groupby(ordered, lambda one: one.owner_id)])

    async def settlements(self, owner_id: str, call_ids: Sequence[str]) -> dict[str, Settlement]:
        async with self._read() as session:
            return {one.call_id: one for one in await self._settlements(session, owner_id, call_ids)}

    async def settled(self, owner_id: str) -> Sequence[tuple[CallEntry, Settlement]]:
        calls, ends = self._tables.calls, self._tables.settlements
        wanted = (
            select(calls, ends.body)
            .join(ends, ends.call_id == calls.id)
            .where(calls.owner_id == owner_id, ends.owner_id == owner_id)
            .where(ends.state == SettlementState.SETTLED.value)
            .order_by(calls.seq)
        )
        async with self._read() as session:
            rows = await session.execute(wanted)
            return [(_entry(_link(row)), read_settlement(body)) for row, body in rows]

    async def tally(self, owner_id: str) -> CallTally:
        calls, ends = self._tables.calls, self._tables.settlements
        entries = select(func.count(), func.count(calls.ends_on)).where(calls.owner_id == owner_id)
        states = select(ends.state, func.count()).where(ends.owner_id == owner_id)
        async with self._read() as session:
            total, called = (await session.execute(entries.select_from(calls))).one()
            counted = await session.execute(states.group_by(ends.state))
            ended = {row[0]: row[1] for row in counted}
        given_up = ended.get(SettlementState.UNSETTLEABLE.value, 0)
        return CallTally(total, total - called, ended.get(SettlementState.SETTLED.value, 0), given_up)

    async def verify(self, owner_id: str, exported: Sequence[ExportedHead] = ()) -> Sequence[ChainCheck]:
        tables = self._tables
        names = (tables.call_chain, tables.settlement_chain)
        async with self._read() as session:
            calls = _stored(await session.scalars(_chained(tables.calls, owner_id)), _CALL_COLUMNS)
            ends = _stored(await session.scalars(_chained(tables.settlements, owner_id)), _SETTLEMENT_COLUMNS)
            heads = [await head_of(session, owner_id, name) for name in names]
        links = list(zip(names, (calls, ends), heads, strict=True))
        # Hashing a long book would hold up everybody else on the loop.
        return await asyncio.to_thread(lambda: [check_chain(*link, exported) for link in links])

    async def owners(self) -> Sequence[str]:
        async with self._read() as session:
            return list(await session.scalars(select(self._tables.calls.owner_id).distinct()))

    async def _settle(self, owner_id: str, settlements: Sequence[Settlement]) -> int:
        async with self._write() as session:
            table, chain = self._tables.settlements, self._tables.settlement_chain
            head = await locked_head(session, owner_id, chain)
            known = await self._settlements(session, owner_id, [one.call_id for one in settlements])
            ended = {one.call_id for one in known}
            new = {one.call_id: one for one in settlements if one.call_id not in ended}
            contents = [(one.content(), _SETTLEMENT_COLUMNS) for one in new.values()]
            links = await add_links(session, table, owner_id, chain, head, contents)
        await self._export(owner_id, chain, links, max(one.settled_at for one in settlements).date())
        return len(links)

    async def _export(self, owner_id: str, chain: str, links: Sequence[Link], day: date) -> None:
        """What cannot be written now, the job `calls.verify` writes later; the entry is in the book already."""
        if self._archive is None or not links:
            return
        last = links[-1]
        head = ExportedHead(day=day, owner_id=owner_id, book=chain, entries=last.seq, head=last.hash)
        try:
            await asyncio.to_thread(self._archive.put, head)
        except OSError as error:
            _log.error("call_head_not_exported", book=chain, entry=last.seq, exc_info=error)

    async def _by_session(
        self, session: AsyncSession, owner_id: str, session_ids: Sequence[str]
    ) -> dict[str, CallEntry]:
        calls = self._tables.calls
        found: dict[str, CallEntry] = {}
        for part in _parts(session_ids):
            wanted = select(calls).where(calls.owner_id == owner_id, calls.session_id.in_(part))
            found |= {row.session_id: _entry(_link(row)) for row in await session.scalars(wanted)}
        return found

    async def _settlements(self, session: AsyncSession, owner_id: str, call_ids: Sequence[str]) -> list[Settlement]:
        ends = self._tables.settlements
        found: list[Settlement] = []
        for part in _parts(call_ids):
            wanted: Select[Any] = select(ends.body).where(ends.owner_id == owner_id, ends.call_id.in_(part))
            found += [read_settlement(body) for body in await session.scalars(wanted)]
        return found

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncSession]:
        async with self._readers() as session, session.begin():
            yield session

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncSession]:
        async with self._turn, self._writers() as session, session.begin():
            yield session


def _chained(table: type[SomeRow], owner_id: str) -> Select[SomeRow]:
    return select(table).where(table.owner_id == owner_id).order_by(table.seq)


def _stored(rows: Iterable[AnyCallRow | AnySettlementRow], columns: tuple[str, ...]) -> list[StoredLink]:
    names = ("owner_id", *columns)
    return [StoredLink(_link(row), {name: getattr(row, name) for name in names}) for row in rows]


def _parts(values: Sequence[str]) -> list[Sequence[str]]:
    return [values[start : start + _MOST_AT_ONCE] for start in range(0, len(values), _MOST_AT_ONCE)]


def _link(row: AnyCallRow | AnySettlementRow) -> Link:
    return Link(row.seq, row.body, row.hash)


def _entry(link: Link) -> CallEntry:
    call, previous = read_call(link.body)
    return CallEntry(call, link.seq, previous, link.hash)
