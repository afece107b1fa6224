"""A stress lab over a small market, wired as the desk wires it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from packages.core.ids import Ids
from packages.domain.backtest.jobs.trial_returns import TrialReturns
from packages.domain.backtest.portfolio.ports import MarketRows
from packages.domain.market_data.bars import BarColumns, BarSeries, Instants, instant
from packages.domain.market_data.cross_sections import BarField, MarketPanel
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import CalendarEvent, CorporateAction, FinancialFact, Instrument, StatusPeriod
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.ports import StoredStrategy
from packages.domain.stress.crises.windows import custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.run import StressRunner
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.jobs.stored import STRESS_TESTS, StressStore, StressTest
from packages.domain.stress.jobs.work import StressWork
from packages.domain.work.jobs import JobCall, JobCancelled, JobStatus
from packages.reports.stress.as_json import write_stress
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.packages.domain.backtest.asking import NOW, book, document
from tests.packages.domain.stress.jobs.in_memory import InMemoryStress, InMemoryTrialReturns

BARS = 900
FIRST = np.datetime64("2018-01-01")
JOB = "00000000-0000-7000-8000-000000000001"
# A few days in which the invented market is alive, and the crash of a year before it began.
WINDOWS = (
    custom_window(date(2019, 2, 4), date(2019, 12, 31), "A year"),
    custom_window(date(2008, 9, 1), date(2008, 12, 31)),
)


class GentleMarket:
    """Daily bars of `DEMO5`, every weekday from January 2018 on, drawn by a seed with a little drift; `until` bars are
    told, `still` ones never move, and one low may be `broken`."""

    def __init__(
        self,
        bars: int = BARS,
        drift: float = 0.0012,
        still: bool = False,
        tickers: tuple[str, ...] = ("DEMO5",),
        broken: float | None = None,
    ) -> None:
        self.bars = bars
        self.drift = drift
        self.still = still
        self.tickers = tickers
        self.broken = broken
        self.reads = 0

    def view(self, as_of: datetime | None) -> MarketView:
        return MarketView(as_of or NOW, self, self)  # type: ignore[arg-type] # the door asks no more of it here

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        self.reads += 1
        if symbol.text not in self.tickers:
            raise NoData(f"No bars of {symbol} are stored: load them with `parley data sync {symbol}`.")
        columns = self._columns(8 + self.tickers.index(symbol.text))
        wanted = columns.known_at <= instant(as_of)
        if start is not None:
            wanted &= columns.time >= instant(start)
        if end is not None:
            wanted &= columns.time < instant(end)
        chosen = BarColumns(**{name: getattr(columns, name)[wanted] for name in BarColumns.__slots__})
        return BarSeries(symbol, timeframe, "demo", "raw", chosen)

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        long_ago = datetime(2017, 1, 1, tzinfo=UTC)
        return Instrument(
            source="demo",
            known_at=long_ago,
            symbol=symbol,
            name_en=symbol.text,
            name_zh=symbol.text,
            exchange="XNYS",
            currency="USD",
        )

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return []

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return []

    def _columns(self, seed: int) -> BarColumns:
        rng = np.random.default_rng(seed)
        days = np.arange(FIRST, FIRST + 2 * self.bars)
        time: Instants = days[np.is_busday(days)][: self.bars].astype("datetime64[us]")
        known_at: Instants = time + np.timedelta64(1, "D")
        close = 50 * np.exp(np.cumsum(rng.normal(self.drift, 0.015, self.bars)))
        opened = close * np.exp(rng.normal(0, 0.004, self.bars))
        if self.still:
            close = opened = np.full(self.bars, 50.0)
        wide = 1.0 if self.still else 1.01
        high, low = np.maximum(opened, close) * wide, np.minimum(opened, close) / wide
        if self.broken is not None:
            low[self.bars // 2] = self.broken
        volume = np.full(self.bars, 500_000.0)
        return BarColumns(time, opened, high, low, close, volume, known_at)


class ByDate:
    """The same market by date."""

    def __init__(self, market: GentleMarket) -> None:
        self._market = market

    async def panel(
        self, fields: Sequence[BarField], first: date, last: date, as_of: datetime, symbols: Sequence[Symbol]
    ) -> MarketPanel:
        present = np.ones((1, len(symbols)), dtype=bool)
        nothing = np.full((1, len(symbols)), np.nan)
        never = np.full(len(symbols), np.datetime64("NaT", "D"))
        values = dict.fromkeys(fields, nothing)
        return MarketPanel(as_of, np.array([FIRST]), tuple(symbols), values, present, never, never)

    async def rows(self, as_of: datetime) -> MarketRows:
        told = [await self._market.instrument(parse_symbol(ticker), as_of) for ticker in self._market.tickers]
        return MarketRows([each for each in told if each is not None], (), ())

    async def facts(self, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
        return ()

    async def events(self, as_of: datetime) -> Sequence[CalendarEvent]:
        return ()


class Progress:
    """Stops the work at the `last` report."""

    def __init__(self, last: int | None = None) -> None:
        self.told: list[tuple[float, str]] = []
        self._last = last

    async def report(self, fraction: float, message: str = "") -> None:
        self.told.append((fraction, message))
        if len(self.told) == self._last:
            raise JobCancelled


@dataclass
class Desk:
    market: GentleMarket
    store: StressStore
    returns: TrialReturns
    shelf: StrategyBook
    jobs: InMemoryJobs
    service: StressService
    runner: StressRunner
    work: StressWork
    clock: StoppedClock

    async def strategy(self, **changes: Any) -> StoredStrategy:
        told: Any = document("DEMO5")
        told.update(changes)
        return await self.shelf.create("ann", told)

    async def call(self, request: StressRequest, progress: Progress, job_id: str = JOB) -> JobCall:
        plan = await make_stress_plan(self.shelf, "ann", request, NOW)
        payload: Any = {"asked": request.digest, "asked_at": NOW.isoformat(), "plan": plan.as_json()}
        return JobCall(job_id, "ann", payload, progress)

    async def ended(self, stress: StressTest) -> StressTest:
        job = await self.jobs.get("ann", stress.id)
        while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
            await asyncio.sleep(0.005)
            job = await self.jobs.get("ann", stress.id)
        return await self.service.get("ann", stress.id)

    async def done(self, request: StressRequest) -> StressTest:
        return await self.ended(await self.service.submit("ann", request))


@asynccontextmanager
async def open_desk(
    store: StressStore | None = None,
    returns: TrialReturns | None = None,
    shelf: StrategyBook | None = None,
    market: GentleMarket | None = None,
    workers: int = 0,
) -> AsyncIterator[Desk]:
    clock = StoppedClock(NOW)
    store, returns, shelf = store or InMemoryStress(), returns or InMemoryTrialReturns(), shelf or book(clock)
    market = market or GentleMarket()
    runner = StressRunner(market.view, shelf.ledger, returns, clock, workers=workers, market=ByDate(market))
    work = StressWork(runner, store, write_stress, clock)
    async with InMemoryJobs(clock, InMemoryEventLog(), {STRESS_TESTS.job_kind: work.handle}).running() as jobs:
        service = StressService(store, jobs, shelf, clock, Ids(clock))
        yield Desk(market, store, returns, shelf, jobs, service, runner, work, clock)


def asking(strategy: StoredStrategy, **changes: Any) -> StressRequest:
    """Small: a hundred paths of one world, and two windows of which one has no bars."""
    told: dict[str, Any] = {
        "strategy_id": strategy.id,
        "worlds": (World.BLOCK_BOOTSTRAP,),
        "paths": 100,
        "crises": (),
        "windows": WINDOWS,
        **changes,
    }
    return StressRequest(**told)
