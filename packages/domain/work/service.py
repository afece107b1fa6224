"""Stored work as its owner meets it (submitted, followed, read, cancelled, deleted) and as its job does it."""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Generic, Protocol

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.work.jobs import Job, JobCall, JobRequest, Jobs, JobStatus, OnProgress, find_job
from packages.domain.work.stored import (
    STATUS_OF_JOB,
    BacktestStatus,
    FollowedJob,
    HeadlineT,
    JobStore,
    PlannedJob,
    PlanT,
    ResultT,
    StoredJob,
    TrialPool,
    UnknownWork,
    WorkKind,
)


class TrialCounter(Protocol):
    """How many trials a lineage has, and the pool around it."""

    async def count(self, lineage_id: str, pool: TrialPool | None = None) -> int: ...


class StoredJobService(Generic[PlanT, HeadlineT, ResultT]):
    """The job is durable first and carries the plan, so that no stored work waits for a job that nobody submitted.
    Work without a result has the status of its job."""

    def __init__(
        self,
        kind: WorkKind[PlanT],
        store: JobStore[PlanT, HeadlineT, ResultT],
        jobs: Jobs,
        trials: TrialCounter,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._kind = kind
        self._store = store
        self._jobs = jobs
        self._trials = trials
        self._clock = clock
        self._ids = ids

    async def _submit(
        self, owner_id: str, plan: PlanT, digest: str, now: datetime, key: str | None
    ) -> FollowedJob[PlanT, HeadlineT]:
        """The same key with the same request (its `digest`) is the same work."""
        payload: JsonObject = {"asked": digest, "asked_at": now.isoformat(), "plan": plan.as_json()}
        job = await self._jobs.submit(JobRequest(owner_id, self._kind.job_kind, payload, key or self._ids.new()))
        if job.payload["asked"] != digest:
            raise self._kind.key_taken()
        await self._store.add(self._kind.planned(job.id, owner_id, job.payload))
        try:
            stored = await self._store.get(owner_id, job.id)
        except UnknownWork:
            raise self._kind.key_of_deleted() from None
        return await self._followed(stored, await self._counted(stored), job)

    async def get(self, owner_id: str, job_id: str) -> FollowedJob[PlanT, HeadlineT]:
        stored = await self._store.get(owner_id, job_id)
        return await self._followed(stored, await self._counted(stored))

    async def page(
        self, owner_id: str, limit: int = 50, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[FollowedJob[PlanT, HeadlineT]]:
        """Newest first, behind the id `before`."""
        found = await self._store.page(owner_id, limit, before, strategy_id)
        pools = {(stored.plan.lineage_id, stored.plan.pool(owner_id)) for stored in found}
        trials = {pool: await self._trials.count(*pool) for pool in pools}
        return [
            await self._followed(stored, trials[stored.plan.lineage_id, stored.plan.pool(owner_id)]) for stored in found
        ]

    async def report(self, owner_id: str, job_id: str) -> JsonObject:
        return await self._store.report(owner_id, job_id)

    async def cancel(self, owner_id: str, job_id: str) -> FollowedJob[PlanT, HeadlineT]:
        """Work that has ended stays as it is; what was tried until then stays counted."""
        found = await self.get(owner_id, job_id)
        if found.status in (BacktestStatus.PENDING, BacktestStatus.RUNNING):
            await self._jobs.cancel(owner_id, job_id)
        return await self.get(owner_id, job_id)

    async def delete(self, owner_id: str, job_id: str) -> None:
        """Its trials stay counted, so that deleting a bad result does not make a good one look better."""
        await self.cancel(owner_id, job_id)
        await self._store.delete(owner_id, job_id, self._clock.now())

    async def _counted(self, stored: StoredJob[PlanT, HeadlineT]) -> int:
        return await self._trials.count(stored.plan.lineage_id, stored.plan.pool(stored.planned.owner_id))

    async def _followed(
        self, stored: StoredJob[PlanT, HeadlineT], trials: int, job: Job | None = None
    ) -> FollowedJob[PlanT, HeadlineT]:
        """`job` is how it stood a moment ago; without one, it is looked up."""
        if stored.headline is not None:
            return FollowedJob(stored, BacktestStatus.DONE, 1.0, "", None, trials)
        planned = stored.planned
        job = job or await find_job(self._jobs, planned.owner_id, planned.id)
        if job is not None and job.status is not JobStatus.SUCCEEDED:
            return FollowedJob(stored, STATUS_OF_JOB[job.status], job.progress, job.message, job.error, trials)
        again = await self._store.get(planned.owner_id, planned.id)  # it may have ended meanwhile
        if again.headline is not None:
            return FollowedJob(again, BacktestStatus.DONE, 1.0, "", None, trials)
        error = self._kind.lost if planned.has_job else self._kind.stopped
        return FollowedJob(stored, BacktestStatus.FAILED, 0.0, "", error, trials)


class StoredWork(Generic[PlanT, HeadlineT, ResultT]):
    """Does the work of a job: a job that is run again after a crash finds what is stored and does the rest."""

    def __init__(self, kind: WorkKind[PlanT], store: JobStore[PlanT, HeadlineT, ResultT]) -> None:
        self._kind = kind
        self._store = store

    async def handle(self, call: JobCall) -> JsonObject:
        """`JobHandler` of this kind of work."""
        planned = self._kind.planned(call.job_id, call.owner_id, call.payload)
        try:
            stored = await self._found_or_added(planned)
        except UnknownWork:
            return {self._kind.id_name: call.job_id, "deleted": True}
        headline = stored.headline
        if headline is None:
            headline = await self._finished(planned, call.progress.report)
        else:
            await self._found(planned, headline)
        return {self._kind.id_name: call.job_id, **await self._outcome(planned, headline)}

    async def _found_or_added(self, planned: PlannedJob[PlanT]) -> StoredJob[PlanT, HeadlineT]:
        """Whoever asked for it has stored it as a rule, and a look is cheaper than a write."""
        try:
            return await self._store.get(planned.owner_id, planned.id)
        except UnknownWork:
            await self._store.add(planned)
            return await self._store.get(planned.owner_id, planned.id)

    @abstractmethod
    async def _finished(self, planned: PlannedJob[PlanT], on_progress: OnProgress) -> HeadlineT:
        """Runs the plan and stores its result."""

    async def _found(self, planned: PlannedJob[PlanT], headline: HeadlineT) -> None:
        """Does what may be missing beside a result that is there already."""

    @abstractmethod
    async def _outcome(self, planned: PlannedJob[PlanT], headline: HeadlineT) -> JsonObject:
        """What the finished job says beside the id."""
