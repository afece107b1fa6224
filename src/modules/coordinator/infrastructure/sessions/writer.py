"""Writes of sessions in groups: a commit that survives a power cut takes milliseconds, and a hundred runs share it.

Lines that nobody waits for gather until somebody writes something that is waited for, or for a moment at the most.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from packages.infra.db.base import Base
from packages.infra.db.engine import Database
from packages.infra.db.writes import writes_to
from src.modules.coordinator.infrastructure.sessions.rows import ResearchNodeRow

LINGER_SECONDS = 0.05


async def batch_due(flush: asyncio.Event) -> None:
    """Returns when somebody waits for the record, or when it has waited long enough."""
    if not flush.is_set():
        loop = asyncio.get_running_loop()
        late = loop.call_later(LINGER_SECONDS, flush.set)
        await flush.wait()
        late.cancel()
    flush.clear()


Write = Callable[[Connection], int]
NodeLine = Mapping[str, object]
_CHANGING = ("status", "finished_at", "error", "engine")
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    done: asyncio.Future[int]


class SessionWriter:
    """Use it inside `running()`. What is handed over first is written first."""

    def __init__(self, database: Database) -> None:
        self._transactions = writes_to(database)
        self._queue: asyncio.Queue[_Waiting | NodeLine] = asyncio.Queue()
        self._flush = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SessionWriter"]:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(self._write_for_ever())
            try:
                yield self
            finally:
                self._flush.set()
                await self._queue.join()
                task.cancel()
                await self._transactions.aclose()

    async def write(self, write: Write) -> int:
        """The number of rows that it changed, when that is durable; raises what kept it from being so."""
        waiting = _Waiting(write, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        self._flush.set()
        return await waiting.done

    def post(self, line: NodeLine) -> None:
        """Nobody waits for a node's line; one that cannot be written is logged."""
        self._queue.put_nowait(line)

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            await batch_due(self._flush)
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._write(batch)
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: Sequence[_Waiting | NodeLine]) -> None:
        """Together; when that fails, one by one, so that what cannot be written takes nothing else with it."""
        (end,) = await asyncio.gather(self._transactions.run(lambda on: _together(on, batch)), return_exceptions=True)
        if isinstance(end, BaseException) and len(batch) > 1:
            for each in batch:
                await self._write([each])
        else:
            _resolve(batch, end)


def _together(on: Connection, batch: Sequence[_Waiting | NodeLine]) -> list[int]:
    """A line that is written over in the same batch is written once. Lines come first: whoever ends a session tells of
    nodes that were left, and a session is there before its first line."""
    lines = {str(line["id"]): line for line in batch if not isinstance(line, _Waiting)}
    if lines:
        _upsert(on, list(lines.values()))
    return [waiting.write(on) for waiting in batch if isinstance(waiting, _Waiting)]


def _resolve(batch: Sequence[_Waiting | NodeLine], end: list[int] | BaseException) -> None:
    waiting = [each for each in batch if isinstance(each, _Waiting)]
    if not isinstance(end, BaseException):
        for each, changed in zip(waiting, end, strict=True):
            if not each.done.cancelled():
                each.done.set_result(changed)
        return
    _log.error("research_record_failed", lines=len(batch) - len(waiting), exc_info=end)
    for each in waiting:
        if not each.done.cancelled():
            each.done.set_exception(end)


def insert_into(on: Connection, table: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """One that supports a rule for a row that is there."""
    return sqlite.insert(table) if on.dialect.name == "sqlite" else postgresql.insert(table)


def _upsert(on: Connection, lines: Sequence[NodeLine]) -> None:
    insert = insert_into(on, ResearchNodeRow)
    later = {column: getattr(insert.excluded, column) for column in _CHANGING}
    on.execute(insert.on_conflict_do_update(index_elements=["id"], set_=later), list(lines))
