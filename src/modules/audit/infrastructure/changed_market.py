"""The library of market data as a world of an audit has it: stored rows, read once and changed on the way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NoReturn

import numpy as np

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import Calendar, Days
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.door import RowReader
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    FundingRate,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.audit.domain.worlds import RowChange
from src.modules.audit.infrastructure.read_once import ReadMemory
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.ports import BarStore, RowStore

Library = MarketLibrary


@dataclass(frozen=True, slots=True)
class PinnedAuditClock:
    """Stands at one instant, so that all worlds of an audit look back from the same one."""

    at: datetime

    def now(self) -> datetime:
        return self.at


def changed_library(library: Library, change: RowChange, now: datetime, memory: ReadMemory) -> Library:
    """`now` is the instant of the audit in the world as it is; worlds that share a memory stand on the same rows."""
    return replace(
        library,
        bars=ChangedBars(library.bars, library.row_reader, change, memory),
        rows=ChangedInstruments(library.rows, change, memory),
        row_reader=ChangedRows(library.row_reader, library.bars, change, memory),
        calendars=lambda market: ChangedCalendar(library.calendars(market), change),
        clock=PinnedAuditClock(change.instant(now)),
    )


def refuse_writing() -> NoReturn:
    raise TypeError("a changed world is only read")


@dataclass(frozen=True, slots=True)
class ChangedCalendar:
    """The sessions of the world: holidays move with its days."""

    calendar: Calendar
    change: RowChange

    @property
    def first(self) -> date:
        return self.change.day(self.calendar.first)

    @property
    def last(self) -> date:
        return self.change.day(self.calendar.last)

    def sessions(self, start: date, end: date) -> Days:
        found = self.calendar.sessions(self.change.real_day(start), self.change.real_day(end))
        return np.array([self.change.day(day) for day in found.tolist()], dtype="datetime64[D]")


@dataclass(frozen=True, slots=True)
class ChangedBars:
    """Bars of the world."""

    store: BarStore
    rows: RowReader
    change: RowChange
    memory: ReadMemory

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        real, at = self.change.real_symbol(symbol), self.change.real_instant(as_of)
        since, until = (self.change.real_instant(one) if one is not None else None for one in (start, end))
        series = await self.memory.once(self.store.read, real, timeframe, at, since, until, source)
        return self.change.bars(series, await self.memory.once(self.rows.actions, real, at))

    async def append(self, series: BarSeries, recorded_at: datetime) -> int:
        refuse_writing()

    async def stored(self) -> Sequence[Stored]:
        return await self.store.stored()


@dataclass(frozen=True, slots=True)
class ChangedInstruments:
    """The names that are known in the world."""

    store: RowStore
    change: RowChange
    memory: ReadMemory

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        refuse_writing()

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        at = self.change.real_instant(as_of) if as_of is not None else None
        found = await self.memory.once(self.store.find_instruments, self.change.real_text(text), limit, at)
        return [self.change.instrument(row) for row in found]


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """Everything else in the world."""

    reader: RowReader
    bars: BarStore
    change: RowChange
    memory: ReadMemory

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        found = await self.memory.once(self.reader.instrument, *self._asked(symbol, as_of))
        return self.change.instrument(found) if found is not None else None

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return self.change.actions(await self.memory.once(self.reader.actions, *self._asked(symbol, as_of)))

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return self.change.statuses(await self.memory.once(self.reader.statuses, *self._asked(symbol, as_of)))

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return self.change.facts(await self.memory.once(self.reader.facts, *self._asked(symbol, as_of)))

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return self.change.facts(await self.memory.once(self.reader.fact_history, *self._asked(symbol, as_of)))

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]:
        real, at = self._asked(symbol, as_of)
        found = await self.memory.once(self.reader.valuations, real, at, self._since(since))
        return self.change.valuations(found, await self._prices(real, at) if found else None)

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]:
        real = self.change.real_symbol(symbol) if symbol is not None else None
        at = self.change.real_instant(as_of)
        return self.change.news(await self.memory.once(self.reader.news, real, at, self._since(since)))

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        at = self.change.real_instant(as_of)
        return self.change.macro(await self.memory.once(self.reader.macro, series, at))

    async def estimates(self, symbol: Symbol, as_of: datetime) -> Sequence[Estimate]:
        return self.change.estimates(await self.memory.once(self.reader.estimates, *self._asked(symbol, as_of)))

    async def funding(self, symbol: Symbol, as_of: datetime) -> Sequence[FundingRate]:
        return ()  # research reads none

    async def events(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[CalendarEvent]:
        real = self.change.real_symbol(symbol) if symbol is not None else None
        at = self.change.real_instant(as_of)
        return self.change.events(await self.memory.once(self.reader.events, real, at, self._since(since)))

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]:
        at = self.change.real_instant(as_of)
        return self.change.memberships(await self.memory.once(self.reader.memberships, index, at))

    def _asked(self, symbol: Symbol, as_of: datetime) -> tuple[Symbol, datetime]:
        return self.change.real_symbol(symbol), self.change.real_instant(as_of)

    def _since(self, since: date | None) -> date | None:
        return self.change.real_day(since) if since is not None else None

    async def _prices(self, symbol: Symbol, as_of: datetime) -> BarSeries | None:
        try:
            series = await self.memory.once(self.bars.read, symbol, Timeframe.D1, as_of, None, None, None)
        except NoData:
            return None
        return adjusted(series, await self.memory.once(self.reader.actions, symbol, as_of), Adjustment.SPLITS)
