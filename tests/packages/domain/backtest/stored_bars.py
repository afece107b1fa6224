"""A store of a few instruments in memory, and bars made in one line."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np

from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats, Instants, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    FundingRate,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    StatusKind,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

LONG_AGO = datetime(1990, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 1, 5, tzinfo=UTC)


def instrument(symbol: Symbol, board: str = "main", listed_on: date | None = None) -> Instrument:
    return Instrument(
        source="test",
        known_at=LONG_AGO,
        symbol=symbol,
        name_en="",
        name_zh="",
        exchange="",
        currency="",
        board=board,
        listed_on=listed_on,
    )


def action(ticker: str, day: str, kind: ActionKind, value: str) -> CorporateAction:
    return CorporateAction(
        source="test",
        known_at=LONG_AGO,
        symbol=parse_symbol(ticker),
        ex_date=date.fromisoformat(day),
        kind=kind,
        value=Decimal(value),
    )


def suspension(ticker: str, since: str, until: str) -> StatusPeriod:
    return StatusPeriod(
        source="test",
        known_at=LONG_AGO,
        symbol=parse_symbol(ticker),
        kind=StatusKind.SUSPENDED,
        since=date.fromisoformat(since),
        until=date.fromisoformat(until),
    )


def series(
    ticker: str,
    times: Sequence[str] | Instants,
    close: Sequence[float] | Floats | float = 10.0,
    volume: Sequence[float] | float = 1000.0,
    timeframe: Timeframe = Timeframe.D1,
) -> BarSeries:
    """Bars that open, stay and close at one price."""
    symbol, time = parse_symbol(ticker), np.array(times, dtype="datetime64[us]")
    prices, traded = (np.broadcast_to(np.asarray(told, dtype=np.float64), time.shape) for told in (close, volume))
    known_at = bar_known_at(symbol.market, timeframe, time)
    return BarSeries(
        symbol, timeframe, "test", "raw", BarColumns(time, prices, prices, prices, prices, traded, known_at)
    )


def told(bars: BarSeries, *rows: CorporateAction | StatusPeriod, board: str = "main") -> TickerBars:
    actions = [row for row in rows if isinstance(row, CorporateAction)]
    return TickerBars(
        bars, instrument(bars.symbol, board), actions, [row for row in rows if isinstance(row, StatusPeriod)]
    )


@dataclass
class MemoryStore:
    """Bars and rows as a store tells them, and which stretches it was asked for."""

    series: Sequence[BarSeries]
    rows: Sequence[CorporateAction | StatusPeriod | FinancialFact | CalendarEvent] = ()
    asked: list[tuple[str, datetime | None]] = field(default_factory=list)

    def view(self) -> MarketView:
        return MarketView(NOW, self, self)

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        self.asked.append((symbol.text, start))
        for one in self.series:
            if one.symbol == symbol and one.timeframe is timeframe:
                return _part(one, start, end)
        raise NoData(f"No {timeframe} bars of {symbol}.")

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        return instrument(symbol)

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return [row for row in self.rows if isinstance(row, CorporateAction) and row.symbol == symbol]

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return [row for row in self.rows if isinstance(row, StatusPeriod) and row.symbol == symbol]

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return []

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return [row for row in self.rows if isinstance(row, FinancialFact) and row.symbol == symbol]

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]:
        return []

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]:
        return []

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        return []

    async def estimates(self, symbol: Symbol, as_of: datetime) -> Sequence[Estimate]:
        return []

    async def funding(self, symbol: Symbol, as_of: datetime) -> Sequence[FundingRate]:
        return []

    async def events(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[CalendarEvent]:
        return [row for row in self.rows if isinstance(row, CalendarEvent) and row.symbol == symbol]

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]:
        return []


def _part(one: BarSeries, start: datetime | None, end: datetime | None) -> BarSeries:
    time = one.columns.time
    first = 0 if start is None else int(np.searchsorted(time, instant(start)))
    last = len(time) if end is None else int(np.searchsorted(time, instant(end)))
    return BarSeries(one.symbol, one.timeframe, one.source, one.adjusted, one.columns[first:last])
