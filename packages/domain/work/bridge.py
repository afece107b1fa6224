"""Between the threads on which a strategy is measured and the loop that reports its progress.

What a thread reports is passed on by the loop; an error that comes back (the owner wants no more) ends the work there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from packages.core.messages import Message, Sentence, message
from packages.domain.work.jobs import JobCancelled, OnProgress

Found = TypeVar("Found")
OnStageProgress = Callable[[float, str], None]  # how far a stage is, from 0 to 1; may raise to stop the work
_STEP = 0.002  # of the whole work: less than that is not worth an event


def step(name: str, **params: int | Message) -> Sentence:
    """What long work is doing: `jobs.step.<name>` of the catalogue."""
    return Sentence(message(f"jobs.step.{name}", **params))


class Bridge:
    """Made on the loop; `report` and `wait` are for threads, everything else is for the loop."""

    def __init__(self, on_progress: OnProgress) -> None:
        self._on_progress = on_progress
        self._loop = asyncio.get_running_loop()
        self._last = 0.0
        self._is_left = False

    async def say(self, fraction: float, message: str) -> None:
        self._last = fraction
        await self._on_progress(fraction, message)

    async def on_thread(self, work: Callable[[], Found]) -> Found:
        """Whoever stops waiting stops the work, which notices when it next reports progress."""
        try:
            return await asyncio.to_thread(work)
        except asyncio.CancelledError:
            self._is_left = True
            raise

    def between(self, start: float, end: float) -> OnStageProgress:
        """For a stage that takes the work from one fraction to another."""
        return lambda share, message: self.report(start + (end - start) * share, message)

    def report(self, fraction: float, message: str) -> None:
        if self._is_left:
            raise JobCancelled
        if fraction >= self._last + _STEP:
            self._last = fraction
            self.wait(self._on_progress(fraction, message))

    def wait(self, asked: Awaitable[Found]) -> Found:
        """What the loop answers."""
        return asyncio.run_coroutine_threadsafe(_awaited(asked), self._loop).result()


async def _awaited(asked: Awaitable[Found]) -> Found:
    return await asked
