"""Who in this process is waiting for new events of a stream, and the events they have yet to hear."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from packages.core.events import Event

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

    async def following(self, after: int, patience_seconds: float) -> Sequence[Event]:
        """The events right behind `after`; none means: look in the database."""
        if not self._ended:
            try:
                async with asyncio.timeout(patience_seconds):
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
