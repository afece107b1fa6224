"""How far one attempt is: kept at most five times a second, the last word always, and cancel seen here."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from packages.core.events import EventLog, NewEvent, StreamClosed, UnknownStream
from packages.domain.work.jobs import JobCancelled
from packages.infra.queue.outcome import PROGRESS, Told

logger = logging.getLogger(__name__)

_TELL_SECONDS = 0.2
_BOOKMARK_SECONDS = 1.0
_LONGEST_MESSAGE = 500

KeepBookmark = Callable[[Told], Awaitable[None]]


class ToldProgress:
    """`Progress` for a handler; `tell_until_ended` writes what it hears, so work never waits for a disk."""

    def __init__(self, log: EventLog, stream_id: str, job_id: str, keep_bookmark: KeepBookmark) -> None:
        self._log = log
        self._stream_id = stream_id
        self._job_id = job_id
        self._keep_bookmark = keep_bookmark
        self._heard: tuple[float, str] | None = None
        self._told: tuple[float, str] | None = None
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
        """No more reports: `tell_until_ended` writes the last word and returns."""
        self._ended.set()
        self._stirred.set()

    async def tell_until_ended(self) -> None:
        loop = asyncio.get_running_loop()
        bookmark_due = loop.time() + _BOOKMARK_SECONDS
        while not self._ended.is_set():
            await self._stirred.wait()
            self._stirred.clear()
            await self._tell()
            if loop.time() >= bookmark_due:
                await self._bookmark()
                bookmark_due = loop.time() + _BOOKMARK_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(_TELL_SECONDS):
                    await self._ended.wait()
        await self._tell()
        await self._bookmark()

    async def _tell(self) -> None:
        """Appends the latest word, unless it was told already."""
        if self._heard is None or self._heard == self._told:
            return
        fraction, message = heard = self._heard
        told = NewEvent(PROGRESS, {"job_id": self._job_id, "fraction": fraction, "message": message})
        try:
            events = await self._log.append(self._stream_id, told)
        except (StreamClosed, UnknownStream):
            self.cancel()
        except (SQLAlchemyError, OSError):
            logger.warning("progress of a job could not be written", extra={"job_id": self._job_id})
        else:
            self._told, self._seq = heard, events[-1].seq

    async def _bookmark(self) -> None:
        """Notes the latest word beside the job, so that a reader need not go through the whole stream."""
        if self._told is not None and self._seq > self._bookmarked:
            await self._keep_bookmark(Told(self._seq, *self._told))
            self._bookmarked = self._seq


def _readable(message: str) -> str:
    # PostgreSQL's JSON takes neither NUL nor half a surrogate pair.
    return message[:_LONGEST_MESSAGE].replace("\0", "").encode("utf-8", "replace").decode()
