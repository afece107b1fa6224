"""Stored rows and searches that are read once in an audit: every world stands on the very same ones."""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, TypeVar

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.door import RowReader
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
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.audit.infrastructure.changed_market import Library, refuse_writing
from src.modules.data_engineering.application.ports import BarStore, RowStore
from src.modules.llm_platform.application.contract import IWebSearchProvider, SearchQuery, SearchResults

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class ReadMemory:
    """What was read, by the question; a read that failed is tried again."""

    known: dict[Hashable, Any] = field(default_factory=dict)

    async def get(self, question: Hashable, read: Callable[[], Awaitable[Read]]) -> Read:
        if question not in self.known:
            self.known[question] = await read()
        found: Read = self.known[question]
        return found


def read_once(library: Library) -> Library:
    rows = InstrumentsOnce(library.rows)
    return replace(library, bars=BarsOnce(library.bars), rows=rows, row_reader=RowsOnce(library.row_reader))


@dataclass(frozen=True, slots=True)
class BarsOnce:
    """The bars of a store."""

    store: BarStore
    memory: ReadMemory = field(default_factory=ReadMemory)

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        asked = (symbol, timeframe, as_of, start, end, source)
        return await self.memory.get(asked, lambda: self.store.read(*asked))

    async def append(self, series: BarSeries, recorded_at: datetime) -> int:
        refuse_writing()

    async def stored(self) -> Sequence[Stored]:
        return await self.store.stored()


@dataclass(frozen=True, slots=True)
class InstrumentsOnce:
    """The names of a store."""

    store: RowStore
    memory: ReadMemory = field(default_factory=ReadMemory)

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        refuse_writing()

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        asked = (text, limit, as_of)
        return await self.memory.get(asked, lambda: self.store.find_instruments(*asked))


@dataclass(frozen=True, slots=True)
class RowsOnce:
    """The rows of a reader."""

    reader: RowReader
    memory: ReadMemory = field(default_factory=ReadMemory)

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        return await self.memory.get(("instrument", symbol, as_of), lambda: self.reader.instrument(symbol, as_of))

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return await self.memory.get(("actions", symbol, as_of), lambda: self.reader.actions(symbol, as_of))

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return await self.memory.get(("statuses", symbol, as_of), lambda: self.reader.statuses(symbol, as_of))

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return await self.memory.get(("facts", symbol, as_of), lambda: self.reader.facts(symbol, as_of))

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]:
        asked = ("valuations", symbol, as_of, since)
        return await self.memory.get(asked, lambda: self.reader.valuations(symbol, as_of, since))

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]:
        return await self.memory.get(("news", symbol, as_of, since), lambda: self.reader.news(symbol, as_of, since))

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        return await self.memory.get(("macro", series, as_of), lambda: self.reader.macro(series, as_of))

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]:
        return await self.memory.get(("members", index, as_of), lambda: self.reader.memberships(index, as_of))


@dataclass(frozen=True, slots=True)
class SearchOnce(IWebSearchProvider):
    """The answers of a search; one memory serves the web and the stored news."""

    provider: IWebSearchProvider
    memory: ReadMemory

    async def search(self, query: SearchQuery) -> SearchResults:
        asked = (type(self.provider).__name__, query)
        return await self.memory.get(asked, lambda: self.provider.search(query))
