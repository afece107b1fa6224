"""Runs one attempt at a job by its handler, and writes the beginning, the progress and the end to its stream."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from packages.core.errors import ParleyError
from packages.core.events import EventLog, NewEvent, StreamClosed
from packages.core.messages import Sentence, message
from packages.domain.work.jobs import JobCall, JobCancelled, JobHandler
from packages.infra.queue.attempts import JobAttempt
from packages.infra.queue.json_serializer import UNEXPECTED, plain
from packages.infra.queue.progress import (
    STARTED,
    AttemptReport,
    Cancelled,
    FailedAttempt,
    LoggedProgress,
    Outcome,
    SucceededAttempt,
    finished,
    read_on,
)

logger = logging.getLogger(__name__)
T = TypeVar("T")

_MOST_STARTS = 20
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.5, 10.0


class JobRunner:
    """The attempts that this process is at, each in a task of its own."""

    def __init__(
        self,
        handlers: Mapping[str, JobHandler],
        log: EventLog,
        keep_bookmark: Callable[[str, AttemptReport], Awaitable[None]],
    ) -> None:
        self._handlers = handlers
        self._log = log
        self._keep_bookmark = keep_bookmark
        self._running: dict[str, tuple[LoggedProgress, asyncio.Task[object] | None]] = {}

    def running(self) -> list[str]:
        return list(self._running)

    def cancel(self, workflow_id: str) -> None:
        """The work hears of it at its next report."""
        if workflow_id in self._running:
            self._running[workflow_id][0].cancel()

    def abandon(self, workflow_id: str) -> None:
        """Stops the work at once without an event: another process does it, or will."""
        if workflow_id in self._running and (task := self._running[workflow_id][1]) is not None:
            task.cancel()

    async def wait_for_all(self, seconds: float) -> None:
        """Gives abandoned work a moment to tidy up."""
        tasks = [task for _, task in self._running.values() if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    async def run(self, attempt: JobAttempt, starts: int) -> Outcome:
        """`starts` counts the beginnings of this attempt, with this one."""
        progress = LoggedProgress(
            self._log,
            attempt.stream_id,
            attempt.job_id,
            lambda report: self._keep_bookmark(attempt.workflow_id, report),
        )
        with self._listed(attempt.workflow_id, progress):
            try:
                await self._write_start(attempt, starts)
            except StreamClosed:  # cancelled while it waited, or its end was written just before a crash
                return await self._written_outcome(attempt)
            async with _writing(progress):
                outcome = await self._work(attempt, starts, progress)
            return await self._write_end(attempt, outcome)

    async def _work(self, attempt: JobAttempt, starts: int, progress: LoggedProgress) -> Outcome:
        handler = self._handlers.get(attempt.kind)
        if handler is None:
            return FailedAttempt(Sentence(message("jobs.kind_gone", kind=attempt.kind)))
        if starts > _MOST_STARTS:
            return FailedAttempt(Sentence(message("jobs.given_up", times=_MOST_STARTS)))
        call = JobCall(attempt.job_id, attempt.owner_id, attempt.payload, progress)
        try:
            return SucceededAttempt(plain(await handler(call)))
        except JobCancelled:
            return Cancelled()
        except ParleyError as error:
            return FailedAttempt(error.message)
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is None or task.cancelling():
                raise
            logger.exception("job ended in a cancelled task of its own", extra={"job_id": attempt.job_id})
            return FailedAttempt(UNEXPECTED)
        except Exception:  # the worker loop: whatever a handler raises fails its job and nothing else
            logger.exception("job failed", extra={"job_id": attempt.job_id, "kind": attempt.kind})
            return FailedAttempt(UNEXPECTED)

    async def _write_start(self, attempt: JobAttempt, starts: int) -> None:
        event = NewEvent(
            STARTED,
            {
                "job_id": attempt.job_id,
                "attempt": attempt.number,
                "kind": attempt.kind,
                "recovered": starts > 1,
            },
        )
        await until_answered(lambda: self._log.open(attempt.stream_id, attempt.owner_id))
        await until_answered(lambda: self._log.append(attempt.stream_id, event))

    async def _write_end(self, attempt: JobAttempt, outcome: Outcome) -> Outcome:
        event = finished(attempt.job_id, outcome)
        try:
            await until_answered(lambda: self._log.append(attempt.stream_id, event, last=True))
        except StreamClosed:
            return await self._written_outcome(attempt)
        return outcome

    async def _written_outcome(self, attempt: JobAttempt) -> Outcome:
        report = await until_answered(lambda: read_on(self._log, attempt.stream_id, attempt.owner_id, AttemptReport()))
        return report.outcome or FailedAttempt(UNEXPECTED)

    @contextmanager
    def _listed(self, workflow_id: str, progress: LoggedProgress) -> Iterator[None]:
        self.abandon(workflow_id)  # taken for dead, put back and taken on again: the younger run is the one that counts
        self._running[workflow_id] = entry = (progress, asyncio.current_task())
        try:
            yield
        finally:
            if self._running[workflow_id] is entry:
                del self._running[workflow_id]


@asynccontextmanager
async def _writing(progress: LoggedProgress) -> AsyncIterator[None]:
    """Writes progress beside the work, the last word included."""
    async with asyncio.TaskGroup() as group:
        group.create_task(progress.write_until_ended())
        try:
            yield
        finally:
            progress.end()


async def until_answered(ask: Callable[[], Awaitable[T]]) -> T:
    """A database that is away for a while does not fail a job: it is asked again."""
    pause = _FIRST_PAUSE_SECONDS
    while True:
        try:
            return await ask()
        except (SQLAlchemyError, OSError):
            logger.warning("a database does not answer: waiting for it", exc_info=True)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
