"""Processes for numeric work: a plain function runs beside the event loop, is heard, and can be stopped."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing import get_context

from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from packages.domain.work.jobs import JobCancelled, Progress
from packages.infra.queue.numeric_child import NumericFunction, Seat, begin, work

_LOOK_SECONDS = 0.1


class NumericProcessDied(Unavailable):
    """The process that did a calculation is gone."""


class NumericPool:
    """Use it inside `running()`; a process starts with its first work and ends with the pool."""

    def __init__(self, processes: int) -> None:
        self._processes = [_NumericProcess() for _ in range(processes)]
        self._free: asyncio.LifoQueue[_NumericProcess] = asyncio.LifoQueue()  # a warm one first
        self._at_work: set[asyncio.Task[JsonObject]] = set()
        self._is_open = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator["NumericPool"]:
        for process in self._processes:
            self._free.put_nowait(process)
        self._is_open = True
        try:
            yield self
        finally:
            self._is_open = False
            await asyncio.gather(*(asyncio.to_thread(process.close) for process in self._processes))
            await asyncio.gather(*self._at_work, return_exceptions=True)

    async def run(self, function: NumericFunction, payload: JsonObject, progress: Progress) -> JsonObject:
        """`function` is a module's own, so that a child finds it by name; it is stopped at its next report."""
        if not self._is_open:
            raise Unavailable("The desk is closing and takes on no calculation.")
        process = await self._free.get()
        task = asyncio.create_task(process.run(function, payload))
        self._at_work.add(task)
        try:
            await _listen(task, process, progress)
            return await task
        except BrokenProcessPool as error:
            raise NumericProcessDied(
                "The process that did this calculation died, most likely for want of memory. "
                "Try a shorter period or fewer symbols."
            ) from error
        finally:
            # A caller who was cancelled leaves the function behind; its process is free when it has ended.
            process.seat.stop = True
            task.add_done_callback(lambda ended: self._take_back(process, ended))

    def _take_back(self, process: "_NumericProcess", ended: "asyncio.Task[JsonObject]") -> None:
        self._at_work.discard(ended)
        self._free.put_nowait(process)
        if not ended.cancelled():
            ended.exception()  # heard, even where nobody is left to hear it


class _NumericProcess:
    """One process, started again when it died. Each has an executor of its own: an executor that loses one
    process gives up all of them, and Python 3.11's does not see the death of one that it started late."""

    def __init__(self) -> None:
        self._prepare()

    async def run(self, function: NumericFunction, payload: JsonObject) -> JsonObject:
        # On a thread: the process is started in here, which takes a while.
        return await asyncio.wrap_future(await asyncio.to_thread(self._submit, function, payload))

    def close(self) -> None:
        """The child's end of the leash breaks, and it goes, whatever it is doing."""
        self._leash.close()
        self._leash_end.close()
        self._executor.shutdown(cancel_futures=True)

    def _prepare(self) -> None:
        context = get_context("spawn")
        self.seat = context.RawValue(Seat)
        self._leash_end, self._leash = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(1, context, initializer=begin, initargs=(self._leash_end, self.seat))

    def _submit(self, function: NumericFunction, payload: JsonObject) -> "Future[JsonObject]":
        self.seat.clear()
        try:
            return self._executor.submit(work, function, payload)
        except BrokenProcessPool:
            self.close()
            self._prepare()
            return self._executor.submit(work, function, payload)


async def _listen(task: "asyncio.Task[JsonObject]", process: _NumericProcess, progress: Progress) -> None:
    """Passes reports on until the work ends; asks at every look, so a cancel is seen between reports too."""
    try:
        while not task.done():
            await asyncio.wait([task], timeout=_LOOK_SECONDS)
            if (heard := process.seat.read()) is not None:
                await progress.report(*heard)
    except JobCancelled:
        process.seat.stop = True
        await asyncio.wait([task])
        if task.exception() is None:
            raise
