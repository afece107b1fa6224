"""Backtests as their owner meets them: asked for, followed, read, cancelled, deleted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.errors import KeyTaken, UnknownBacktest
from packages.domain.backtest.jobs.kept import Kept, kept
from packages.domain.backtest.jobs.plan import parse_plan
from packages.domain.backtest.jobs.planning import make_plan
from packages.domain.backtest.jobs.ports import BacktestStore
from packages.domain.backtest.jobs.request import BacktestRequest
from packages.domain.backtest.jobs.stored import (
    OF_JOB,
    Backtest,
    BacktestStatus,
    NewBacktest,
    StoredBacktest,
    TradeFilter,
    TradePage,
)
from packages.domain.strategy.book import StrategyBook
from packages.domain.work.jobs import JobRequest, Jobs, JobStatus, find_job

RUN = "backtest.run"
_GONE = "What became of this backtest is not known any more: run it again."


class BacktestService:
    """The job is the first thing that is durable, and it brings the row along: no backtest waits for a job that nobody
    submitted. A backtest without a result stands where its job stands."""

    def __init__(self, store: BacktestStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._jobs = jobs
        self._book = book
        self._clock = clock
        self._ids = ids

    async def submit(self, owner_id: str, request: BacktestRequest, key: str | None = None) -> Backtest:
        """The same key with the same request is the same backtest."""
        now = self._clock.now()
        plan = await make_plan(self._book, owner_id, request, now)
        payload: JsonObject = {"asked": request.digest, "asked_at": now.isoformat(), "plan": plan.as_json()}
        job = await self._jobs.submit(JobRequest(owner_id, RUN, payload, key or self._ids.new()))
        if job.payload["asked"] != request.digest:
            raise KeyTaken("This idempotency key stands for another backtest: take a new key for a new request.")
        await self._store.add(asked_by_job(job.id, owner_id, job.payload))
        try:
            return await self.get(owner_id, job.id)
        except UnknownBacktest:
            raise KeyTaken(
                "The backtest of this idempotency key was deleted: take a new key to run it again."
            ) from None

    async def get(self, owner_id: str, backtest_id: str) -> Backtest:
        stored = await self._store.get(owner_id, backtest_id)
        return await self._seen(stored, await self._book.ledger.count(stored.backtest.plan.lineage_id))

    async def page(
        self, owner_id: str, limit: int = 50, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[Backtest]:
        """Newest first, behind the id `before`."""
        found = await self._store.page(owner_id, limit, before, strategy_id)
        lineages = {stored.backtest.plan.lineage_id for stored in found}
        trials = {lineage: await self._book.ledger.count(lineage) for lineage in lineages}
        return [await self._seen(stored, trials[stored.backtest.plan.lineage_id]) for stored in found]

    async def report(self, owner_id: str, backtest_id: str) -> JsonObject:
        return await self._store.report(owner_id, backtest_id)

    async def kept(self, owner_id: str, backtest_id: str) -> Kept:
        """What pictures are drawn from."""
        return kept(await self._store.columns(owner_id, backtest_id))

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage:
        return await self._store.trades(owner_id, backtest_id, wanted)

    async def cancel(self, owner_id: str, backtest_id: str) -> Backtest:
        """One that has ended stays as it is."""
        backtest = await self.get(owner_id, backtest_id)
        if backtest.status in (BacktestStatus.PENDING, BacktestStatus.RUNNING):
            await self._jobs.cancel(owner_id, backtest_id)
        return await self.get(owner_id, backtest_id)

    async def delete(self, owner_id: str, backtest_id: str) -> None:
        """Its trial stays counted: who deletes what looked bad has still tried it."""
        await self.cancel(owner_id, backtest_id)
        await self._store.delete(owner_id, backtest_id, self._clock.now())

    async def _seen(self, stored: StoredBacktest, trials: int) -> Backtest:
        if stored.headline is not None:
            return Backtest(stored, BacktestStatus.DONE, 1.0, "", None, trials)
        job = await find_job(self._jobs, stored.backtest.owner_id, stored.backtest.id)
        if job is not None and job.status is not JobStatus.SUCCEEDED:
            return Backtest(stored, OF_JOB[job.status], job.progress, job.message, job.error, trials)
        again = await self._store.get(stored.backtest.owner_id, stored.backtest.id)  # it may have ended meanwhile
        if again.headline is not None:
            return Backtest(again, BacktestStatus.DONE, 1.0, "", None, trials)
        return Backtest(stored, BacktestStatus.FAILED, 0.0, "", _GONE, trials)


def asked_by_job(job_id: str, owner_id: str, payload: JsonObject) -> NewBacktest:
    """The backtest that a job was submitted for."""
    told: Any = payload
    return NewBacktest(job_id, owner_id, parse_plan(told["plan"]), datetime.fromisoformat(told["asked_at"]), True)
