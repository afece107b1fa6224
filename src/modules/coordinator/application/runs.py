"""The runs of this process: each a task that runs whether or not somebody waits for it, until it ends, is stopped,
or the process closes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from src.modules.coordinator.application.dtos.research_dtos import ResearchResult
from src.modules.coordinator.domain.session import ResearchSession

End = ResearchResult | BaseException
Conclude = Callable[[End], Awaitable[ResearchSession]]
Tidy = Callable[[ResearchSession], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _AtWork:
    work: asyncio.Task[ResearchResult]
    ended: asyncio.Future[ResearchSession | BaseException]


class Runs:
    """Use it inside `working()`."""

    def __init__(self) -> None:
        self._at_work: dict[str, _AtWork] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """At the end the runs are left as they are, as if the process had been killed."""
        async with asyncio.TaskGroup() as self._group:
            try:
                yield
            finally:
                works = [each.work for each in self._at_work.values()]
                for task in [*self._drivers.values(), *works]:
                    task.cancel()
                # A node that has just finished is still being written down: what is closed next must be there for it.
                await asyncio.gather(*works, return_exceptions=True)

    @property
    def at_work(self) -> list[str]:
        """The sessions that this process works on."""
        return list(self._at_work)

    def launch(
        self, session_id: str, work: Coroutine[Any, Any, ResearchResult], conclude: Conclude, tidy: Tidy
    ) -> None:
        """`conclude` is given the result, the fault that ended the run, or `CancelledError` when it was stopped. Nobody
        waits for `tidy`."""
        loop = asyncio.get_running_loop()
        at_work = _AtWork(loop.create_task(work), loop.create_future())
        self._at_work[session_id] = at_work
        self._drivers[session_id] = driver = self._group.create_task(_drive(at_work, conclude, tidy))
        driver.add_done_callback(lambda _: self._forget(session_id, at_work))

    def beside(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Something that is done meanwhile, and left at the end too."""
        self._drivers[name] = task = self._group.create_task(work)
        task.add_done_callback(lambda _: self._drivers.pop(name, None))

    def stop(self, session_id: str) -> bool:
        """Whether there was a run to stop."""
        at_work = self._at_work.get(session_id)
        return at_work is not None and at_work.work.cancel()

    async def ended(self, session_id: str) -> ResearchSession | None:
        """Waits for the end; raises what kept it from being written down. None: there is no such run here."""
        at_work = self._at_work.get(session_id)
        if at_work is None:
            return None
        outcome = await asyncio.shield(at_work.ended)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _forget(self, session_id: str, at_work: _AtWork) -> None:
        del self._at_work[session_id], self._drivers[session_id]
        at_work.ended.cancel()


async def _drive(at_work: _AtWork, conclude: Conclude, tidy: Tidy) -> None:
    (end,) = await asyncio.gather(at_work.work, return_exceptions=True)
    (outcome,) = await asyncio.gather(conclude(end), return_exceptions=True)
    at_work.ended.set_result(outcome)
    if isinstance(outcome, ResearchSession):
        await asyncio.gather(tidy(outcome), return_exceptions=True)
