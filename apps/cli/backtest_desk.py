"""As much of the desk as one backtest needs, opened in a fraction of the time of a whole one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.jobs.plan import BacktestRequest, Plan, make_plan
from packages.domain.backtest.jobs.stored import NewBacktest
from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork, Done
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.work.jobs import Tell
from packages.infra.bars.parquet_bars import ParquetBars
from packages.infra.db.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.db.market_reader import SqlRowReader
from packages.infra.db.market_rows import SqlMarketRows
from packages.infra.db.schema_check import is_current
from packages.infra.db.strategies import strategy_book
from packages.infra.kernel.build import install_kernel
from packages.reports.backtest.summary import summary
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings


@dataclass(frozen=True, slots=True)
class Finished:
    """A backtest that was run here; `id` and `trials` are None where it was not stored."""

    done: Done
    id: str | None
    trials: int | None


@dataclass(frozen=True, slots=True)
class OwnBars:
    """Bars that are read at once: no one else waits for this event loop, so a thread would only cost time."""

    bars: ParquetBars

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        return self.bars.read(symbol, timeframe, as_of, start, end, source=source)


@dataclass(frozen=True, slots=True)
class BacktestDesk:
    """Runs backtests of the local owner in this process, and stores them as a job does."""

    book: StrategyBook
    work: BacktestWork
    clock: SystemClock

    async def plan(self, request: BacktestRequest) -> Plan:
        return await make_plan(self.book, LOCAL_OWNER_ID, request, self.clock.now())

    async def run(self, plan: Plan, tell: Tell, *, store: bool = True) -> Finished:
        done = await self.work.run(plan, tell)
        if not store:
            return Finished(done, None, None)
        await tell(0.95, "Storing the result")
        asked = NewBacktest(Ids(self.clock).new(), LOCAL_OWNER_ID, plan, self.clock.now(), has_job=False)
        return Finished(done, asked.id, await self.work.keep(asked, done))


@asynccontextmanager
async def open_backtests(home: HomeSettings, settings: DatabaseSettings) -> AsyncIterator[BacktestDesk]:
    install_kernel()
    clock = SystemClock()
    database = Database(settings.url(home.database_file))
    try:
        await _bring_up(database)
        book = strategy_book(database, clock)
        rows, bars = SqlRowReader(SqlMarketRows(database)), OwnBars(ParquetBars(home.bars))

        def view(as_of: datetime | None) -> MarketView:
            return MarketView(as_of or clock.now(), bars, rows)

        work = BacktestWork(BacktestRunner(view), SqlBacktests(database), summary, book.ledger, clock)
        yield BacktestDesk(book, work, clock)
    finally:
        await database.aclose()


async def _bring_up(database: Database) -> None:
    """The migrations are loaded when there is something for them to do."""
    if not await is_current(database):
        from packages.infra.db.migrate import upgrade

        await upgrade(database)
