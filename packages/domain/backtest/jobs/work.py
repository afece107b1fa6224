"""The work of a backtest: as a job, or in the terminal, it is kept in the same way."""

import asyncio
import time
from dataclasses import dataclass, replace

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.results import result_of
from packages.domain.backtest.jobs.runner import BacktestRunner, Run
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult, BacktestStore, Headline, NewBacktest
from packages.domain.strategy.lineage import TrialKind, TrialLedger
from packages.domain.work.jobs import Tell
from packages.domain.work.service import StoredWork


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A run and what is kept of it."""

    run: Run
    result: BacktestResult


class BacktestWork(StoredWork[Plan, Headline, BacktestResult]):
    """A trial is counted before its result can be seen, so that nothing that was looked at goes uncounted."""

    _store: BacktestStore

    def __init__(self, runner: BacktestRunner, store: BacktestStore, ledger: TrialLedger, clock: Clock) -> None:
        super().__init__(BACKTESTS, store)
        self._runner = runner
        self._ledger = ledger
        self._clock = clock

    async def run(self, plan: Plan, tell: Tell) -> Done:
        """Runs and explains; nothing is stored."""
        run = await self._runner.run(plan, tell)
        await tell(0.8, "Writing down the reasons")
        began = time.perf_counter()
        result = await asyncio.to_thread(result_of, run, self._clock.now())
        return Done(run, _with_time(result, "explain", time.perf_counter() - began))

    async def keep(self, planned: NewBacktest, done: Done) -> int:
        """Stores what was run without a job; how many trials the lineage has then."""
        await self._store.add(planned)
        trials = await self._count(planned.plan, done.result.headline)
        await self._store.finish(planned.id, done.result)
        return trials

    async def _finished(self, planned: NewBacktest, tell: Tell) -> Headline:
        done = await self.run(planned.plan, tell)
        await tell(0.95, "Storing the result")
        await self.keep(planned, done)
        return done.result.headline

    async def _outcome(self, planned: NewBacktest, headline: Headline) -> JsonObject:
        return {"trials": await self._count(planned.plan, headline)}

    async def _count(self, plan: Plan, headline: Headline) -> int:
        kind, sharpe = TrialKind.BACKTEST, headline.sharpe
        return await self._ledger.record(plan.lineage_id, headline.trial_key, kind, 1, sharpe, at=headline.finished_at)


def _with_time(result: BacktestResult, stage: str, seconds: float) -> BacktestResult:
    told = result.headline.body["milliseconds"]
    spent = {**(told if isinstance(told, dict) else {}), stage: round(seconds * 1000, 3)}
    return replace(result, headline=replace(result.headline, body={**result.headline.body, "milliseconds": spent}))
