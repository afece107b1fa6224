"""The work of a backtest: as a job, or in the terminal, it is kept in the same way."""

import asyncio
import time
from dataclasses import dataclass, replace

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.errors import UnknownBacktest
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.ports import BacktestStore
from packages.domain.backtest.jobs.results import result_of
from packages.domain.backtest.jobs.runner import BacktestRunner, Run, Tell
from packages.domain.backtest.jobs.service import asked_by_job
from packages.domain.backtest.jobs.stored import Headline, NewBacktest, Result
from packages.domain.strategy.lineage import TrialKind, TrialLedger
from packages.domain.work.jobs import JobCall


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A run and what is kept of it."""

    run: Run
    result: Result


class BacktestWork:
    """A trial is counted before its result can be seen, so that nothing that was looked at goes uncounted. A job that
    comes again after a crash does what is left."""

    def __init__(self, runner: BacktestRunner, store: BacktestStore, ledger: TrialLedger, clock: Clock) -> None:
        self._runner = runner
        self._store = store
        self._ledger = ledger
        self._clock = clock

    async def handle(self, call: JobCall) -> JsonObject:
        """`JobHandler` for the kind `RUN`."""
        asked = asked_by_job(call.job_id, call.owner_id, call.payload)
        await self._store.add(asked)
        try:
            stored = await self._store.get(call.owner_id, call.job_id)
        except UnknownBacktest:
            return {"backtest_id": call.job_id, "deleted": True}
        headline = stored.headline or await self._finish(asked, call.progress.report)
        return {"backtest_id": call.job_id, "trials": await self._count(asked.plan, headline)}

    async def run(self, plan: Plan, tell: Tell) -> Done:
        """Runs and explains; nothing is stored."""
        run = await self._runner.run(plan, tell)
        await tell(0.8, "Writing down the reasons")
        began = time.perf_counter()
        result = await asyncio.to_thread(result_of, run, self._clock.now())
        return Done(run, _with_time(result, "explain", time.perf_counter() - began))

    async def keep(self, asked: NewBacktest, done: Done) -> int:
        """Stores what was run without a job; how many trials the lineage has then."""
        await self._store.add(asked)
        trials = await self._count(asked.plan, done.result.headline)
        await self._store.finish(asked.id, done.result)
        return trials

    async def _finish(self, asked: NewBacktest, tell: Tell) -> Headline:
        done = await self.run(asked.plan, tell)
        await tell(0.95, "Storing the result")
        await self.keep(asked, done)
        return done.result.headline

    async def _count(self, plan: Plan, headline: Headline) -> int:
        kind, sharpe = TrialKind.BACKTEST, headline.sharpe
        return await self._ledger.record(plan.lineage_id, headline.trial_key, kind, 1, sharpe, at=headline.finished_at)


def _with_time(result: Result, stage: str, seconds: float) -> Result:
    told = result.headline.body["milliseconds"]
    spent = {**(told if isinstance(told, dict) else {}), stage: round(seconds * 1000, 3)}
    return replace(result, headline=replace(result.headline, body={**result.headline.body, "milliseconds": spent}))
