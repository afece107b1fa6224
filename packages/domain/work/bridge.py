"""Between the threads on which a strategy is measured and the loop that tells how far it is.

What is told from a thread is told by the loop; an error that comes back (the owner wants no more) ends the work there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from packages.domain.work.jobs import JobCancelled, Tell

Found = TypeVar("Found")
Told = Callable[[float, str], None]  # how far a stage is, from 0 to 1; may raise to stop the work
_STEP = 0.002  # of the whole work: less than that is not worth an event


class Bridge:
    """Made on the loop; `told` and `wait` are for threads, everything else is for the loop."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._last = 0.0
        self._is_left = False

    async def say(self, fraction: float, message: str) -> None:
        self._last = fraction
        await self._tell(fraction, message)

    async def on_thread(self, work: Callable[[], Found]) -> Found:
        """Whoever stops waiting stops the work, which notices when it next tells something."""
        try:
            return await asyncio.to_thread(work)
        except asyncio.CancelledError:
            self._is_left = True
            raise

    def between(self, start: float, end: float) -> Told:
        """For a stage that takes the work from one fraction to another."""
        return lambda share, message: self.told(start + (end - start) * share, message)

    def told(self, fraction: float, message: str) -> None:
        if self._is_left:
            raise JobCancelled
        if fraction >= self._last + _STEP:
            self._last = fraction
            self.wait(self._tell(fraction, message))

    def wait(self, asked: Awaitable[Found]) -> Found:
        """What the loop answers."""
        return asyncio.run_coroutine_threadsafe(_awaited(asked), self._loop).result()


async def _awaited(asked: Awaitable[Found]) -> Found:
    return await asked
