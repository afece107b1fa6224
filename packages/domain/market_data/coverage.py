"""What is stored of an instrument, what is missing in between, and how old its newest bar is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData, UnknownSymbol, WrongTimeframe
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


@dataclass(frozen=True, slots=True)
class Stored:
    """Bars of one instrument, timeframe and source: how many, and from when to when (both begin a bar, in UTC)."""

    symbol: Symbol
    timeframe: Timeframe
    source: str
    first: datetime
    last: datetime
    rows: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Sessions in a row, both ends included, for which there is neither a bar nor a suspension."""

    first: date
    last: date
    sessions: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is stored, and the gaps in it; `gaps` is None where no calendar knows."""

    stored: Stored
    gaps: tuple[Gap, ...] | None


def gaps_of(missing: Sequence[date], sessions: Sequence[date]) -> tuple[Gap, ...]:
    """Groups missing days that follow each other in the list of all sessions."""
    place = {day: index for index, day in enumerate(sessions)}
    groups: list[list[date]] = []
    for day in missing:
        if groups and place[day] == place[groups[-1][-1]] + 1:
            groups[-1].append(day)
        else:
            groups.append([day])
    return tuple(Gap(group[0], group[-1], len(group)) for group in groups)


async def newest_known(view: MarketView, symbol: Symbol, timeframe: Timeframe, within: timedelta) -> datetime | None:
    """None where the store has no bar that begins so shortly before the view's instant."""
    try:
        series = await view.bars(symbol, timeframe, start=view.as_of - within, adjustment=Adjustment.RAW)
    except (NoData, UnknownSymbol, WrongTimeframe):
        return None
    if not len(series):
        return None
    known: datetime = series.columns.known_at[-1].astype("datetime64[us]").item()
    return known.replace(tzinfo=UTC)
