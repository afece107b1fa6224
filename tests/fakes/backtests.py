"""Backtests in memory."""

from collections.abc import Sequence
from datetime import datetime

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.errors import BacktestNotDone, UnknownBacktest
from packages.domain.backtest.jobs.stored import NewBacktest, Result, StoredBacktest, TradeFilter, TradePage


class InMemoryBacktests:
    def __init__(self) -> None:
        self._asked: dict[str, NewBacktest] = {}
        self._results: dict[str, Result] = {}
        self._deleted: set[str] = set()

    async def add(self, backtest: NewBacktest) -> None:
        self._asked.setdefault(backtest.id, backtest)

    async def finish(self, backtest_id: str, result: Result) -> None:
        if backtest_id in self._asked and backtest_id not in self._deleted:
            self._results.setdefault(backtest_id, result)

    async def get(self, owner_id: str, backtest_id: str) -> StoredBacktest:
        found = self._asked.get(backtest_id)
        if found is None or found.owner_id != owner_id or backtest_id in self._deleted:
            raise UnknownBacktest("There is no such backtest.")
        result = self._results.get(backtest_id)
        return StoredBacktest(found, result.headline if result else None)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredBacktest]:
        mine = [each for each in self._asked.values() if each.owner_id == owner_id and each.id not in self._deleted]
        mine.sort(key=lambda each: (each.created_at, each.id), reverse=True)
        if before is not None:
            last = (await self.get(owner_id, before)).backtest
            mine = [each for each in mine if (each.created_at, each.id) < (last.created_at, last.id)]
        wanted = [each for each in mine if strategy_id in (None, each.plan.strategy_id)]
        return [await self.get(owner_id, each.id) for each in wanted[:limit]]

    async def report(self, owner_id: str, backtest_id: str) -> JsonObject:
        return (await self._result(owner_id, backtest_id)).report

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
        return TradePage(tuple(chosen[wanted.offset :][: wanted.limit]), len(chosen))

    async def delete(self, owner_id: str, backtest_id: str, at: datetime) -> None:
        await self.get(owner_id, backtest_id)
        self._deleted.add(backtest_id)
        self._results.pop(backtest_id, None)

    async def _result(self, owner_id: str, backtest_id: str) -> Result:
        await self.get(owner_id, backtest_id)
        if backtest_id not in self._results:
            raise BacktestNotDone("This backtest has no result.")
        return self._results[backtest_id]
