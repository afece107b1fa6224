"""Stress tests as their owner meets them: scenarios made, tests asked for, followed, read, cancelled, deleted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.stored import OF_JOB, BacktestStatus
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.jobs.errors import StressKeyTaken, UnknownStressTest
from packages.domain.stress.jobs.kinds import Kind, require_kind
from packages.domain.stress.jobs.plan import ScenarioSet, parse_stress_plan
from packages.domain.stress.jobs.planning import asked_in_set, make_stress_plan
from packages.domain.stress.jobs.ports import StressStore
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import (
    FileKind,
    NewScenarioSet,
    NewStress,
    StoredStress,
    StressTest,
    VerdictSeen,
)
from packages.domain.work.jobs import JobRequest, Jobs, JobStatus, find_job

RUN = "stress.run"
_GONE = "What became of this stress test is not known any more: run it again."
_LEFT = "It was stopped in the terminal: `parley stress resume` goes on with it."


class StressService:
    """The job is the first thing that is durable, and it brings the row along. A stress test without a result stands
    where its job stands."""

    def __init__(self, store: StressStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._jobs = jobs
        self._book = book
        self._clock = clock
        self._ids = ids

    async def submit(self, owner_id: str, request: StressRequest, key: str | None = None) -> StressTest:
        """The same key with the same request is the same stress test."""
        now = self._clock.now()
        plan = await make_stress_plan(self._book, owner_id, request, now)
        payload: JsonObject = {"asked": request.digest, "asked_at": now.isoformat(), "plan": plan.as_json()}
        job = await self._jobs.submit(JobRequest(owner_id, RUN, payload, key or self._ids.new()))
        if job.payload["asked"] != request.digest:
            raise StressKeyTaken("This idempotency key stands for another stress test: take a new key for a new one.")
        await self._store.add(asked_by_job(job.id, owner_id, job.payload))
        try:
            return await self.get(owner_id, job.id)
        except UnknownStressTest:
            raise StressKeyTaken(
                "The stress test of this idempotency key was deleted: take a new key to run it again."
            ) from None

    async def make_set(self, owner_id: str, request: StressRequest) -> NewScenarioSet:
        """Writes down what `request` would try, for `submit_in_set`; nothing is run, and a repeat changes nothing."""
        now = self._clock.now()
        plan = await make_stress_plan(self._book, owner_id, request, now)
        made = NewScenarioSet(plan.scenario_set_id, owner_id, plan.scenarios, now)
        await self._store.add_set(made)
        return made

    async def scenario_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        return await self._store.get_set(owner_id, scenario_set_id)

    async def submit_in_set(
        self, owner_id: str, scenario_set_id: str, kind: Kind | None, request: StressRequest, key: str | None = None
    ) -> StressTest:
        """As `submit`, with the scenarios of a set that was made before; one of another kind is refused."""
        scenarios = await self.scenario_set(owner_id, scenario_set_id)
        require_kind(scenarios, kind)
        return await self.submit(owner_id, asked_in_set(request, scenarios), key)

    async def get(self, owner_id: str, stress_id: str) -> StressTest:
        return await self._seen(await self._store.get(owner_id, stress_id))

    async def page(
        self, owner_id: str, limit: int = 50, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StressTest]:
        """Newest first, behind the id `before`."""
        return [await self._seen(each) for each in await self._store.page(owner_id, limit, before, strategy_id)]

    async def report(self, owner_id: str, stress_id: str) -> JsonObject:
        return await self._store.report(owner_id, stress_id)

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        """As it was drawn when the test ended."""
        return await self._store.file(owner_id, stress_id, kind, language)

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        """What the last finished test of this version says; None where there is none."""
        return await self._store.latest_verdict(owner_id, strategy_id, version)

    async def cancel(self, owner_id: str, stress_id: str) -> StressTest:
        """One that has ended stays as it is."""
        stress = await self.get(owner_id, stress_id)
        if stress.status in (BacktestStatus.PENDING, BacktestStatus.RUNNING):
            await self._jobs.cancel(owner_id, stress_id)
        return await self.get(owner_id, stress_id)

    async def delete(self, owner_id: str, stress_id: str) -> None:
        """Its trials stay counted: who deletes what looked bad has still tried it."""
        await self.cancel(owner_id, stress_id)
        await self._store.delete(owner_id, stress_id, self._clock.now())

    async def _seen(self, stored: StoredStress) -> StressTest:
        if stored.headline is not None:
            return StressTest(stored, BacktestStatus.DONE, 1.0, "", None)
        job = await find_job(self._jobs, stored.stress.owner_id, stored.stress.id)
        if job is not None and job.status is not JobStatus.SUCCEEDED:
            return StressTest(stored, OF_JOB[job.status], job.progress, job.message, job.error)
        again = await self._store.get(stored.stress.owner_id, stored.stress.id)  # it may have ended meanwhile
        if again.headline is not None:
            return StressTest(again, BacktestStatus.DONE, 1.0, "", None)
        return StressTest(stored, BacktestStatus.FAILED, 0.0, "", _GONE if stored.stress.has_job else _LEFT)


def asked_by_job(job_id: str, owner_id: str, payload: JsonObject) -> NewStress:
    """The stress test that a job was submitted for."""
    told: Any = payload
    asked_at = datetime.fromisoformat(told["asked_at"])
    return NewStress(job_id, owner_id, parse_stress_plan(told["plan"]), asked_at, True)
