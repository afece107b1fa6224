"""The as-of door: the only way to read market data. Every read names the instant that it may know about."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Protocol, TypeAlias, TypeVar

from packages.core.errors import Invalid
from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.leaks import refuse_later, refuse_later_bars, refuse_later_members
from packages.domain.market_data.load_command import load_command
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

SomeRow = TypeVar("SomeRow", bound=Row)


class NaiveInstant(Invalid):
    """An instant without a time zone, which could mean any of 24 hours."""


class BarReader(Protocol):
    """Where bars are kept: raw, from one source."""

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
    """Where everything else is kept; each method gives what was known at `as_of`, latest version only."""

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None: ...

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]: ...

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]: ...

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]: ...

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]: ...

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]: ...

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]: ...

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]: ...


@dataclass(frozen=True, slots=True)
class MarketView:
    """All that was known at one instant. What a store lets slip is caught here, by name."""

    as_of: datetime
    bar_reader: BarReader
    row_reader: RowReader

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
    ) -> BarSeries:
        """Bars that begin in [start, end), oldest first; prices adjusted by what had happened by the instant. All are
        from one source: the given one, or the one that tells most."""
        series = await self.bar_reader.read(symbol, timeframe, self.as_of, start, end, source)
        refuse_later_bars(series, self.as_of)
        actions = () if adjustment is Adjustment.RAW else await self.actions(symbol)
        return adjusted(series, actions, adjustment)

    async def instrument(self, symbol: Symbol) -> Instrument:
        found = await self.row_reader.instrument(symbol, self.as_of)
        if found is None:
            raise UnknownSymbol("market_data.no_data_yet", symbol=symbol, command=load_command(symbol))
        refuse_later([found], self.as_of)
        if found.delisted_on is not None and found.delisted_on > self._day(symbol):
            return replace(found, delisted_on=None)
        return found

    async def actions(self, symbol: Symbol) -> Sequence[CorporateAction]:
        return await self._known(self.row_reader.actions(symbol, self.as_of))

    async def statuses(self, symbol: Symbol) -> Sequence[StatusPeriod]:
        """An end that lay ahead on the day of the instant is not told: nobody knew it yet."""
        found = await self._known(self.row_reader.statuses(symbol, self.as_of))
        today = self._day(symbol)
        return [replace(row, until=None) if row.until is not None and row.until > today else row for row in found]

    async def facts(self, symbol: Symbol) -> Sequence[FinancialFact]:
        """The latest known version of each figure, by period, oldest first."""
        return await self._known(self.row_reader.facts(symbol, self.as_of))

    async def valuations(self, symbol: Symbol, since: date | None = None) -> Sequence[Valuation]:
        return await self._known(self.row_reader.valuations(symbol, self.as_of, since))

    async def news(self, symbol: Symbol | None, since: date | None = None) -> Sequence[NewsItem]:
        """Newest first; None for news about the market as a whole."""
        return await self._known(self.row_reader.news(symbol, self.as_of, since))

    async def macro(self, series: str) -> Sequence[MacroPoint]:
        return await self._known(self.row_reader.macro(series, self.as_of))

    async def members(self, index: str) -> Sequence[Membership]:
        """Who was in the index on the day of the instant."""
        found = await self._known(self.row_reader.memberships(index, self.as_of))
        for row in found:
            refuse_later_members([row], self._day(row.symbol))
        present = [row for row in found if row.until is None or self._day(row.symbol) < row.until]
        return [replace(row, until=None) for row in present]

    async def _known(self, reading: Awaitable[Sequence[SomeRow]]) -> Sequence[SomeRow]:
        found = await reading
        refuse_later(found, self.as_of)
        return found

    def _day(self, symbol: Symbol) -> date:
        """The day that it was, at the instant, where the instrument trades."""
        return local_day(symbol.market, self.as_of)


Views: TypeAlias = Callable[[datetime | None], MarketView]  # None is now
