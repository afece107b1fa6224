"""The work of an optimisation, batch by batch: as a job, or in the terminal, it is kept in the same way."""

import asyncio
from collections.abc import Sequence

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.jobs.ports import Views
from packages.domain.backtest.jobs.runner import Tell
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind, TrialLedger
from packages.domain.stress.jobs.ports import TrialReturn, TrialReturns
from packages.domain.stress.optimise.conclusion import conclude
from packages.domain.stress.optimise.errors import UnknownOptimisation
from packages.domain.stress.optimise.ground import Ground, load, prepare
from packages.domain.stress.optimise.honest import key_of
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.ports import OptimisationStore
from packages.domain.stress.optimise.search import Search, Tried
from packages.domain.stress.optimise.service import asked_by_job
from packages.domain.stress.optimise.space import space_of
from packages.domain.stress.optimise.stored import NewOptimisation, Result
from packages.domain.work.jobs import JobCall

_SEARCHING, _CONCLUDING = 0.05, 0.9


class OptimisationWork:
    """A batch is run, its trials are counted, and only then it is written down: who dies in between runs the same batch
    again, and its trials are known already. `workers` of 0 takes all cores."""

    def __init__(
        self,
        views: Views,
        store: OptimisationStore,
        ledger: TrialLedger,
        returns: TrialReturns,
        clock: Clock,
        workers: int = 0,
    ) -> None:
        self._views = views
        self._store = store
        self._ledger = ledger
        self._returns = returns
        self._clock = clock
        self._workers = workers

    async def handle(self, call: JobCall) -> JsonObject:
        """`JobHandler` for the kind `RUN`."""
        asked = asked_by_job(call.job_id, call.owner_id, call.payload)
        await self._store.add(asked)
        try:
            stored = await self._store.get(call.owner_id, call.job_id)
        except UnknownOptimisation:
            return {"optimisation_id": call.job_id, "deleted": True}
        if stored.headline is None:
            await self.run(asked, call.progress.report)
        return {"optimisation_id": call.job_id, "trials": await self._ledger.count(asked.plan.base.lineage_id)}

    async def run(self, asked: NewOptimisation, tell: Tell) -> Result:
        """Goes on where an earlier run of the same id stopped, and keeps what comes out."""
        await self._store.add(asked)
        await tell(0.02, "Reading the bars")
        ground = await self._ground(asked.plan)
        search = await asyncio.to_thread(Search, ground, asked.plan, await self._store.written_down(asked.id))
        while not search.is_over:
            await tell(_fraction(search, asked.plan), f"Tried {search.proposed} of {asked.plan.trials} variants")
            batch = await asyncio.to_thread(search.next_batch)
            await self._count(asked.plan, ground, batch.tried)
            await self._store.write_down(asked.id, batch.number, batch.lines)
        await tell(_CONCLUDING, "Measuring what was found on the held-out bars")
        result = await self._concluded(search, ground, asked.plan)
        await self._store.finish(asked.id, result)
        return result

    async def _ground(self, plan: SearchPlan) -> Ground:
        compiled = compile_strategy(plan.base.strategy, CATALOGUE)
        space = await asyncio.to_thread(space_of, compiled, plan.pointers)
        loaded = await load(plan, space, self._views)
        return await asyncio.to_thread(prepare, plan, compiled, space, loaded, self._workers)

    async def _count(self, plan: SearchPlan, ground: Ground, tried: Sequence[Tried]) -> None:
        now = self._clock.now()
        keys = [key_of(ground, plan.base, each.strategy) for each in tried]
        kept = [
            TrialReturn(key, *each.ran.weekly) for key, each in zip(keys, tried, strict=True) if each.ran is not None
        ]
        trials = [
            Trial(key, TrialKind.OPTIMISATION, now, sharpe=_sharpe(each)) for key, each in zip(keys, tried, strict=True)
        ]
        await self._ledger.record_all(plan.base.lineage_id, list({each.key: each for each in trials}.values()))
        await self._returns.add(plan.base.lineage_id, list({each.key: each for each in kept}.values()))

    async def _concluded(self, search: Search, ground: Ground, plan: SearchPlan) -> Result:
        tried = await self._ledger.trials(plan.base.lineage_id)
        kept = await self._returns.of(plan.base.lineage_id)
        return await asyncio.to_thread(conclude, search, ground, plan, tried, kept, self._clock.now())


def _sharpe(tried: Tried) -> float | None:
    return None if tried.ran is None or tried.ran.figures.trades == 0 else tried.ran.figures.sharpe


def _fraction(search: Search, plan: SearchPlan) -> float:
    return _SEARCHING + (_CONCLUDING - _SEARCHING) * search.proposed / plan.trials
