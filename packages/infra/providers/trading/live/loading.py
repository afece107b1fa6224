"""What the runtime of a deployment loads: its bars, from a fixed first bar and kept up to date, the backtest over them
as the expectation, and the hours of its market."""

import asyncio
import warnings
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any

import numpy as np
import structlog

from packages.core.errors import Conflict, Unavailable
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.market.panel_loading import load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.naming import named
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.runs import Runnable, ready, run_once
from packages.domain.backtest.terms import Costs, Terms, usual_costs
from packages.domain.market_data.bars import Floats, instant
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.door import MarketView, Views
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.sessions import bar_known_at, local_day, zone_of
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import symbols_read
from packages.domain.trading.broker import MarketClock, Mode
from packages.domain.trading.deployments.data_age import loaded_before
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import EquityPoint
from packages.domain.trading.runtime.replay import DeploymentTime
from packages.domain.trading.runtime.schedule import Timetable
from packages.infra.providers.market_data.calendars import MICS

MarketByDate = Callable[[], WholeMarket]


class NotWhatWasPinned(Conflict):
    """The stored version is not the one that the deployment was made with."""


@dataclass(frozen=True, slots=True, eq=False)
class DeployedBars:
    """All that was known of the market; decisions begin with bar number `first`. `split` is what prices were multiplied
    by, None for nothing."""

    strategy: Strategy
    compiled: Runnable
    terms: Terms
    panel: Panel
    first: int
    split: Floats | None = None


class PinnedStrategies:
    """The rules that deployments were made with; a revision never changes, so each is read once. A market by rule is
    that of the instruments that had bars when the deployment began: its account lists them."""

    def __init__(self, book: StrategyBook, market: MarketByDate | None = None) -> None:
        self._book = book
        self._market = market
        self._known: dict[str, Strategy] = {}

    async def of(self, deployment: Deployment) -> Strategy:
        if deployment.id not in self._known:
            revision = await self._book.revision(deployment.owner_id, deployment.strategy_id, deployment.version)
            if revision.content_hash != deployment.content_hash:
                raise NotWhatWasPinned("trading.not_what_was_pinned")
            since = began(deployment, revision.strategy.universe.market)
            self._known[deployment.id] = await named_on(revision.strategy, self._market, since)
        return self._known[deployment.id]


def began(deployment: Deployment, market: Market) -> datetime:
    """When it was made, or where its replay begins."""
    if deployment.replay_from is None:
        return deployment.created_at
    return datetime.combine(deployment.replay_from, time(0), zone_of(market)).astimezone(UTC)


async def named_on(strategy: Strategy, market: MarketByDate | None, at: datetime) -> Strategy:
    return await named(strategy, None if market is None else market(), at, loaded_before(strategy.timeframe))


async def load_bars(strategy: Strategy, view: MarketView, terms: Mapping[str, Any], since: datetime) -> DeployedBars:
    """Raises what `load_panel` raises; `terms` as `terms_json` wrote them."""
    market, timeframe = strategy.universe.market, strategy.timeframe
    before = loaded_before(timeframe)
    symbols = [parse_symbol(ticker) for ticker in strategy.universe.tickers]
    day = local_day(market, since) - before
    warm_up = warm_up_bars(strategy, CATALOGUE)
    needs = needs_of(strategy)
    loaded = await load_panel(view, symbols, timeframe, start=day, end=None, warm_up=warm_up, needs=needs)
    time = loaded.panel.time
    begun = int(np.searchsorted(time, instant(since - before)))  # what began so long before is over by then
    known = bar_known_at(market, timeframe, time[begun:])
    first = begun + int(np.searchsorted(known, instant(since), side="right"))
    compiled = ready(strategy, CATALOGUE)
    return DeployedBars(strategy, compiled, terms_of(terms, market), loaded.panel, first, loaded.split)


def terms_of(document: Mapping[str, Any], market: Market) -> Terms:
    """Costs that are missing are the market's usual ones."""
    costs = Costs(**document["costs"]) if "costs" in document else usual_costs(market)
    return Terms(**{**document, "cash": Decimal(document["cash"]), "costs": costs})


def moment(panel: Panel, bar: int) -> datetime:
    """When a bar begins."""
    time: datetime = panel.time[bar].astype("datetime64[us]").item()
    return time.replace(tzinfo=UTC)


FetchBars = Callable[[Symbol, Timeframe], Awaitable[object]]
_LONGEST = 30.0  # seconds: a tick waits no longer for a source
_log = structlog.get_logger(__name__)


