"""The durable event log over the SQL database: appends of all streams share one commit."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from packages.core.clock import Clock
from packages.core.events import Event, NewEvent
from packages.infra.db.engine import Database
from packages.infra.db.event_feed import EventFeed
from packages.infra.db.event_rows import Append, Outcome, open_stream, read_page, write_batch
from packages.infra.db.writes import writes_to

_PAGE = 500
_READABLE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ASCII = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class _Waiting:
    append: Append
    done: asyncio.Future[tuple[Event, ...]]


class SqlEventLog:
    """Use it inside `running()`, which owns the one task that commits."""

    def __init__(self, database: Database, clock: Clock, poll_seconds: float = 1.0) -> None:
        self._database = database
        self._clock = clock
        self._poll_seconds = poll_seconds  # how late a tail hears what another process wrote, at the most
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._feed = EventFeed()
        self._writes = writes_to(database)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SqlEventLog"]:
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(self._write_for_ever(), name="event-log-writer")
            try:
                yield self
            finally:
                await self._queue.join()
                writer.cancel()
                await self._writes.aclose()

    async def open(self, stream_id: str, owner_id: str) -> None:
        now = self._clock.now()
        await self._writes.run(lambda connection: open_stream(connection, stream_id, owner_id, now))

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        texts = tuple((event.type, _json(event)) for event in events)
        waiting = _Waiting(Append(stream_id, texts, last), asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await waiting.done

    async def read(self, stream_id: str, owner_id: str, after: int = 0, limit: int = _PAGE) -> tuple[Event, ...]:
        events, _ = await self._page(stream_id, owner_id, after, limit)
        return events

    async def tail(self, stream_id: str, owner_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        with self._feed.subscribe(stream_id) as fresh:
            while True:
                events, ended = await self._page(stream_id, owner_id, after, _PAGE)
                for event in events:
                    yield event
                    after = event.seq
                if events:
                    continue
                if ended:
                    return
                while heard := await fresh.following(after, self._poll_seconds):
                    for event in heard:
                        yield event
                        after = event.seq
                    if fresh.is_over:
                        return

    async def _page(self, stream_id: str, owner_id: str, after: int, limit: int) -> tuple[tuple[Event, ...], bool]:
        return await self._database.look(lambda on: read_page(on, stream_id, owner_id, after, limit))

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            self._tell(batch, await self._write(batch))
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: Sequence[_Waiting]) -> Sequence[Outcome | Exception]:
        appends, now = [waiting.append for waiting in batch], self._clock.now()
        try:
            return await self._writes.run(lambda connection: write_batch(connection, appends, now))
        except Exception as error:  # noqa: BLE001 - the writer outlives a failing database; every caller is told
            return [error] * len(batch)

    def _tell(self, batch: Sequence[_Waiting], outcomes: Sequence[Outcome | Exception]) -> None:
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if not isinstance(outcome, Exception):
                self._feed.publish(waiting.append.stream_id, outcome, waiting.append.last)
            if waiting.done.cancelled():
                continue
            if isinstance(outcome, Exception):
                waiting.done.set_exception(outcome)
            else:
                waiting.done.set_result(outcome)


def _json(event: NewEvent) -> str:
    """What a client is sent: one line, the type first, readable where the text can be encoded."""
    told = {"type": event.type, **event.data}
    text = _READABLE.encode(told)
    return text if _can_be_encoded(text) else _ASCII.encode(told)


def _can_be_encoded(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
