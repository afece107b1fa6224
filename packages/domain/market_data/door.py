"""The as-of door, the only way to read market data: every read names its instant, and no row known later passes."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from packages.core.errors import Invalid
from packages.domain.market_data.adjustment import Adjustment, actions_for, adjusted, each_once
from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.calendar import Calendar, Days
from packages.domain.market_data.errors import Leak, NoData, UnknownSymbol
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
from packages.domain.market_data.sessions import bar_known_at, local_day, session_close
from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.symbols import Market, Symbol, load_command, missing_data
from packages.domain.market_data.timeframe import Timeframe


def refuse_later(rows: Iterable[Row], as_of: datetime) -> None:
    """Raises `Leak`, by name, for a row that was not known at the instant."""
    for row in rows:
        refuse_implausible(row)
        if row.known_at > as_of:
            raise Leak(
                _name_of_later(row), "market_data.leak_future_row", id=row.id, known_at=row.known_at, as_of=as_of
            )


def refuse_implausible(row: Row) -> None:
    """Raises `Leak`, by name, for a row that claims to have been known before it could be."""
    match row:
        case FinancialFact() if local_day(row.symbol.market, row.known_at) <= row.period_end:
            raise Leak("period_end_as_announcement", "market_data.leak_period_end", id=row.id)
        case MacroPoint() if row.known_at.date() <= row.period_end:
            raise Leak("period_end_as_release", "market_data.leak_period_end", id=row.id)
        case NewsItem() if row.known_at < row.published_at:
            raise Leak("news_date", "market_data.leak_before_published", id=row.id)
        case Valuation() if row.known_at < session_close(row.symbol.market, row.day):
            raise Leak("valuation_before_close", "market_data.leak_before_close", id=row.id)
        case _:
            return


def refuse_later_members(rows: Iterable[Membership], day: date) -> None:
    """Raises `Leak` when the members of a past day include one that joined afterwards."""
    for row in rows:
        if row.since > day:
            raise Leak("membership_of_today", "market_data.leak_joined_later", id=row.id, day=day)


def refuse_later_bars(series: BarSeries, as_of: datetime) -> None:
    """Raises `Leak` for bars that were not over, or not known, at the instant."""
    columns = series.columns
    earliest = bar_known_at(series.symbol.market, series.timeframe, columns.time)
    if np.any(columns.known_at < earliest):
        raise Leak("bar_before_close", "market_data.leak_bar_before_end", symbol=series.symbol, source=series.source)
    if np.any(columns.known_at > instant(as_of)):
        raise Leak("future_bar", "market_data.leak_future_bar", symbol=series.symbol, source=series.source, as_of=as_of)


def _name_of_later(row: Row) -> str:
    match row:
        case CorporateAction():
            return "future_adjustment"
        case FinancialFact(version=version):
            return "restated_value" if version > 1 else "future_fact"
        case NewsItem():
            return "news_date"
        case Membership():
            return "membership_of_today"
        case _:
            return "future_row"


SomeRow = TypeVar("SomeRow", bound=Row)


class NaiveInstant(Invalid):
    """An instant without a time zone, which could mean any of 24 hours."""


class BarReader(Protocol):
    """Where bars are kept, as their sources gave them."""

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries: ...


class RowReader(Protocol):
    """Where everything else is kept; each method gives what was known at `as_of`, latest version only, unless it says
    history."""

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None: ...

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]: ...

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]: ...

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]: ...

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]: ...

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]: ...

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]: ...

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]: ...

    async def estimates(self, symbol: Symbol, as_of: datetime) -> Sequence[Estimate]: ...

    async def funding(self, symbol: Symbol, as_of: datetime) -> Sequence[FundingRate]: ...

    async def events(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[CalendarEvent]: ...

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]: ...


@dataclass(frozen=True, slots=True)
class MarketView:
    """All that was known at one instant. What a store lets slip is caught here, by name."""

    as_of: datetime
    bar_reader: BarReader
    row_reader: RowReader
    calendars: Callable[[Market], Calendar] | None = None

    def __post_init__(self) -> None:
        if self.as_of.tzinfo is None:
            raise NaiveInstant("market_data.instant_without_zone", as_of=self.as_of)

    async def bars(
        self,
        symbol: Symbol,
        timeframe: Timeframe = Timeframe.D1,
        *,
        start: datetime | None = None,
        end: datetime | None = None,
        adjustment: Adjustment = Adjustment.SPLITS,
        source: str | None = None,
        raw_only: bool = False,
    ) -> BarSeries:
        """Bars that begin in [start, end), oldest first; prices adjusted by what had happened by the instant. All are
        from the given source, or from those that `packages.domain.market_data.sources` puts first in the window.
        `raw_only`: for research, which values nothing by prices that somebody adjusted."""
        series = await self.bar_reader.read(symbol, timeframe, self.as_of, start, end, source)
        refuse_later_bars(series, self.as_of)
        if raw_only and is_adjusted(series.source):
            raise NoData(
                "market_data.only_adjusted",
                symbol=symbol,
                source=series.source,
                command=load_command(symbol),
                details=missing_data(symbol, timeframe=timeframe.value),
            )
        if adjustment is Adjustment.RAW:
            return adjusted(series, (), adjustment)
        known = await self._known(self.row_reader.actions(symbol, self.as_of))
        return adjusted(series, actions_for(series.source, known), adjustment)

    async def instrument(self, symbol: Symbol) -> Instrument:
        found = await self.row_reader.instrument(symbol, self.as_of)
        if found is None:
            command, details = load_command(symbol), missing_data(symbol)
            raise UnknownSymbol("market_data.no_data_yet", symbol=symbol, command=command, details=details)
        refuse_later([found], self.as_of)
        if found.delisted_on is not None and found.delisted_on > self._day(symbol):
            return replace(found, delisted_on=None)
        return found

    async def actions(self, symbol: Symbol) -> Sequence[CorporateAction]:
        """By ex-date; what several sources have counts once."""
        return each_once(await self._known(self.row_reader.actions(symbol, self.as_of)))

    async def statuses(self, symbol: Symbol) -> Sequence[StatusPeriod]:
        """An end that lay ahead on the day of the instant is left out: nobody knew it yet."""
        found = await self._known(self.row_reader.statuses(symbol, self.as_of))
        today = self._day(symbol)
        return [replace(row, until=None) if row.until is not None and row.until > today else row for row in found]

    async def facts(self, symbol: Symbol) -> Sequence[FinancialFact]:
        """The latest known version of each figure, by period, oldest first."""
        return await self._known(self.row_reader.facts(symbol, self.as_of))

    async def fact_history(self, symbol: Symbol) -> Sequence[FinancialFact]:
        """Every version of each figure, in the order in which they became known: what was said of a day before counts
        until it was said otherwise."""
        found = await self._known(self.row_reader.fact_history(symbol, self.as_of))
        return sorted(found, key=lambda fact: (fact.known_at, fact.version))

    async def valuations(self, symbol: Symbol, since: date | None = None) -> Sequence[Valuation]:
        return await self._known(self.row_reader.valuations(symbol, self.as_of, since))

    async def news(self, symbol: Symbol | None, since: date | None = None) -> Sequence[NewsItem]:
        """Newest first; None for news about the market as a whole."""
        return await self._known(self.row_reader.news(symbol, self.as_of, since))

    async def macro(self, series: str) -> Sequence[MacroPoint]:
        return await self._known(self.row_reader.macro(series, self.as_of))

    async def estimates(self, symbol: Symbol) -> Sequence[Estimate]:
        """The latest known estimate of each figure, by period, oldest first."""
        return await self._known(self.row_reader.estimates(symbol, self.as_of))

    async def funding(self, symbol: Symbol) -> Sequence[FundingRate]:
        """The rates of a perpetual, in the order of their instants."""
        return await self._known(self.row_reader.funding(symbol, self.as_of))

    async def events(self, symbol: Symbol | None, since: date | None = None) -> Sequence[CalendarEvent]:
        """What the calendar held, in the order of days, the days ahead included; None for the market as a whole."""
        return await self._known(self.row_reader.events(symbol, self.as_of, since))

    async def members(self, index: str) -> Sequence[Membership]:
        """Who was in the index on the day of the instant."""
        found = await self._known(self.row_reader.memberships(index, self.as_of))
        for row in found:
            refuse_later_members([row], self._day(row.symbol))
        present = [row for row in found if row.until is None or self._day(row.symbol) < row.until]
        return [replace(row, until=None) for row in present]

    def months_of_sessions(self, market: Market, start: date, end: date) -> Days | None:
        """The trading days of the months from that of `start` to that of `end`, as far as the market's calendar, which
        is known beforehand, has them whole; None where there is no calendar."""
        if self.calendars is None:
            return None
        calendar, day = self.calendars(market), timedelta(days=1)
        first = max(_month(start), _month(_month(calendar.first - day) + 31 * day))
        after = min(_month(_month(end) + 31 * day), _month(calendar.last + day))
        return calendar.sessions(first, after - day) if first < after else np.empty(0, dtype="datetime64[D]")

    async def _known(self, reading: Awaitable[Sequence[SomeRow]]) -> Sequence[SomeRow]:
        found = await reading
        refuse_later(found, self.as_of)
        return found

    def _day(self, symbol: Symbol) -> date:
        """The day that it was, at the instant, where the instrument trades."""
        return local_day(symbol.market, self.as_of)


def _month(day: date) -> date:
    """Its first day."""
    return day.replace(day=1)


Views: TypeAlias = Callable[[datetime | None], MarketView]  # None is now
