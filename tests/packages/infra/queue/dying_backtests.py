"""A process for tests that runs a backtest as a job and dies at a named point of it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult
from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork
from packages.domain.work.jobs import JobCall
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.kernel.build import install_kernel
from packages.infra.strategy.strategies import strategy_book
from packages.infra.stress.trial_returns import SqlTrialReturns
from packages.reports.backtest.summary import summary
from packages.settings.database import DatabaseUrl
from tests.packages.domain.backtest.asking import document
from tests.packages.domain.backtest.small_market import END, SmallMarket
from tests.packages.infra.queue.desks import open_desk

ASKED = BacktestRequest(document=document("DEMO5"), as_of=END)
AFTER_STORING = "after storing"


class _DyingStore(SqlBacktests):
    def __init__(self, database: Database, death: str) -> None:
        super().__init__(database)
        self._death = death

    async def finish(self, backtest_id: str, result: BacktestResult) -> None:
        await super().finish(backtest_id, result)
        if self._death == AFTER_STORING:
            os._exit(9)


class _DyingProgress:
    def __init__(self, call: JobCall, death: str) -> None:
        self._call = call
        self._death = death

    async def report(self, fraction: float, message: str = "") -> None:
        await self._call.progress.report(fraction, message)
        if message == self._death:
            os._exit(9)


@asynccontextmanager
async def backtests(home: Path, death: str = "") -> AsyncIterator[BacktestService]:
    """Backtests on a real queue and a real database; without a death they go on to their end."""
    url, clock = DatabaseUrl(f"sqlite:///{home / 'parley.sqlite'}"), SystemClock()
    database = Database(url)
    store, book = _DyingStore(database, death), strategy_book(database, clock)
    work = BacktestWork(
        BacktestRunner(SmallMarket().view), store, summary, book.ledger, SqlTrialReturns(database), clock
    )

    async def handle(call: JobCall) -> object:
        return await work.handle(JobCall(call.job_id, call.owner_id, call.payload, _DyingProgress(call, death)))

    try:
        async with open_desk(url, home, {BACKTESTS.job_kind: handle}) as desk:  # type: ignore[dict-item]
            yield BacktestService(store, desk.jobs, book, clock, Ids(clock))
    finally:
        await database.aclose()


async def main(home: str, death: str) -> None:
    install_kernel()
    async with backtests(Path(home), death) as service:
        await service.submit("ann", ASKED, "key")
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
