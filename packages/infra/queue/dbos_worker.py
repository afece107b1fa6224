"""This process at work: starts DBOS in the background, runs what it hands out, hears of cancels."""

import asyncio
import contextvars
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Literal, ParamSpec, TypeVar, assert_never

from sqlalchemy.exc import SQLAlchemyError

from packages.core.errors import Unavailable
from packages.core.events import EventLog, JsonObject
from packages.domain.work.jobs import JobHandler
from packages.infra.queue import attempts
from packages.infra.queue.attempts import JobAttempt
from packages.infra.queue.dbos_process import DbosProcess
from packages.infra.queue.job_runner import JobRunner, until_answered
from packages.infra.queue.json_serializer import JobFailed
from packages.infra.queue.progress import AttemptReport, Cancelled, FailedAttempt, Outcome, SucceededAttempt
from packages.settings.database import DatabaseUrl
from packages.settings.home import HomeSettings

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

Health = Literal["starting", "ready", "failed"]

_WATCH_SECONDS = 0.4
_RECOVER_SECONDS = 2.0
_TIMEOUT_SECONDS = 15.0
_TIDY_SECONDS = 1.0
_THREADS = 8


class _NothingToRecord(BaseException):
    """Leaves a workflow without an outcome: DBOS would record an `Exception` as a failure."""


class DbosWorker:
    """DBOS hands an attempt to a thread; its handler runs on the loop of `running()`, as the app does."""

    def __init__(
        self,
        url: DatabaseUrl,
        home: HomeSettings,
        concurrency: int,
        poll_seconds: float,
        log: EventLog,
        handlers: Mapping[str, JobHandler],
    ) -> None:
        self._process = DbosProcess(url, home, concurrency, poll_seconds, self._run_on_thread)
        self._runner = JobRunner(handlers, log, self._keep_bookmark)
        self._start: asyncio.Task[DbosProcess] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_threads: set[Future[Outcome | None]] = set()
        self._is_leaving = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._loop, self._is_leaving = asyncio.get_running_loop(), False
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="parley-jobs")
        self._start = asyncio.create_task(self._start_process(), name="jobs-start")
        watchers = (
            asyncio.create_task(self._for_ever(self._watch, _WATCH_SECONDS), name="jobs-watch"),
            asyncio.create_task(self._for_ever(self._recover, _RECOVER_SECONDS), name="jobs-recover"),
        )
        try:
            yield
        finally:
            for watcher in watchers:
                watcher.cancel()
            await asyncio.gather(*watchers, return_exceptions=True)
            await self._leave(self._start)

    def health(self) -> Health:
        if self._start is None or not self._start.done():
            return "starting"
        return "failed" if self._start.cancelled() or self._start.exception() else "ready"

    async def started(self) -> DbosProcess:
        """Waits for DBOS; raises `Unavailable` where it did not start."""
        if self._start is None:
            raise Unavailable("jobs.not_taking_work")
        return await asyncio.shield(self._start)

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a blocking function of DBOS on a thread, with a timeout for the caller."""
        await self.started()
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                return await self._on_a_thread(function, *args, **kwargs)
        except (SQLAlchemyError, OSError) as error:
            logger.warning("the jobs database does not answer", exc_info=True)
            raise Unavailable("jobs.record_silent") from error

    def cancel(self, workflow_id: str) -> None:
        self._runner.cancel(workflow_id)

    async def _start_process(self) -> DbosProcess:
        await self._on_a_thread(self._process.start)
        return self._process

    async def _leave(self, start: "asyncio.Task[DbosProcess]") -> None:
        """Running jobs are not ended: whoever finds them next, does them."""
        self._is_leaving = True
        self._let_go()
        await self._runner.wait_for_all(_TIDY_SECONDS)
        await asyncio.wait([start])
        if start.exception() is None:
            await self._on_a_thread(start.result().stop)
        self._let_go()
        self._threads.shutdown(wait=False)

    def _let_go(self) -> None:
        for future in list(self._on_threads):
            future.cancel()

    def _run_on_thread(self, attempt: JobAttempt) -> JsonObject:
        if self._is_leaving or self._loop is None:
            raise _NothingToRecord
        # A fresh context: the handler must not take itself for a part of DBOS's workflow.
        future = contextvars.Context().run(asyncio.run_coroutine_threadsafe, self._run(attempt), self._loop)
        self._on_threads.add(future)
        try:
            return _recorded(future.result())
        except CancelledError:
            raise _NothingToRecord from None
        finally:
            self._on_threads.discard(future)

    async def _run(self, attempt: JobAttempt) -> Outcome | None:
        """None when the attempt is not this process's any more."""
        executor = (await self.started()).executor
        id_ = attempt.workflow_id
        standings = await until_answered(lambda: self._on_a_thread(attempts.standings, [id_]))
        standing = standings.get(id_)
        if standing is None or (standing.executor != executor and not standing.is_cancelled):
            return None
        outcome = await self._runner.run(attempt, standing.starts)
        if isinstance(outcome, Cancelled):
            await until_answered(lambda: self._on_a_thread(attempts.cancel, id_))
        return outcome

    async def _watch(self) -> None:
        """Hears of cancels, and of jobs taken over, that other processes wrote into the record."""
        executor = (await self.started()).executor
        running = self._runner.running()
        standings = await self._on_a_thread(attempts.standings, running) if running else {}
        for workflow_id in running:
            standing = standings.get(workflow_id)
            if standing is not None and standing.is_cancelled:
                self._runner.cancel(workflow_id)
            elif standing is None or standing.executor != executor:
                self._runner.abandon(workflow_id)

    async def _recover(self) -> None:
        await self._on_a_thread((await self.started()).recover_orphaned)

    async def _for_ever(self, step: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await step()
            except Unavailable:
                return
            except (SQLAlchemyError, OSError):  # a database that is away for a while does not end the watch
                logger.warning("long work could not be watched", exc_info=True)

    async def _keep_bookmark(self, workflow_id: str, report: AttemptReport) -> None:
        try:
            await self.call(attempts.keep_bookmark, workflow_id, report)
        except Unavailable:
            logger.warning("progress of a job could not be noted", extra={"workflow_id": workflow_id})

    async def _on_a_thread(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: function(*args, **kwargs))


def _recorded(outcome: Outcome | None) -> JsonObject:
    """What DBOS is to record for an outcome."""
    match outcome:
        case SucceededAttempt(result):
            return {"result": result}
        case FailedAttempt(error):
            raise JobFailed(error)
        case Cancelled() | None:
            raise _NothingToRecord
        case _:
            assert_never(outcome)
