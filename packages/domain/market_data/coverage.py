"""What is stored of an instrument, what is missing in between, and how old its newest bar is."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from packages.core.messages import Message
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData, UnknownSymbol, WrongTimeframe
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


@dataclass(frozen=True, slots=True)
class Stored:
    """Bars of one instrument, timeframe and source: how many, and from when to when (both begin a bar, in UTC).
    `known_to`: when the newest of them, or of their corrections, was known."""

    symbol: Symbol
    timeframe: Timeframe
    source: str
    first: datetime
    last: datetime
    rows: int
    known_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Damaged:
    """A series of which a file cannot be read, and why."""

    symbol: Symbol
    timeframe: Timeframe
    problem: Message


@dataclass(frozen=True, slots=True)
class Inventory:
    """What is stored, by timeframe, symbol and source, and what is stored and cannot be read."""

    stored: tuple[Stored, ...]
    damaged: tuple[Damaged, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """Sessions in a row, both ends included, for which there is neither a bar nor a suspension."""

    first: date
    last: date
    sessions: int

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first} – {self.last}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is stored, and the gaps in it and behind it, up to the next bar of another raw source; `gaps` is None for
    bars that are not daily."""

    stored: Stored
    gaps: tuple[Gap, ...] | None


async def newest_bar(view: MarketView, symbol: Symbol, timeframe: Timeframe, within: timedelta) -> datetime | None:
    """When it begins; None where the store has no bar that begins so shortly before the view's instant."""
    try:
        series = await view.bars(symbol, timeframe, start=view.as_of - within, adjustment=Adjustment.RAW)
    except (NoData, UnknownSymbol, WrongTimeframe):
        return None
    if not len(series):
        return None
    begins: datetime = series.columns.time[-1].astype("datetime64[us]").item()
    return begins.replace(tzinfo=UTC)
