"""Optimisations as their owner meets them: asked for, followed, read, cancelled, deleted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.stored import OF_JOB, BacktestStatus
from packages.domain.strategy.book import StrategyBook
from packages.domain.stress.optimise.errors import OptimisationKeyTaken, UnknownOptimisation
from packages.domain.stress.optimise.plan import parse_search_plan, plan_search
from packages.domain.stress.optimise.ports import OptimisationStore
from packages.domain.stress.optimise.request import OptimisationRequest
from packages.domain.stress.optimise.stored import NewOptimisation, Optimisation, StoredOptimisation
from packages.domain.work.jobs import JobRequest, Jobs, JobStatus, find_job

RUN = "stress.optimise"
_GONE = "What became of this optimisation is not known any more: run it again."
_LEFT = "It was stopped in the terminal: `parley stress resume` goes on with it."


class OptimisationService:
    """The job is the first thing that is durable, and it brings the row along. An optimisation without a result stands
    where its job stands."""

    def __init__(self, store: OptimisationStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._jobs = jobs
        self._book = book
        self._clock = clock
        self._ids = ids

    async def submit(self, owner_id: str, request: OptimisationRequest, key: str | None = None) -> Optimisation:
        """The same key with the same request is the same optimisation."""
        now = self._clock.now()
        plan = await plan_search(self._book, owner_id, request, now)
        payload: JsonObject = {"asked": request.digest, "asked_at": now.isoformat(), "plan": plan.as_json()}
        job = await self._jobs.submit(JobRequest(owner_id, RUN, payload, key or self._ids.new()))
        if job.payload["asked"] != request.digest:
            raise OptimisationKeyTaken(
                "This idempotency key stands for another optimisation: take a new key for a new request."
            )
        await self._store.add(asked_by_job(job.id, owner_id, job.payload))
        try:
            return await self.get(owner_id, job.id)
        except UnknownOptimisation:
            raise OptimisationKeyTaken(
                "The optimisation of this idempotency key was deleted: take a new key to run it again."
            ) from None

    async def get(self, owner_id: str, optimisation_id: str) -> Optimisation:
        stored = await self._store.get(owner_id, optimisation_id)
        return await self._seen(stored, await self._book.ledger.count(_lineage(stored)))

    async def page(
        self, owner_id: str, limit: int = 50, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[Optimisation]:
        """Newest first, behind the id `before`."""
        found = await self._store.page(owner_id, limit, before, strategy_id)
        trials = {lineage: await self._book.ledger.count(lineage) for lineage in set(map(_lineage, found))}
        return [await self._seen(stored, trials[_lineage(stored)]) for stored in found]

    async def report(self, owner_id: str, optimisation_id: str) -> JsonObject:
        return await self._store.report(owner_id, optimisation_id)

    async def cancel(self, owner_id: str, optimisation_id: str) -> Optimisation:
        """One that has ended stays as it is; what was tried until then stays counted."""
        found = await self.get(owner_id, optimisation_id)
        if found.status in (BacktestStatus.PENDING, BacktestStatus.RUNNING):
            await self._jobs.cancel(owner_id, optimisation_id)
        return await self.get(owner_id, optimisation_id)

    async def delete(self, owner_id: str, optimisation_id: str) -> None:
        """Its trials stay counted: who deletes what looked bad has still tried it."""
        await self.cancel(owner_id, optimisation_id)
        await self._store.delete(owner_id, optimisation_id, self._clock.now())

    async def _seen(self, stored: StoredOptimisation, trials: int) -> Optimisation:
        if stored.headline is not None:
            return Optimisation(stored, BacktestStatus.DONE, 1.0, "", None, trials)
        job = await find_job(self._jobs, stored.optimisation.owner_id, stored.optimisation.id)
        if job is not None and job.status is not JobStatus.SUCCEEDED:
            return Optimisation(stored, OF_JOB[job.status], job.progress, job.message, job.error, trials)
        again = await self._store.get(stored.optimisation.owner_id, stored.optimisation.id)  # it may have ended since
        if again.headline is not None:
            return Optimisation(again, BacktestStatus.DONE, 1.0, "", None, trials)
        why = _GONE if stored.optimisation.has_job else _LEFT
        return Optimisation(stored, BacktestStatus.FAILED, 0.0, "", why, trials)


def asked_by_job(job_id: str, owner_id: str, payload: JsonObject) -> NewOptimisation:
    """The optimisation that a job was submitted for."""
    told: Any = payload
    asked_at = datetime.fromisoformat(told["asked_at"])
    return NewOptimisation(job_id, owner_id, parse_search_plan(told["plan"]), asked_at, True)


def _lineage(stored: StoredOptimisation) -> str:
    return stored.optimisation.plan.base.lineage_id
