"""The work of an optimisation, batch by batch: as a job, or in the terminal, it is kept in the same way."""

import asyncio
from collections.abc import Sequence

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.sample import universe_sample
from packages.domain.backtest.jobs.trial_returns import TrialReturn, TrialReturns
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.runs import ready
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind, TrialLedger, TrialSample
from packages.domain.stress.optimise.conclusion import conclude
from packages.domain.stress.optimise.grid import GridSearcher
from packages.domain.stress.optimise.grid_sweep import GridSweep, grid_key
from packages.domain.stress.optimise.honest import key_of
from packages.domain.stress.optimise.market import SearchMarket, load, prepare
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.search import OpenSearcher, ParameterSearch, SearchRun, TriedVariant
from packages.domain.stress.optimise.service import (
    OPTIMISATIONS,
    NewOptimisation,
    OptimisationHeadline,
    OptimisationResult,
    OptimisationStore,
)
from packages.domain.stress.optimise.space import space_of
from packages.domain.work.bridge import step
from packages.domain.work.jobs import OnProgress
from packages.domain.work.service import StoredWork

_SEARCHING, _CONCLUDING = 0.05, 0.9


class OptimisationWork(StoredWork[SearchPlan, OptimisationHeadline, OptimisationResult]):
    """A batch is run, its trials are counted, and only then it is written down: who dies in between runs the same batch
    again, and its trials are known already. `workers` of 0 takes all cores."""

    _store: OptimisationStore

    def __init__(
        self,
        views: Views,
        store: OptimisationStore,
        open_search: OpenSearcher,
        ledger: TrialLedger,
        returns: TrialReturns,
        clock: Clock,
        workers: int = 0,
        market: WholeMarket | None = None,
    ) -> None:
        super().__init__(OPTIMISATIONS, store)
        self._views = views
        self._open_search = open_search
        self._ledger = ledger
        self._returns = returns
        self._clock = clock
        self._workers = workers
        self._whole = market

    async def run(self, planned: NewOptimisation, on_progress: OnProgress) -> OptimisationResult:
        """Goes on where an earlier run of the same id stopped, and keeps what comes out."""
        await self._store.add(planned)
        await on_progress(0.02, step("reading"))
        market = await self._market(planned.plan)
        search = await self._search(market, planned)
        await self._count_unlisted(planned, market, search)
        while not search.is_over:
            await on_progress(
                _fraction(search, planned.plan), step("tried", n=search.proposed, all=planned.plan.trials)
            )
            batch = await asyncio.to_thread(search.next_batch)
            await self._count(planned, market, batch.tried)
            if batch.lines:
                await self._store.write_down(planned.id, batch.number, batch.lines)
        await on_progress(_CONCLUDING, step("held_out"))
        result = await self._concluded(search, market, planned)
        await self._store.finish(planned.id, result)
        return result

    async def _finished(self, planned: NewOptimisation, on_progress: OnProgress) -> OptimisationHeadline:
        return (await self.run(planned, on_progress)).headline

    async def _outcome(self, planned: NewOptimisation, headline: OptimisationHeadline) -> JsonObject:
        return {"trials": await self._ledger.count(planned.plan.lineage_id, planned.plan.pool(planned.owner_id))}

    async def _search(self, market: SearchMarket, planned: NewOptimisation) -> SearchRun:
        if planned.plan.is_swept:
            return await asyncio.to_thread(GridSweep, market, planned.plan)
        written = await self._store.written_down(planned.id)
        opened = self._open_search if planned.plan.grid is None else GridSearcher
        return await asyncio.to_thread(ParameterSearch, market, planned.plan, opened, written)

    async def _market(self, plan: SearchPlan) -> SearchMarket:
        compiled = ready(plan.base.strategy, CATALOGUE)
        space = await asyncio.to_thread(space_of, compiled, plan.pointers, plan.grid)
        loaded = await load(plan, space, self._views, self._whole)
        return await asyncio.to_thread(prepare, plan, compiled, space, loaded, self._workers)

    async def _count_unlisted(self, planned: NewOptimisation, market: SearchMarket, search: SearchRun) -> None:
        """Before anything is run: what a grid is about to try is counted at once."""
        if (count := await asyncio.to_thread(lambda: search.uncounted)) > 0:
            key = grid_key(market, planned.plan.base)
            trial = Trial(key, TrialKind.OPTIMISATION, self._clock.now(), count)
            await self._ledger.record_all(planned.plan.lineage_id, [trial], _sample(planned, market))

    async def _count(self, planned: NewOptimisation, market: SearchMarket, tried: Sequence[TriedVariant]) -> None:
        now, plan = self._clock.now(), planned.plan
        keys = [key_of(market, plan.base, each.strategy) for each in tried]
        kept = [
            TrialReturn(key, *each.ran.weekly) for key, each in zip(keys, tried, strict=True) if each.ran is not None
        ]
        trials = [
            Trial(key, TrialKind.OPTIMISATION, now, sharpe=_sharpe(each)) for key, each in zip(keys, tried, strict=True)
        ]
        distinct = list({each.key: each for each in trials}.values())
        await self._ledger.record_all(plan.lineage_id, distinct, _sample(planned, market))
        await self._returns.add(plan.lineage_id, list({each.key: each for each in kept}.values()))

    async def _concluded(self, search: SearchRun, market: SearchMarket, planned: NewOptimisation) -> OptimisationResult:
        plan = planned.plan
        if finalists := await asyncio.to_thread(search.finalists):
            await self._count(planned, market, finalists)
        tried = await self._ledger.trials(plan.lineage_id, plan.pool(planned.owner_id))
        kept = await self._returns.of([trial.key for trial in tried])
        return await asyncio.to_thread(conclude, search, market, plan, tried, kept, self._clock.now())


def _sample(planned: NewOptimisation, market: SearchMarket) -> TrialSample:
    universe = planned.plan.base.strategy.universe
    return universe_sample(planned.owner_id, market.data.digest, universe, market.fit.panel, market.cut.fit_from)


def _sharpe(tried: TriedVariant) -> float | None:
    return None if tried.ran is None or tried.ran.figures.trades == 0 else tried.ran.figures.sharpe


def _fraction(search: SearchRun, plan: SearchPlan) -> float:
    return _SEARCHING + (_CONCLUDING - _SEARCHING) * search.proposed / plan.trials
