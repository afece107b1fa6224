"""The durable event log over the SQL database: appends of all streams share one commit, and readers wait for new
events."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from packages.contracts.sentences import event_text
from packages.core.clock import Clock
from packages.core.events import Event, NewEvent
from packages.infra.db.engine import Database
from packages.infra.db.event_rows import Append, Outcome, open_stream, read_page, write_batch
from packages.infra.db.writes import writes_to

_MOST_KEPT = 5_000


class Subscription:
    """One listener's share of a stream; what it misses it finds in the database."""

    def __init__(self) -> None:
        self._heard: list[Event] = []
        self._ended = False
        self._stirred = asyncio.Event()

    def hear(self, events: Sequence[Event], ended: bool) -> None:
        if len(self._heard) + len(events) > _MOST_KEPT:
            self._heard.clear()  # a slow listener: the hole sends it to the database
        self._heard.extend(events)
        self._ended = self._ended or ended
        self._stirred.set()

    @property
    def is_over(self) -> bool:
        """The last event was heard, and all before it: there is nothing to look for."""
        return self._ended and not self._heard

    async def following(self, after: int, timeout_seconds: float) -> Sequence[Event]:
        """The events right behind `after`; none means: look in the database."""
        if not self._ended:
            try:
                async with asyncio.timeout(timeout_seconds):
                    await self._stirred.wait()
            except TimeoutError:
                return ()
        self._stirred.clear()
        fresh = [event for event in self._heard if event.seq > after]
        self._heard.clear()
        unbroken = [event.seq for event in fresh] == list(range(after + 1, after + 1 + len(fresh)))
        return fresh if unbroken else ()


class EventFeed:
    """Hands committed events to the listeners of their stream."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Subscription]] = {}

    @contextmanager
    def subscribe(self, stream_id: str) -> Iterator[Subscription]:
        subscription = Subscription()
        listeners = self._listeners.setdefault(stream_id, [])
        listeners.append(subscription)
        try:
            yield subscription
        finally:
            listeners.remove(subscription)
            if not listeners and self._listeners.get(stream_id) is listeners:
                del self._listeners[stream_id]

    def publish(self, stream_id: str, events: Sequence[Event], ended: bool) -> None:
        for listener in self._listeners.get(stream_id, ()):
            listener.hear(events, ended)


_PAGE = 500


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
        texts = tuple((event.type, event_text(event)) for event in events)
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
        return await self._database.run_read(lambda on: read_page(on, stream_id, owner_id, after, limit))

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            self._answer(batch, await self._write(batch))
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: Sequence[_Waiting]) -> Sequence[Outcome | Exception]:
        appends, now = [waiting.append for waiting in batch], self._clock.now()
        try:
            return await self._writes.run(lambda connection: write_batch(connection, appends, now))
        except Exception as error:  # noqa: BLE001 - the writer outlives a failing database; every caller gets the error
            return [error] * len(batch)

    def _answer(self, batch: Sequence[_Waiting], outcomes: Sequence[Outcome | Exception]) -> None:
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if not isinstance(outcome, Exception):
                self._feed.publish(waiting.append.stream_id, outcome, waiting.append.last)
            if waiting.done.cancelled():
                continue
            if isinstance(outcome, Exception):
                waiting.done.set_exception(outcome)
            else:
                waiting.done.set_result(outcome)
