"""`Jobs` in memory: handlers run as tasks of the test's own loop, and nothing outlives it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Literal

from packages.core.clock import Clock
from packages.core.errors import Invalid, ParleyError
from packages.core.events import EventLog, JsonObject, JsonValue, NewEvent, StreamClosed
from packages.core.ids import derived_id
from packages.domain.work.jobs import (
    Job,
    JobCall,
    JobCancelled,
    JobHandler,
    JobNotRetryable,
    JobRequest,
    JobStatus,
    UnknownJob,
    UnknownJobKind,
    job_stream,
)


class InMemoryJobs:
    """Use it inside `running()`; `concurrency` jobs run at once and the others wait."""

    def __init__(self, clock: Clock, log: EventLog, handlers: Mapping[str, JobHandler], concurrency: int = 4) -> None:
        self._clock = clock
        self._log = log
        self._handlers = handlers
        self._jobs: dict[str, Job] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hands = asyncio.Semaphore(concurrency)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["InMemoryJobs"]:
        try:
            yield self
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def health(self) -> Literal["starting", "ready", "failed"]:
        return "ready"

    async def submit(self, request: JobRequest) -> Job:
        if request.kind not in self._handlers:
            known = ", ".join(sorted(self._handlers))
            raise UnknownJobKind(f"There is no work of the kind “{request.kind}”. Known kinds: {known}.")
        job_id = derived_id("job", request.owner_id, request.kind, request.idempotency_key)
        if job_id not in self._jobs:
            await self._begin(self._new_job(job_id, request))
        return self._jobs[job_id]

    async def get(self, owner_id: str, job_id: str) -> Job:
        job = self._jobs.get(job_id)
        if job is None or job.owner_id != owner_id:
            raise UnknownJob("There is no such job.")
        return job

    async def find(self, owner_id: str, job_ids: Iterable[str]) -> tuple[Job, ...]:
        known = [self._jobs[job_id] for job_id in job_ids if job_id in self._jobs]
        return tuple(job for job in known if job.owner_id == owner_id)

    async def list(self, owner_id: str, limit: int = 50) -> tuple[Job, ...]:
        mine: Sequence[Job] = [job for job in reversed(self._jobs.values()) if job.owner_id == owner_id]
        return tuple(mine[:limit])

    async def cancel(self, owner_id: str, job_id: str) -> Job:
        job = await self.get(owner_id, job_id)
        if job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
            await self._end(job, JobStatus.CANCELLED)
        return self._jobs[job_id]

    async def retry(self, owner_id: str, job_id: str) -> Job:
        job = await self.get(owner_id, job_id)
        if job.status not in (JobStatus.FAILED, JobStatus.CANCELLED):
            raise JobNotRetryable(f"Only a failed or cancelled job can be run again, not a {job.status} one.")
        await self._begin(
            replace(job, attempt=job.attempt + 1, status=JobStatus.QUEUED, progress=0.0, message="", error=None)
        )
        return self._jobs[job_id]

    def _new_job(self, job_id: str, request: JobRequest) -> Job:
        now = self._clock.now()
        payload = _plain(request.payload)
        return Job(
            job_id,
            request.owner_id,
            request.kind,
            payload,
            attempt=1,
            status=JobStatus.QUEUED,
            progress=0.0,
            message="",
            result=None,
            error=None,
            created_at=now,
            updated_at=now,
        )

    async def _begin(self, job: Job) -> None:
        self._jobs[job.id] = job  # before the first wait: a repeat must find it
        await self._log.open(job_stream(job.id, job.attempt), job.owner_id)
        self._tasks[f"{job.id}:{job.attempt}"] = asyncio.create_task(self._run(job))

    async def _run(self, job: Job) -> None:
        async with self._hands:
            if not self._is_current(job):
                return
            self._change(job, status=JobStatus.RUNNING)
            started: dict[str, JsonValue] = {"attempt": job.attempt, "kind": job.kind, "recovered": False}
            await self._tell(job, "job_started", started)
            call = JobCall(job.id, job.owner_id, job.payload, _Progress(self, job))
            try:
                result = _plain(await self._handlers[job.kind](call))
            except JobCancelled:
                await self._end(job, JobStatus.CANCELLED)
            except ParleyError as error:
                await self._end(job, JobStatus.FAILED, error=error.message)
            except Exception:  # noqa: BLE001 - as the real one: whatever a handler raises fails its job
                await self._end(job, JobStatus.FAILED, error="Something went wrong inside this job.")
            else:
                await self._end(job, JobStatus.SUCCEEDED, result=result)

    async def _end(
        self, job: Job, status: JobStatus, result: JsonObject | None = None, error: str | None = None
    ) -> None:
        if not self._is_current(job):
            return
        progress = 1.0 if status is JobStatus.SUCCEEDED else self._jobs[job.id].progress
        self._change(job, status=status, result=result, error=error, progress=progress)
        told = {"status": status.value, "result": result, "error": error}
        kept = {name: value for name, value in told.items() if value is not None}
        await self._tell(job, "job_finished", kept, last=True)

    async def report(self, job: Job, fraction: float, message: str) -> None:
        await asyncio.sleep(0)
        if not self._is_current(job):
            raise JobCancelled
        self._change(job, progress=min(1.0, max(0.0, fraction)), message=message)
        try:
            await self._tell(job, "job_progress", {"fraction": fraction, "message": message})
        except StreamClosed:
            raise JobCancelled from None

    def _is_current(self, job: Job) -> bool:
        """Whether this attempt is the latest and has not ended."""
        now = self._jobs[job.id]
        return now.attempt == job.attempt and now.status in (JobStatus.QUEUED, JobStatus.RUNNING)

    def _change(self, job: Job, **changes: object) -> None:
        changed = replace(self._jobs[job.id], updated_at=self._clock.now())
        self._jobs[job.id] = replace(changed, **changes)  # type: ignore[arg-type]

    async def _tell(self, job: Job, type_: str, data: JsonObject, last: bool = False) -> None:
        event = NewEvent(type_, {"job_id": job.id, **data})
        await self._log.append(job_stream(job.id, job.attempt), event, last=last)


class _Progress:
    def __init__(self, jobs: InMemoryJobs, job: Job) -> None:
        self._jobs = jobs
        self._job = job

    async def report(self, fraction: float, message: str = "") -> None:
        await self._jobs.report(self._job, fraction, message)


def _plain(value: JsonObject) -> JsonObject:
    try:
        copy: JsonObject = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise Invalid(f"The payload of a job is a JSON object: {error}.") from error
    return copy
