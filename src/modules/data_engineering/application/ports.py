"""What the data use cases need from the world."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.coverage import Inventory, Stored
from packages.domain.market_data.cross_sections import CrossSection, TradedDays
from packages.domain.market_data.door import BarReader
from packages.domain.market_data.ports import Answered, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument, Row, StatusPeriod
from packages.domain.market_data.symbols import Market, Symbol

Report = Callable[[float, str], Awaitable[None]]


class BarStore(BarReader, Protocol):
    """Where bars are kept."""

    async def append(self, series: BarSeries, recorded_at: datetime) -> int:
        """How many bars were new or reported differently."""
        ...

    async def stored(self) -> Sequence[Stored]: ...


class DailyMarket(Protocol):
    """Daily bars of the whole market, and what restricted trading. A read that is cancelled ends where it is."""

    async def section(self, day: date, as_of: datetime) -> CrossSection: ...

    async def inventory(self) -> Inventory: ...

    async def traded_days(self, as_of: datetime) -> Sequence[TradedDays]: ...

    async def statuses(self, as_of: datetime) -> Sequence[StatusPeriod]:
        """Of every instrument, as known then."""
        ...


class RowStore(Protocol):
    """Where everything else is kept."""

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int: ...

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        """Whose symbol or name, in either language, contains the text."""
        ...


class Sources(Protocol):
    """The outside sources of all markets."""

    def names(self, market: Market) -> frozenset[str]:
        """As bars name where they came from."""
        ...

    async def bars(self, request: BarRequest) -> Answered: ...

    async def company(self, symbol: Symbol) -> FundamentalAnswer:
        """What the first source that serves it knows of a company; empty when none does."""
        ...


class Calendars(Protocol):
    """The trading days of all markets."""

    def __call__(self, market: Market) -> Calendar: ...
