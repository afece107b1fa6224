"""How far an attempt at a job is and how it ended: progress at most five times a second, cancellation, and the
closing event."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from sqlalchemy.exc import SQLAlchemyError

from packages.contracts.sentences import recalled_field
from packages.core.events import Event, EventLog, JsonObject, JsonValue, NewEvent, StreamClosed, UnknownStream
from packages.core.messages import Sentence
from packages.domain.work.jobs import JobCancelled, JobStatus

STARTED = "job_started"
PROGRESS = "job_progress"
FINISHED = "job_finished"
_PAGE = 500


@dataclass(frozen=True, slots=True)
class SucceededAttempt:
    """The work is done."""

    result: JsonObject


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """The work could not be done; `error` is a sentence for its owner."""

    error: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The owner did not want it any more."""


Outcome: TypeAlias = SucceededAttempt | FailedAttempt | Cancelled


def status_of(outcome: Outcome) -> JobStatus:
    match outcome:
        case SucceededAttempt():
            return JobStatus.SUCCEEDED
        case FailedAttempt():
            return JobStatus.FAILED
        case Cancelled():
            return JobStatus.CANCELLED
        case _:
            assert_never(outcome)


def finished(job_id: str, outcome: Outcome) -> NewEvent:
    """The last event of an attempt."""
    data: dict[str, JsonValue] = {"job_id": job_id, "status": status_of(outcome).value}
    if isinstance(outcome, SucceededAttempt):
        data["result"] = outcome.result
    elif isinstance(outcome, FailedAttempt):
        data["error"] = outcome.error
    return NewEvent(FINISHED, data)


@dataclass(frozen=True, slots=True)
class AttemptReport:
    """What a stream reports up to event `seq`: how far the work is, and its end if it has one."""

    seq: int = 0
    fraction: float = 0.0
    message: str = ""
    outcome: Outcome | None = None


async def read_on(log: EventLog, stream_id: str, owner_id: str, report: AttemptReport) -> AttemptReport:
    """Adds what the stream has behind `report`."""
    while events := await log.read(stream_id, owner_id, after=report.seq, limit=_PAGE):
        for event in events:
            report = _hear(report, event)
        if len(events) < _PAGE:
            break
    return report


def _hear(report: AttemptReport, event: Event) -> AttemptReport:
    data = json.loads(event.json)
    if event.type == PROGRESS:
        return AttemptReport(event.seq, float(data["fraction"]), recalled_field(data, "message"))
    if event.type == FINISHED:
        return AttemptReport(event.seq, report.fraction, report.message, _outcome(data))
    return AttemptReport(event.seq, report.fraction, report.message)


def _outcome(data: JsonObject) -> Outcome:
    match data["status"]:
        case JobStatus.SUCCEEDED:
            result = data["result"]
            return SucceededAttempt(result if isinstance(result, dict) else {})
        case JobStatus.CANCELLED:
            return Cancelled()
        case _:
            return FailedAttempt(recalled_field(data, "error"))


logger = logging.getLogger(__name__)

_WRITE_SECONDS = 0.2
_BOOKMARK_SECONDS = 1.0
_LONGEST_MESSAGE = 500

KeepBookmark = Callable[[AttemptReport], Awaitable[None]]


class LoggedProgress:
    """`Progress` for a handler; `write_until_ended` writes what it hears, so work never waits for a disk."""

    def __init__(self, log: EventLog, stream_id: str, job_id: str, keep_bookmark: KeepBookmark) -> None:
        self._log = log
        self._stream_id = stream_id
        self._job_id = job_id
        self._keep_bookmark = keep_bookmark
        self._heard: tuple[float, str] | None = None
        self._written: tuple[float, str] | None = None
        self._seq = 0
        self._bookmarked = 0
        self._stirred = asyncio.Event()
        self._ended = asyncio.Event()
        self._cancelled = False

    async def report(self, fraction: float, message: str = "") -> None:
        await asyncio.sleep(0)  # work that only reports still lets the others run
        if self._cancelled:
            raise JobCancelled
        self._heard = (min(1.0, max(0.0, fraction)), _readable(message))
        self._stirred.set()

    def cancel(self) -> None:
        self._cancelled = True

    def end(self) -> None:
        """No more reports: `write_until_ended` writes the last word and returns."""
        self._ended.set()
        self._stirred.set()

    async def write_until_ended(self) -> None:
        loop = asyncio.get_running_loop()
        bookmark_due = loop.time() + _BOOKMARK_SECONDS
        while not self._ended.is_set():
            await self._stirred.wait()
            self._stirred.clear()
            await self._write_latest()
            if loop.time() >= bookmark_due:
                await self._bookmark()
                bookmark_due = loop.time() + _BOOKMARK_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(_WRITE_SECONDS):
                    await self._ended.wait()
        await self._write_latest()
        await self._bookmark()

    async def _write_latest(self) -> None:
        """Appends the latest word, unless it is written already."""
        if self._heard is None or self._heard == self._written:
            return
        fraction, message = heard = self._heard
        event = NewEvent(PROGRESS, {"job_id": self._job_id, "fraction": fraction, "message": message})
        try:
            events = await self._log.append(self._stream_id, event)
        except (StreamClosed, UnknownStream):
            self.cancel()
        except (SQLAlchemyError, OSError):
            logger.warning("progress of a job could not be written", extra={"job_id": self._job_id})
        else:
            self._written, self._seq = heard, events[-1].seq

    async def _bookmark(self) -> None:
        """Notes the latest word beside the job, so that a reader need not go through the whole stream."""
        if self._written is not None and self._seq > self._bookmarked:
            await self._keep_bookmark(AttemptReport(self._seq, *self._written))
            self._bookmarked = self._seq


def _readable(message: str) -> str:
    if isinstance(message, Sentence):
        return message
    # PostgreSQL's JSON takes neither NUL nor half a surrogate pair.
    return message[:_LONGEST_MESSAGE].replace("\0", "").encode("utf-8", "replace").decode()
