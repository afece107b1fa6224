"""Market data that a test makes up, kept in memory and given out by the as-of rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeVar

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, empty_columns, instant
from packages.domain.market_data.calendar import EVERY_WEEKDAY
from packages.domain.market_data.door import MarketView
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
from packages.domain.market_data.staleness import MarketCalendar
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe

SomeRow = TypeVar("SomeRow", bound=Row)


@dataclass
class InMemoryMarket:
    """Both readers of the door, and research's `Market` port over them."""

    instant_now: datetime
    instruments: Sequence[Instrument] = ()
    series: Sequence[BarSeries] = ()
    fact_rows: Sequence[FinancialFact] = ()
    valuation_rows: Sequence[Valuation] = ()
    action_rows: Sequence[CorporateAction] = ()
    status_rows: Sequence[StatusPeriod] = ()
    estimate_rows: Sequence[Estimate] = ()
    event_rows: Sequence[CalendarEvent] = ()
    funding_rows: Sequence[FundingRate] = ()

    def view(self, as_of: datetime) -> MarketView:
        return MarketView(as_of, self, self)

    def now(self) -> datetime:
        return self.instant_now

    async def companies(self, as_of: datetime) -> Mapping[str, Sequence[str]]:
        found = _known(self.instruments, as_of)
        return {str(one.symbol): tuple(name for name in (one.name_zh, one.name_en) if name) for one in found}

    async def listed(self, as_of: datetime) -> Sequence[Instrument]:
        return _known(self.instruments, as_of)

    def calendar(self, market: Market) -> MarketCalendar:
        return lambda: EVERY_WEEKDAY

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        return [one for one in _known(self.instruments, as_of or self.instant_now) if text in str(one.symbol)][:limit]

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        for told in self.series:
            if (told.symbol, told.timeframe) == (symbol, timeframe) and source in (None, told.source):
                found = replace(told, columns=_within(told.columns, as_of, start, end))
                if len(found):
                    return found
        raise NoData(f"No {timeframe} bars of {symbol} were known as of {as_of}.")

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        return next((one for one in _known(self.instruments, as_of) if one.symbol == symbol), None)

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return [row for row in _known(self.action_rows, as_of) if row.symbol == symbol]

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return [row for row in _known(self.status_rows, as_of) if row.symbol == symbol]

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        told = sorted(_known(self.fact_rows, as_of), key=lambda row: row.version)
        newest = {(row.statement, row.item, row.period_end): row for row in told if row.symbol == symbol}
        return list(newest.values())

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return [row for row in _known(self.fact_rows, as_of) if row.symbol == symbol]

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]:
        told = [row for row in _known(self.valuation_rows, as_of) if row.symbol == symbol]
        return [row for row in told if since is None or row.day >= since]

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]:
        return ()

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        return ()

    async def estimates(self, symbol: Symbol, as_of: datetime) -> Sequence[Estimate]:
        told = sorted(_known(self.estimate_rows, as_of), key=lambda row: row.known_at)
        newest = {(row.period_end, row.item): row for row in told if row.symbol == symbol}
        return [newest[key] for key in sorted(newest)]

    async def funding(self, symbol: Symbol, as_of: datetime) -> Sequence[FundingRate]:
        told = [row for row in _known(self.funding_rows, as_of) if row.symbol == symbol]
        return sorted(told, key=lambda row: row.paid_at)

    async def events(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[CalendarEvent]:
        told = [row for row in _known(self.event_rows, as_of) if row.symbol == symbol]
        return sorted((row for row in told if since is None or row.day >= since), key=lambda row: row.day)

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]:
        return ()


def _known(rows: Sequence[SomeRow], as_of: datetime) -> list[SomeRow]:
    return [row for row in rows if row.known_at <= as_of]


def _within(columns: BarColumns, as_of: datetime, start: datetime | None, end: datetime | None) -> BarColumns:
    chosen = columns.known_at <= instant(as_of)
    if start is not None:
        chosen &= columns.time >= instant(start)
    if end is not None:
        chosen &= columns.time < instant(end)
    places = np.flatnonzero(chosen)
    return columns[int(places[0]) : int(places[-1]) + 1] if len(places) else empty_columns()
