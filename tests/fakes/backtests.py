"""Backtests in memory."""

from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult, Headline, TradeFilter, TradePage
from tests.fakes.stored_jobs import InMemoryStoredJobs


class InMemoryBacktests(InMemoryStoredJobs[Plan, Headline, BacktestResult]):
    kind = BACKTESTS

    async def columns(self, owner_id: str, backtest_id: str) -> bytes:
        return (await self._result(owner_id, backtest_id)).columns

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage:
        await self.get(owner_id, backtest_id)
        result = self._results.get(backtest_id)
        chosen = [
            trade.body
            for trade in (result.trades if result else ())
            if wanted.direction in (None, trade.direction) and wanted.reason in (None, trade.reason)
        ]
        return wanted.page_of(chosen)
