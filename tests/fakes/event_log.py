"""An event log that keeps everything in memory."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from packages.contracts.sentences import with_messages
from packages.core.events import Event, NewEvent, StreamClosed, UnknownStream


@dataclass
class _Stream:
    owner_id: str
    events: list[Event] = field(default_factory=list)
    closed: bool = False


class InMemoryEventLog:
    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}
        self._news = asyncio.Condition()

    async def open(self, stream_id: str, owner_id: str) -> None:
        self._streams.setdefault(stream_id, _Stream(owner_id))
        self._owned(stream_id, owner_id)

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        stream = self._streams.get(stream_id)
        if stream is None:
            raise UnknownStream("There is no such stream of events.")
        if stream.closed:
            raise StreamClosed("The stream has ended.")
        texts = [
            json.dumps({"type": new.type, **with_messages(new.data)}, ensure_ascii=False, allow_nan=False)
            for new in events
        ]
        first = len(stream.events) + 1
        told = tuple(Event(seq, events[i].type, texts[i]) for i, seq in enumerate(range(first, first + len(events))))
        stream.events.extend(told)
        stream.closed = last
        async with self._news:
            self._news.notify_all()
        return told

    async def read(self, stream_id: str, owner_id: str, after: int = 0, limit: int = 500) -> tuple[Event, ...]:
        return tuple(self._owned(stream_id, owner_id).events[after : after + limit])

    async def tail(self, stream_id: str, owner_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        stream = self._owned(stream_id, owner_id)
        while True:
            for event in stream.events[after:]:
                yield event
                after = event.seq
            if stream.closed and after >= len(stream.events):
                return
            async with self._news:
                while len(stream.events) <= after and not stream.closed:
                    await self._news.wait()

    def _owned(self, stream_id: str, owner_id: str) -> _Stream:
        stream = self._streams.get(stream_id)
        if stream is None or stream.owner_id != owner_id:
            raise UnknownStream("There is no such stream of events.")
        return stream
