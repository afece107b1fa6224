"""Trading as it is wired: it loads nothing before it is needed, and goes on after a failure of its own."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import text

from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.db.engine import Database
from packages.infra.providers.trading import container
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.security.vault import Vault
from packages.infra.strategy.strategies import strategy_book
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog


def no_view(as_of: object) -> MarketView:
    raise AssertionError("nothing is at work, so nobody looks at the market")


def no_calendar(market: Market) -> Calendar:
    raise AssertionError("nothing is at work, so nobody asks for the hours")


async def nothing_stored(symbol: Symbol) -> Sequence[Stored]:
    raise AssertionError("nothing is at work, so nobody asks for bars")


async def no_bars(symbol: Symbol, timeframe: Timeframe) -> None:
    raise AssertionError("nothing is at work, so nobody asks for bars")


@pytest.fixture
async def trading(database: Database, tmp_path: Path) -> AsyncIterator[TradingContainer]:
    clock = StoppedClock()
    wired = TradingContainer(
        database=database,
        seals=Vault(tmp_path, "broker-keys"),
        book=strategy_book(database, clock),
        events=InMemoryEventLog(),
        views=no_view,
        stored=nothing_stored,
        calendars=no_calendar,
        clock=clock,
        fetch_bars=no_bars,
    )
    yield wired
    await wired.aclose()


class Stops(logging.Handler):
    """Hears of a loop that stopped twice."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.twice = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.getMessage() == "trading_stopped"
        if self.count == 2:
            self.twice.set()


async def test_what_stops_the_loop_is_logged_and_it_begins_anew(trading: TradingContainer, database: Database) -> None:
    async with database.writing_engine.begin() as connection:
        await connection.execute(text("ALTER TABLE deployments RENAME TO gone"))
    stops, logger = Stops(), logging.getLogger(container.__name__)
    logger.addHandler(stops)
    work = asyncio.create_task(trading.keep_trading(begin_anew=0.01))
    try:
        async with asyncio.timeout(60):
            await stops.twice.wait()
        assert not work.done()
    finally:
        logger.removeHandler(stops)
        work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work


def test_a_desk_without_deployments_is_ready_without_the_engine() -> None:
    code = "import sys, packages.infra.providers.trading.container; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    engine = {"packages.domain.backtest.engine", "packages.infra.providers.trading.live.venue", "alpaca", "ccxt"}
    assert engine.isdisjoint(loaded)
