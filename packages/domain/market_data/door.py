"""The as-of door: the only way to read market data. Every read names the instant that it may know about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from packages.core.errors import Invalid
from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.leaks import refuse_later, refuse_later_bars, refuse_later_members
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


class NaiveInstant(Invalid):
    """An instant without a time zone, which could mean any of 24 hours."""


class BarReader(Protocol):
    """Where bars are kept: raw, from one source."""

    async def read(
        self, symbol: Symbol, timeframe: Timeframe, as_of: datetime, start: datetime | None, end: datetime | None
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
            raise NaiveInstant(f"{self.as_of} has no time zone: say which instant may be known.")

    async def bars(
        self,
        symbol: Symbol,
        timeframe: Timeframe = Timeframe.D1,
        *,
        start: datetime | None = None,
        end: datetime | None = None,
        adjustment: Adjustment = Adjustment.SPLITS,
    ) -> BarSeries:
        """Bars that begin in [start, end), oldest first; prices adjusted by what had happened by the instant."""
        series = await self.bar_reader.read(symbol, timeframe, self.as_of, start, end)
        refuse_later_bars(series, self.as_of)
        return adjusted(series, await self.actions(symbol), adjustment)

    async def instrument(self, symbol: Symbol) -> Instrument:
        found = await self.row_reader.instrument(symbol, self.as_of)
        if found is None:
            raise UnknownSymbol(f"The desk knows nothing of {symbol}: load it with `parley data sync {symbol}`.")
        refuse_later([found], self.as_of)
        return found

    async def actions(self, symbol: Symbol) -> Sequence[CorporateAction]:
        found = await self.row_reader.actions(symbol, self.as_of)
        refuse_later(found, self.as_of)
        return found

    async def statuses(self, symbol: Symbol) -> Sequence[StatusPeriod]:
        found = await self.row_reader.statuses(symbol, self.as_of)
        refuse_later(found, self.as_of)
        return found

    async def facts(self, symbol: Symbol) -> Sequence[FinancialFact]:
        """The latest known version of each figure, by period, oldest first."""
        found = await self.row_reader.facts(symbol, self.as_of)
        refuse_later(found, self.as_of)
        return found

    async def valuations(self, symbol: Symbol, since: date | None = None) -> Sequence[Valuation]:
        found = await self.row_reader.valuations(symbol, self.as_of, since)
        refuse_later(found, self.as_of)
        return found

    async def news(self, symbol: Symbol | None, since: date | None = None) -> Sequence[NewsItem]:
        """Newest first; None for news about the market as a whole."""
        found = await self.row_reader.news(symbol, self.as_of, since)
        refuse_later(found, self.as_of)
        return found

    async def macro(self, series: str) -> Sequence[MacroPoint]:
        found = await self.row_reader.macro(series, self.as_of)
        refuse_later(found, self.as_of)
        return found

    async def members(self, index: str) -> Sequence[Membership]:
        """Who was in the index on the day of the instant."""
        found = await self.row_reader.memberships(index, self.as_of)
        refuse_later(found, self.as_of)
        present = []
        for row in found:
            day = self.as_of.astimezone(zone_of(row.symbol.market)).date()
            refuse_later_members([row], day)
            if row.until is None or day < row.until:
                present.append(row)
        return present
