"""Long work on DBOS: the record of jobs is DBOS's own, their progress is in the event log."""

import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

from packages.core.errors import Invalid
from packages.core.events import EventLog, JsonObject, StreamClosed
from packages.core.ids import derived_id
from packages.core.messages import word
from packages.domain.work.jobs import (
    Job,
    JobHandler,
    JobNotRetryable,
    JobRequest,
    JobStatus,
    UnknownJob,
    UnknownJobKind,
)
from packages.infra.queue import attempts
from packages.infra.queue.attempts import AttemptRecord, JobAttempt
from packages.infra.queue.dbos_worker import DbosWorker, Health
from packages.infra.queue.json_serializer import plain
from packages.infra.queue.progress import AttemptReport, Cancelled, finished, read_on
from packages.settings.database import DatabaseUrl
from packages.settings.home import HomeSettings
from packages.settings.work import JobSettings

_JOB_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LONGEST_LIST = 200


class DbosJobs:
    """`Jobs`, to be used inside `running()`; the same process also does the work."""

    def __init__(
        self,
        url: DatabaseUrl,
        home: HomeSettings,
        settings: JobSettings,
        log: EventLog,
        handlers: Mapping[str, JobHandler],
        poll_seconds: float = 0.2,  # how long a job waits for a free process, at the most
    ) -> None:
        self._log = log
        self._handlers = handlers
        self._worker = DbosWorker(url, home, settings.job_concurrency, poll_seconds, log, handlers)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["DbosJobs"]:
        """Returns at once: DBOS starts in the background, and every call waits for it."""
        async with self._worker.running():
            yield self

    def health(self) -> Health:
        return self._worker.health()

    async def submit(self, request: JobRequest) -> Job:
        if request.kind not in self._handlers:
            known = ", ".join(sorted(self._handlers)) or "none at all"
            raise UnknownJobKind("jobs.unknown_kind", kind=request.kind, known=known)
        job_id = derived_id("job", request.owner_id, request.kind, request.idempotency_key)
        attempt = JobAttempt(job_id, 1, request.owner_id, request.kind, _payload(request))
        await self._begin(attempt)
        return await self.get(request.owner_id, job_id)

    async def get(self, owner_id: str, job_id: str) -> Job:
        return await self._seen(await self._attempts(owner_id, job_id))

    async def find(self, owner_id: str, job_ids: Iterable[str]) -> tuple[Job, ...]:
        ids = [job_id for job_id in job_ids if _JOB_ID.fullmatch(job_id)]
        found = await self._worker.call(attempts.attempts_at, ids)
        known = [found[job_id] for job_id in ids if job_id in found]
        return tuple([await self._seen(records) for records in known if records[0].attempt.owner_id == owner_id])

    async def list(self, owner_id: str, limit: int = 50) -> tuple[Job, ...]:
        wanted = max(1, min(limit, _LONGEST_LIST))
        return await self.find(owner_id, await self._worker.call(attempts.newest_jobs, owner_id, wanted))

    async def cancel(self, owner_id: str, job_id: str) -> Job:
        latest = (await self._attempts(owner_id, job_id))[-1]
        if latest.outcome is None:
            await self._cancel(latest.attempt)
        return await self.get(owner_id, job_id)

    async def retry(self, owner_id: str, job_id: str) -> Job:
        job = await self.get(owner_id, job_id)
        if job.status not in (JobStatus.FAILED, JobStatus.CANCELLED):
            raise JobNotRetryable("jobs.not_retryable", status=word("status", job.status))
        await self._begin(JobAttempt(job.id, job.attempt + 1, job.owner_id, job.kind, job.payload))
        return await self.get(owner_id, job_id)

    async def _begin(self, attempt: JobAttempt) -> None:
        await self._worker.started()
        await self._log.open(attempt.stream_id, attempt.owner_id)
        await self._worker.call(attempts.enqueue, attempt)

    async def _cancel(self, attempt: JobAttempt) -> None:
        try:
            await self._log.append(attempt.stream_id, finished(attempt.job_id, Cancelled()), last=True)
        except StreamClosed:
            report = await read_on(self._log, attempt.stream_id, attempt.owner_id, AttemptReport())
            if not isinstance(report.outcome, Cancelled):
                return  # it ended by itself a moment ago, and so it stays
        self._worker.cancel(attempt.workflow_id)
        await self._worker.call(attempts.cancel, attempt.workflow_id)

    async def _attempts(self, owner_id: str, job_id: str) -> Sequence[AttemptRecord]:
        found = await self._worker.call(attempts.attempts_at, [job_id]) if _JOB_ID.fullmatch(job_id) else {}
        records = found.get(job_id, [])
        if not records or records[0].attempt.owner_id != owner_id:
            raise UnknownJob("jobs.unknown_job")
        return records

    async def _seen(self, records: Sequence[AttemptRecord]) -> Job:
        """The job as its stream has it where it has not ended in the record, so that nobody who heard the
        last event hears that the job still runs."""
        latest = records[-1]
        report = latest.report
        if latest.outcome is None:
            report = await read_on(self._log, latest.attempt.stream_id, latest.attempt.owner_id, report)
        return latest.seen_as_job(records[0], report)


def _payload(request: JobRequest) -> JsonObject:
    try:
        return plain(request.payload)
    except (TypeError, ValueError) as error:
        raise Invalid("jobs.bad_payload", error=error) from error
