"""Long work as a port: submit, watch, cancel, retry; what was accepted is finished, whatever dies.

A job is named by its kind and a JSON payload. Its progress and its outcome are events of the stream
`job_stream(job_id, attempt)`.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

from packages.core.errors import Conflict, Invalid, NotFound
from packages.core.events import JsonObject


class UnknownJob(NotFound):
    """No such job, or another owner's."""


class UnknownJobKind(Invalid):
    """There is no handler for this kind of work."""


class JobNotRetryable(Conflict):
    """Only a failed or cancelled job can be run again."""


class JobCancelled(Exception):
    """Raised inside a job's work at the next report of progress after it was cancelled."""


class JobStatus(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of long work, as its owner sees it; `progress` is a fraction from 0 to 1."""

    id: str
    owner_id: str
    kind: str
    payload: JsonObject
    attempt: int
    status: JobStatus
    progress: float
    message: str
    result: JsonObject | None
    error: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class JobRequest:
    """Work to be done; the same owner, kind and key always mean the same job."""

    owner_id: str
    kind: str
    payload: JsonObject
    idempotency_key: str


class Progress(Protocol):
    """How work reports how far it is; raises `JobCancelled` when its owner no longer wants it."""

    async def report(self, fraction: float, message: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class JobCall:
    """What a handler is given: the job's identity and payload, and where to report progress."""

    job_id: str
    owner_id: str
    payload: JsonObject
    progress: Progress


OnProgress = Callable[[float, str], Awaitable[None]]  # how far the work is, from 0 to 1; may raise to stop it
JobHandler = Callable[[JobCall], Awaitable[JsonObject]]


class Jobs(Protocol):
    """Runs jobs."""

    async def submit(self, request: JobRequest) -> Job:
        """Returns when the job is durable; a repeat with the same key returns the first job."""
        ...

    async def get(self, owner_id: str, job_id: str) -> Job: ...

    async def find(self, owner_id: str, job_ids: Iterable[str]) -> tuple[Job, ...]:
        """In the order of the ids; one that is not known, or another owner's, is left out."""
        ...

    async def list(self, owner_id: str, limit: int = 50) -> tuple[Job, ...]:
        """Newest first."""
        ...

    async def cancel(self, owner_id: str, job_id: str) -> Job:
        """Asks the work to stop; a finished job stays as it is."""
        ...

    async def retry(self, owner_id: str, job_id: str) -> Job:
        """Runs a failed or cancelled job again under the same id."""
        ...

    def health(self) -> Literal["starting", "ready", "failed"]: ...


async def find_job(jobs: Jobs, owner_id: str, job_id: str) -> Job | None:
    """None where it is not known any more."""
    try:
        return await jobs.get(owner_id, job_id)
    except UnknownJob:
        return None


def job_stream(job_id: str, attempt: int) -> str:
    """The event stream of one attempt (from 1) at a job."""
    return f"job:{job_id}:{attempt}"