class NewestBars:
    """A source that is down or has nothing new does not stop a tick: it goes on with the bars that are there, and
    limits on stale data bind as ever."""

    def __init__(self, fetch_bars: FetchBars, longest: float = _LONGEST) -> None:
        self._fetch_bars = fetch_bars
        self._longest = longest

    async def __call__(self, strategy: Strategy) -> None:
        async with asyncio.TaskGroup() as group:
            for ticker in symbols_read(strategy):
                group.create_task(self._one(parse_symbol(ticker), strategy.timeframe))

    async def _one(self, symbol: Symbol, timeframe: Timeframe) -> None:
        try:
            async with asyncio.timeout(self._longest):
                await self._fetch_bars(symbol, timeframe)
        except (NoData, Unavailable, TimeoutError) as error:
            _log.warning("newest_bars_missing", symbol=str(symbol), timeframe=timeframe.value, reason=str(error))


@dataclass(frozen=True, slots=True)
class BacktestRerun:
    """The same bars, the same first one, the same money and costs."""

    strategies: PinnedStrategies
    views: Views
    time: DeploymentTime

    async def equity(self, deployment: Deployment, since: datetime) -> Sequence[EquityPoint]:
        strategy = await self.strategies.of(deployment)
        deployed = await load_bars(strategy, self.views(await self.time.now(deployment)), deployment.terms, since)
        if deployed.first >= len(deployed.panel):
            return []
        outcome = await asyncio.to_thread(rerun, deployed)
        bars = range(deployed.first, len(deployed.panel))
        equity, cash = outcome.equity.tolist(), outcome.cash.tolist()
        return [
            EquityPoint(moment(deployed.panel, bar), Decimal(repr(equity[bar])), Decimal(repr(cash[bar])))
            for bar in bars
        ]


def rerun(deployed: DeployedBars) -> Outcome:
    """Decides from the bar on which the deployment did."""
    return run_once(deployed.compiled, deployed.panel, deployed.terms, trade_from=deployed.first)


Calendars = Callable[[Market], Calendar]
_FIRST, _LAST = "1993-01-01", "2049-12-31"
REPLAYED_SESSION = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Timetables:
    """The hours of every market."""

    calendars: Calendars

    def of(self, market: Market) -> Timetable:
        if market in MICS:
            return Timetable(market, self.calendars(market), partial(early_close, market))
        return Timetable(market, self.calendars(market))


@dataclass(frozen=True, slots=True)
class PinnedSchedules:
    """The loop's `Schedules` and the replays' `MarketSessions`: the timeframe is the strategy's, the market its
    universe's. A replay is due each second, with a session of its past."""

    strategies: PinnedStrategies
    timetables: Timetables

    async def next_tick(self, deployment: Deployment, after: datetime) -> datetime | None:
        if deployment.mode is Mode.REPLAY:
            return after + REPLAYED_SESSION
        strategy = await self.strategies.of(deployment)
        return self.timetables.of(strategy.universe.market).next_tick(strategy.timeframe, after)

    async def day_begins(self, deployment: Deployment) -> datetime | None:
        if deployment.replay_from is None:
            return None
        return began(deployment, (await self.strategies.of(deployment)).universe.market)

    async def next_close(self, deployment: Deployment, after: datetime) -> datetime | None:
        market = (await self.strategies.of(deployment)).universe.market
        return self.timetables.of(market).next_tick(Timeframe.D1, after)


def market_clock(timetable: Timetable) -> Callable[[datetime], MarketClock]:
    """The paper broker's `MarketHours`."""
    return partial(_clock, timetable)


def early_close(market: Market, day: date) -> time | None:
    """In the market's own time; None on a regular day."""
    return _early_closes(market).get(day)


def _clock(timetable: Timetable, now: datetime) -> MarketClock:
    return MarketClock(now, timetable.is_open(now), timetable.next_open(now), timetable.next_close(now))


@lru_cache(maxsize=16)
def _early_closes(market: Market) -> Mapping[date, time]:
    from exchange_calendars import get_calendar  # with pandas below it: loaded when a market needs it

    # The library lists India's days year by year; early closes it knows none of there.
    if market is Market.IN_STOCKS:
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library uses what pandas 3.1 deprecates
        first = "1997-01-01" if market is Market.JP_STOCKS else _FIRST
        calendar, zone = get_calendar(MICS[market], start=first, end=_LAST), zone_of(market)
        return {
            session.date(): calendar.session_close(session).tz_convert(zone).time() for session in calendar.early_closes
        }
