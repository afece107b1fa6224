"""Stored bars of a universe as one panel with its market's rules."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

import numpy as np

from packages.core.errors import Invalid, NotFound, ParleyError
from packages.core.messages import Message, message
from packages.domain.backtest.alongside import Alongside, ReferencedBars
from packages.domain.backtest.listings import InstrumentFacts, Listings
from packages.domain.backtest.market.axis import bars_per_session, first_instant
from packages.domain.backtest.market.company_loading import company_notes, load_records, refuse_nothing_known
from packages.domain.backtest.market.funding_loading import funding_histories, funding_notes, load_funding
from packages.domain.backtest.market.instrument_bars import InstrumentBars, TickerBars, instrument_bars
from packages.domain.backtest.market.needs import NOTHING_ELSE, CompanyNeeds, Needs, refuse_more_work
from packages.domain.backtest.market.panel_building import (
    MOST_BARS,
    build_panel,
    refuse_more_bars,
    refuse_more_tickers,
    split_factors,
)
from packages.domain.backtest.market.shortfalls import Note, notes_on
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries, Floats, Instants, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Market, Symbol, load_command, missing_data
from packages.domain.market_data.timeframe import Timeframe

_AT_ONCE = 8
_FEWEST_BARS = 2  # a decision on a close and a fill at the next open
_A_QUARTER = timedelta(days=95)  # so that every period of a portfolio that touches the bars is whole


class BadUniverse(Invalid):
    """Tickers that cannot be traded in one backtest."""


class TooFewTradedBars(NoData):
    """Too few bars of an instrument in the stretch that was asked for."""

    code = "thin_data"


@dataclass(frozen=True, slots=True)
class LoadedPanel:
    """A panel, the source of each ticker's bars, where trading may begin, what the bars fall short of, and what their
    prices were multiplied by for splits, None where there were none."""

    panel: Panel
    sources: Mapping[str, str]
    first_bar: int
    notes: tuple[Note, ...] = ()
    split: Floats | None = None


@dataclass(frozen=True, slots=True)
class BarStretch:
    """The bars to be traded begin in [start, end), None for all there are; `warm_up` own bars before come on top."""

    timeframe: Timeframe
    start: datetime | None
    end: datetime | None
    warm_up: int = 0

    @classmethod
    def of_days(
        cls, market: Market, timeframe: Timeframe, start: date | None, end: date | None, warm_up: int
    ) -> "BarStretch":
        """From the first day to the last, both included."""
        if start is not None and end is not None and end < start:
            raise BadUniverse("backtest.last_before_first", end=end, start=start)
        first = None if start is None else first_instant(market, timeframe, start)
        after = None if end is None else first_instant(market, timeframe, end + timedelta(days=1))
        return cls(timeframe, first, after, warm_up)


async def load_panel(
    view: MarketView,
    tickers: Sequence[Symbol],
    timeframe: Timeframe,
    *,
    start: date | None,
    end: date | None,
    warm_up: int = 0,
    needs: Needs = NOTHING_ELSE,
) -> LoadedPanel:
    """Days are the market's own, both included. Raises `BadUniverse`, `PanelTooLarge`, `ThinData`, `BadBars`,
    `TooMuchWork`, and what the door raises."""
    market = _market_of(tickers)
    stretch = BarStretch.of_days(market, timeframe, start, end, warm_up)
    asked = tuple(dict.fromkeys((*tickers, *needs.others)))
    ticker_bars = await _Reading(view, stretch).all_of(asked)
    loaded = await asyncio.to_thread(panel_of, ticker_bars[: len(tickers)], stretch)
    refuse_more_work(needs, loaded.panel.close.size)
    if not needs.anything:
        return loaded
    beside = await asyncio.to_thread(_with_needs, loaded, needs, view, ticker_bars, stretch)
    return await _with_records(beside, needs.company, view, ticker_bars[: len(tickers)])


async def _with_records(
    loaded: LoadedPanel, needs: CompanyNeeds, view: MarketView, ticker_bars: Sequence[TickerBars]
) -> LoadedPanel:
    if not needs.anything:
        return loaded
    panel = loaded.panel
    records = await load_records(view, needs, panel, ticker_bars)
    refuse_nothing_known(needs, records)
    beside = replace(panel.alongside or Alongside(), records=records)
    notes = (*loaded.notes, *company_notes(needs, records, panel, loaded.first_bar))
    return replace(loaded, panel=replace(panel, alongside=beside), notes=notes)


def _with_needs(
    loaded: LoadedPanel, needs: Needs, view: MarketView, ticker_bars: Sequence[TickerBars], stretch: BarStretch
) -> LoadedPanel:
    panel, read = loaded.panel, {each.series.symbol: each for each in ticker_bars}
    others = [read[symbol] for symbol in needs.others]
    traded = ticker_bars[: len(panel.tickers)]
    beside = _alongside(view, needs, panel.market, others, stretch, panel.time, traded)
    sources = {each.series.symbol.text: each.series.source for each in ticker_bars}
    listings = _listings(traded, loaded.split) if needs.portfolio else None
    return replace(loaded, panel=replace(panel, alongside=beside, listings=listings), sources=sources)


def _listings(ticker_bars: Sequence[TickerBars], split: Floats | None) -> Listings:
    return Listings(tuple(InstrumentFacts.of(each.instrument, each.statuses) for each in ticker_bars), split)


async def load_alongside(
    view: MarketView, needs: Needs, market: Market, stretch: BarStretch, time: Instants
) -> Alongside | None:
    """What rules read beside the bars of a market, for an axis; None where they read nothing else."""
    if not needs.anything:
        return None
    return _alongside(view, needs, market, await _Reading(view, stretch).all_of(needs.others), stretch, time)


def _alongside(
    view: MarketView,
    needs: Needs,
    market: Market,
    read: Sequence[TickerBars],
    stretch: BarStretch,
    time: Instants,
    traded: Sequence[TickerBars] = (),
) -> Alongside:
    first, last = (time[at].astype("datetime64[D]").item() for at in (0, -1))
    sessions = None
    funding = funding_histories(traded) if needs.funding else ()
    if needs.portfolio:
        sessions = view.months_of_sessions(market, first - _A_QUARTER, last + _A_QUARTER)
    elif needs.sessions:
        sessions = view.months_of_sessions(market, first, last)
    return Alongside(tuple(other_bars(each, stretch) for each in read), sessions, funding=funding)


def other_bars(ticker_bars: TickerBars, stretch: BarStretch) -> ReferencedBars:
    """What rules read of an instrument that they need not trade, with as many bars before the start."""
    symbol, bars = ticker_bars.series.symbol, _cut(ticker_bars, instrument_bars(ticker_bars), stretch)
    return ReferencedBars(symbol.text, symbol.market, bars.time, **{name: getattr(bars, name) for name in PRICES})


def panel_of(ticker_bars: Sequence[TickerBars], stretch: BarStretch) -> LoadedPanel:
    """The same without the store."""
    instruments = [_cut(each, instrument_bars(each), stretch) for each in ticker_bars]
    market = ticker_bars[0].series.symbol.market
    panel = build_panel(market, stretch.timeframe, instruments)
    start = None if stretch.start is None else instant(stretch.start)
    first_bar = 0 if start is None else int(np.searchsorted(panel.time, start))
    sources = {each.series.symbol.text: each.series.source for each in ticker_bars}
    notes = notes_on(instruments, panel.time, first_bar, stretch.warm_up, start)
    notes += funding_notes(ticker_bars, panel.time[first_bar:])
    return LoadedPanel(panel, sources, first_bar, notes, split_factors(instruments, panel.time))


def _market_of(tickers: Sequence[Symbol]) -> Market:
    refuse_more_tickers(len(tickers))
    markets = {symbol.market for symbol in tickers}
    if len(markets) != 1:
        raise BadUniverse("backtest.several_markets", markets=sorted(markets) or message("backtest.no_tickers"))
    if len(set(tickers)) < len(tickers):
        raise BadUniverse("backtest.ticker_twice")
    return markets.pop()


def _cut(ticker_bars: TickerBars, bars: InstrumentBars, stretch: BarStretch) -> InstrumentBars:
    """From the last `warm_up` bars before the start on."""
    first = 0 if stretch.start is None else int(np.searchsorted(bars.time, instant(stretch.start)))
    if len(bars) - first < _FEWEST_BARS:
        raise _thin(ticker_bars.series, len(bars) - first, stretch)
    return bars.since(max(0, first - stretch.warm_up))


def _thin(series: BarSeries, bars: int, stretch: BarStretch) -> TooFewTradedBars:
    sync = f"parley data sync {series.symbol} --timeframe {stretch.timeframe}"
    return TooFewTradedBars(
        "backtest.too_few_bars",
        symbol=series.symbol,
        bars=bars,
        timeframe=stretch.timeframe,
        period=_period(stretch),
        fewest=_FEWEST_BARS,
        command=f"{sync} --since {stretch.start:%Y-%m-%d}" if stretch.start else sync,
        details={"symbol": series.symbol.text, "timeframe": stretch.timeframe.value, "bars": bars},
    )


def _period(stretch: BarStretch) -> Message | str:
    if stretch.start and stretch.end:
        return message("backtest.period_within", start=stretch.start.date(), end=stretch.end.date())
    if stretch.start:
        return message("backtest.period_since", start=stretch.start.date())
    return message("backtest.period_until", end=stretch.end.date()) if stretch.end else ""


@dataclass(slots=True)
class _Reading:
    """One pass over the tickers, some at once; it ends early once more was read than a backtest takes."""

    view: MarketView
    stretch: BarStretch
    read: int = 0
    failures: dict[Symbol, ParleyError] = field(default_factory=dict)
    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def all_of(self, tickers: Sequence[Symbol]) -> list[TickerBars]:
        """In the order of the tickers; fails with all that is missing, not with the first of it."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._gated(symbol)) for symbol in tickers]
        refuse_more_bars(self.read)
        self._refuse_failures([symbol for symbol in tickers if symbol in self.failures])
        return [ticker_bars for task in tasks if (ticker_bars := task.result()) is not None]

    async def _gated(self, symbol: Symbol) -> TickerBars | None:
        async with self.gate:
            if self.read > MOST_BARS:
                return None
            try:
                ticker_bars = await self._ticker_bars(symbol)
            except ParleyError as error:
                self.failures[symbol] = error
                return None
            self.read += len(ticker_bars.series)
            return ticker_bars

    async def _ticker_bars(self, symbol: Symbol) -> TickerBars:
        instrument = await self.view.instrument(symbol)
        actions, statuses = await self.view.actions(symbol), await self.view.statuses(symbol)
        funding = await load_funding(self.view, symbol)
        return TickerBars(await self._bars(symbol), instrument, actions, statuses, funding)

    async def _bars(self, symbol: Symbol) -> BarSeries:
        """Limits want the close before the first bar, so that one more is read than the warm-up takes."""
        since = self._reading_start(symbol.market)
        series = await self._bars_since(symbol, since)
        if since is None or self.stretch.start is None:
            return series
        before = int(np.searchsorted(series.columns.time, instant(self.stretch.start)))
        return series if before > self.stretch.warm_up else await self._bars_since(symbol, None)

    def _reading_start(self, market: Market) -> datetime | None:
        """Daily bars are few, and are read from the listing on; of shorter ones enough for the warm-up by rights."""
        timeframe, start = self.stretch.timeframe, self.stretch.start
        if start is None or not timeframe.is_intraday:
            return None
        sessions = math.ceil((self.stretch.warm_up + 1) / bars_per_session(market, timeframe))
        return start - timedelta(days=14 + 2 * sessions)

    async def _bars_since(self, symbol: Symbol, since: datetime | None) -> BarSeries:
        timeframe, end = self.stretch.timeframe, self.stretch.end
        return await self.view.bars(symbol, timeframe, start=since, end=end, adjustment=Adjustment.RAW)

    def _refuse_failures(self, failed: Sequence[Symbol]) -> None:
        if not failed:
            return
        errors = [self.failures[symbol] for symbol in failed]
        if len(errors) == 1 or not all(isinstance(error, NotFound) for error in errors):
            raise next((error for error in errors if not isinstance(error, NotFound)), errors[0])
        timeframe = self.stretch.timeframe
        raise NoData(
            "backtest.no_bars",
            timeframe=timeframe,
            symbols=failed,
            command=load_command(*failed, options=f"--timeframe {timeframe}"),
            details={"symbols": [symbol.text for symbol in failed], "timeframe": timeframe.value}
            | missing_data(*failed, timeframe=timeframe.value),
        )
