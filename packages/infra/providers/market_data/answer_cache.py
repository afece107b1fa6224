"""Answers that are kept for a while, and calls under way that others may join."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from packages.core.clock import Clock


@dataclass(frozen=True, slots=True)
class _Kept:
    answer: Any
    rows: int
    until: datetime


class AnswerCache:
    """Keeps at most `most_rows` rows in all; what was not read for longest goes first."""

    def __init__(self, most_rows: int, clock: Clock) -> None:
        self._most_rows = most_rows
        self._clock = clock
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._rows = 0

    def get(self, key: Hashable) -> Any | None:
        kept = self._kept.get(key)
        if kept is None:
            return None
        if kept.until <= self._clock.now():
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return kept.answer

    def keep(self, key: Hashable, answer: Any, *, rows: int, age: timedelta) -> None:
        """Keeps the answer for `age`; one that is bigger than the whole cache is not kept."""
        if key in self._kept:
            self._drop(key)
        if rows > self._most_rows or age <= timedelta(0):
            return
        self._kept[key] = _Kept(answer, rows, self._clock.now() + age)
        self._rows += rows
        while self._rows > self._most_rows:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        self._rows -= self._kept.pop(key).rows


@dataclass(slots=True)
class _Flight:
    task: asyncio.Task[Any]
    waiting: int = 0


class SingleFlight:
    """Callers that ask the same at the same time share one call; it ends when the last of them goes."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight] = {}

    async def run(self, key: Hashable, call: Callable[[], Awaitable[Any]]) -> Any:
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(_awaited(call)))
        flight.waiting += 1
        try:
            # `wait` neither cancels the shared call when this caller goes, nor raises what the call raised.
            await asyncio.wait({flight.task})
        finally:
            flight.waiting -= 1
            if flight.waiting == 0:
                await self._land(key, flight)
        return flight.task.result()

    async def _land(self, key: Hashable, flight: _Flight) -> None:
        del self._flights[key]
        flight.task.cancel()
        await asyncio.wait({flight.task})
        if not flight.task.cancelled():
            flight.task.exception()  # asked for once, so that asyncio does not report it as forgotten


async def _awaited(call: Callable[[], Awaitable[Any]]) -> Any:
    return await call()
