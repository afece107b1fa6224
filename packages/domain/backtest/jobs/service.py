"""Backtests as their owner meets them: beside what all stored work can do, their trades and their pictures."""

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.analysis.as_json import curves_json
from packages.domain.backtest.jobs.kept import Kept, kept
from packages.domain.backtest.jobs.plan import BacktestRequest, Plan, make_plan
from packages.domain.backtest.jobs.stored import (
    BACKTESTS,
    Backtest,
    BacktestResult,
    BacktestStore,
    Headline,
    TradeFilter,
    TradePage,
)
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.work.jobs import Jobs
from packages.domain.work.service import StoredJobService


class BacktestService(StoredJobService[Plan, Headline, BacktestResult]):
    """Backtests of stored strategies and of documents that nobody saved."""

    _store: BacktestStore

    def __init__(self, store: BacktestStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        super().__init__(BACKTESTS, store, jobs, book.ledger, clock, ids)
        self._book = book

    async def submit(self, owner_id: str, request: BacktestRequest, key: str | None = None) -> Backtest:
        """The same key with the same request is the same backtest."""
        now = self._clock.now()
        plan = await make_plan(self._book, owner_id, request, now)
        return await self._submit(owner_id, plan, request.digest, now, key)

    async def report(self, owner_id: str, job_id: str) -> JsonObject:
        """With its curves: only those of long backtests, and of old ones, are stored beside it."""
        report = await super().report(owner_id, job_id)
        if "curves" in report:
            return report
        whole = (await self.kept(owner_id, job_id)).report
        return {**report, "curves": curves_json(whole, Timeframe(str(report["timeframe"])))}

    async def kept(self, owner_id: str, backtest_id: str) -> Kept:
        """What pictures are drawn from."""
        return kept(await self._store.columns(owner_id, backtest_id))

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage:
        return await self._store.trades(owner_id, backtest_id, wanted)
