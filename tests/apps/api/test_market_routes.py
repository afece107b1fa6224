"""The whole market over HTTP: one day of it, its coverage, and reads that end when the client leaves."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.domain.market_data.coverage import Inventory
from packages.domain.market_data.cross_sections import CrossSection, StopCheck, TradedDays, go_on
from packages.domain.market_data.rows import StatusKind, StatusPeriod
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.application.market_coverage import MarketCoverage
from src.modules.data_engineering.infrastructure.daily_market import ThreadedDailyMarket
from tests.fakes.cross_sections import PlainCrossSections
from tests.packages.infra.providers.market_data.bars.samples import daily, day

ONE, TWO, COIN = (parse_symbol(text) for text in ("600000.SH", "AAPL", "BTC-USD"))
_PATIENCE = 60  # seconds


@pytest.fixture
async def bars(app: FastAPI, home: Path) -> ParquetBars:
    """Holes in one series, a second source behind another, a suspension, a coin that never rests, hours of a share."""
    store, services = ParquetBars(home / "bars"), _services(app)
    store.append(daily({1: 10, 2: 10, 8: 10, 9: 10, 22: 10}, symbol=ONE), day(40))
    store.append(daily({1: 10, 2: 10, 3: 10}, symbol=TWO), day(40))
    store.append(daily({9: 10, 10: 10}, symbol=TWO, source="behind"), day(40))
    store.append(daily({1: 10, 3: 10}, symbol=COIN), day(40))
    await SqlMarketRows(services.database).add([_suspended(ONE, day(3).date(), day(5).date())], day(40))
    return store


def _services(app: FastAPI) -> AppContext:
    services: AppContext = app.state.services
    return services


def _suspended(symbol: Symbol, since: date, until: date) -> StatusPeriod:
    return StatusPeriod(
        source="vendor", known_at=day(1), symbol=symbol, kind=StatusKind.SUSPENDED, since=since, until=until
    )


@pytest.mark.usefixtures("bars")
async def test_the_coverage_of_all_is_that_of_each(client: httpx.AsyncClient) -> None:
    whole = (await client.get("/api/v1/data/coverage")).json()
    assert whole["damaged"] == []
    assert len(whole["coverage"]) == 4
    assert sum(len(entry["gaps"]) for entry in whole["coverage"]) >= 4
    for entry in whole["coverage"]:
        alone = (await client.get(f"/api/v1/data/coverage?symbol={entry['symbol']}")).json()["coverage"]
        assert entry in alone


async def test_a_damaged_part_is_told_for_its_series_alone(bars: ParquetBars, client: httpx.AsyncClient) -> None:
    (part,) = (bars.folder / "1d" / "600000.SH").glob("*.parquet")
    part.write_bytes(b"PAR1")
    whole = (await client.get("/api/v1/data/coverage")).json()
    assert {entry["symbol"] for entry in whole["coverage"]} == {"AAPL", "BTC-USD"}
    (damaged,) = whole["damaged"]
    assert (damaged["symbol"], damaged["timeframe"]) == ("600000.SH", "1d")
    assert part.name in damaged["problem"]


@pytest.mark.usefixtures("bars")
async def test_a_day_of_the_market_is_read_as_of_an_instant(client: httpx.AsyncClient) -> None:
    url = f"/api/v1/data/cross-sections/{day(1).date()}"
    now = (await client.get(url)).json()
    assert (now["symbols"], now["close"], now["damaged"]) == (["600000.SH", "AAPL", "BTC-USD"], [10.0, 10.0, 10.0], [])
    then = (await client.get(url, params={"as_of": f"{day(1).date()}T12:00:00Z"})).json()
    assert then["symbols"] == ["600000.SH"], "only Shanghai has closed"
    ahead = datetime.now(UTC) + timedelta(days=1)
    assert (await client.get(url, params={"as_of": ahead.isoformat()})).status_code == 400


class EndlessSections(PlainCrossSections):
    """A read that goes on until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun, self.was_stopped = threading.Event(), threading.Event()

    def _go_on(self, stop: StopCheck) -> None:
        self.has_begun.set()
        end = time.monotonic() + _PATIENCE
        try:
            while time.monotonic() < end:
                stop()
                time.sleep(0.001)
        except Exception:
            self.was_stopped.set()
            raise

    def inventory(self, *, stop: StopCheck = go_on) -> Inventory:
        self._go_on(stop)
        return Inventory(())

    def traded_days(self, as_of: datetime, *, stop: StopCheck = go_on) -> Sequence[TradedDays]:
        self._go_on(stop)
        return []

    def section(self, day: date, as_of: datetime, *, stop: StopCheck = go_on) -> CrossSection:
        self._go_on(stop)
        return super().section(day, as_of)


@asynccontextmanager
async def listening(app: FastAPI) -> AsyncIterator[int]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_config=None, access_log=False))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("path", ["coverage", "cross-sections/2024-01-02"])
async def test_a_read_ends_in_its_thread_when_the_client_leaves(app: FastAPI, path: str) -> None:
    endless, services = EndlessSections(), _services(app)
    market = ThreadedDailyMarket(lambda: endless, services.database)
    app.state.coverage = MarketCoverage(market, services.library.calendars, services.clock)
    async with listening(app) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /api/v1/data/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        await writer.drain()
        assert await asyncio.to_thread(endless.has_begun.wait, _PATIENCE)
        assert not endless.was_stopped.is_set()
        writer.close()
        assert await asyncio.to_thread(endless.was_stopped.wait, _PATIENCE / 2)
