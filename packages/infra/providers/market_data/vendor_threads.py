"""Threads for client libraries that block: the caller may go, but a hanging thread keeps its place until it ends."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import anyio

Result = TypeVar("Result")


class VendorThreads:
    """At most `places` threads inside one client library, those that nobody waits for any more included."""

    def __init__(self, places: int = 4) -> None:
        self._free: Final = asyncio.Semaphore(places)

    async def run(self, call: Callable[[], Result]) -> Result:
        """Waits for a place, then for the call; cancelling leaves the thread to itself and returns at once."""
        await self._free.acquire()
        stay = _Stay(asyncio.get_running_loop(), self._free.release)

        def inside() -> Result:
            stay.begin()
            try:
                return call()
            finally:
                stay.end()

        try:
            # anyio's own limiter gives a place back as soon as the caller goes, so places are counted here instead.
            return await anyio.to_thread.run_sync(inside, limiter=anyio.CapacityLimiter(1), abandon_on_cancel=True)
        finally:
            stay.end_unless_begun()


class _Stay:
    """One place, given back exactly once: by the thread when it ends, or by the caller when no thread ever began."""

    def __init__(self, loop: asyncio.AbstractEventLoop, give_back: Callable[[], None]) -> None:
        self._loop = loop
        self._give_back = give_back
        self._taken = threading.Lock()

    def begin(self) -> None:
        if not self._taken.acquire(blocking=False):
            raise RuntimeError("the caller went before the thread began")

    def end(self) -> None:
        with suppress(RuntimeError):  # the loop was closed while the thread hung: nobody waits for the place
            self._loop.call_soon_threadsafe(self._give_back)

    def end_unless_begun(self) -> None:
        if self._taken.acquire(blocking=False):
            self._give_back()
