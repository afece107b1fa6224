"""What market data needs from the world: sources that answer, and a store that remembers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from packages.core.messages import Language, Message, render
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    NewsItem,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe


@dataclass(frozen=True, slots=True)
class BarRequest:
    """Bars that begin in [start, end); instants are aware and in UTC."""

    symbol: Symbol
    timeframe: Timeframe
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class BarAnswer:
    """Raw, unadjusted bars, with the corporate actions of the same stretch where the source has them."""

    bars: BarSeries
    actions: tuple[CorporateAction, ...] = ()


@dataclass(frozen=True, slots=True)
class FundamentalAnswer:
    """What a source knows of a company besides its price; empty where it does not serve that kind."""

    instrument: Instrument | None = None
    facts: tuple[FinancialFact, ...] = ()
    valuations: tuple[Valuation, ...] = ()
    statuses: tuple[StatusPeriod, ...] = ()
    news: tuple[NewsItem, ...] = ()
    macro: tuple[MacroPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a source can be asked for."""

    markets: frozenset[Market]
    timeframes: frozenset[Timeframe]
    fundamentals: bool = False
    search: bool = False


class Provider(Protocol):
    """One source of market data, by its real client library."""

    name: str
    abilities: Abilities

    async def bars(self, request: BarRequest) -> BarAnswer:
        """Raises `NoData`, `ProviderDown`, `ProviderRefused` or `MissingExtra`."""
        ...

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer: ...

    async def search(self, text: str) -> Sequence[Instrument]: ...


@dataclass(frozen=True, slots=True)
class SourceState:
    """A source of bars; `settings` are those it still needs, `install` is the command for its client library where
    that is missing. `is_adjusted`: its prices are adjusted alone, which charts and backtests take and research does
    not."""

    name: str
    settings: tuple[str, ...] = ()
    install: str | None = None
    is_adjusted: bool = False

    @property
    def is_ready(self) -> bool:
        return not self.settings and self.install is None

    @property
    def feeds_research(self) -> bool:
        return self.is_ready and not self.is_adjusted


@dataclass(frozen=True, slots=True)
class Tried:
    """A source that was asked before the one that answered, and why it did not."""

    provider: str
    said: Message

    @property
    def reason(self) -> str:
        return render(self.said, Language.EN)


@dataclass(frozen=True, slots=True)
class Answered:
    """Bars, who gave them, and who was asked in vain before."""

    provider: str
    answer: BarAnswer
    tried: tuple[Tried, ...] = field(default=())
