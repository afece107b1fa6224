"""The library of market data: one place to view, and to say what there is and what is missing."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

import numpy as np

from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.coverage import Coverage, Gap, Stored
from packages.domain.market_data.door import MarketView, RowReader
from packages.domain.market_data.holes import Suspension, holes, recent_holes
from packages.domain.market_data.rows import Instrument, StatusKind, most_informative
from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.data_engineering.application.ports import BarStore, Calendars, RowStore

_MOST_FOUND = 500
_MOST_INSTRUMENTS = 20_000


@dataclass(frozen=True, slots=True)
class Stocked:
    """Bars that are there, and what they are of; `instrument` None where no source has given its name."""

    stored: Stored
    instrument: Instrument | None


@dataclass(frozen=True, slots=True)
class MarketLibrary:
    """Everything that reads goes through `view`."""

    bars: BarStore
    rows: RowStore
    row_reader: RowReader
    calendars: Calendars
    clock: Clock
    offers_demo: bool = True

    def view(self, as_of: datetime | None = None) -> MarketView:
        """All that was known at the instant; now, where none is given."""
        return MarketView(as_of or self.clock.now(), self.bars, self.row_reader, self.calendars)

    async def search(self, text: str, limit: int = 20) -> Sequence[Instrument]:
        """Instruments by symbol or name, in either language, best match first."""
        wanted = text.strip()
        if not wanted:
            return []
        by_symbol: dict[Symbol, list[Instrument]] = {}
        for row in await self._found(wanted, _MOST_FOUND):
            by_symbol.setdefault(row.symbol, []).append(row)
        found = [most_informative(rows) for rows in by_symbol.values()]
        return sorted(found, key=lambda instrument: _distance(instrument, wanted))[:limit]

    async def instruments(self, as_of: datetime) -> Sequence[Instrument]:
        """All that were known at the instant, as the source has them that knows them best."""
        by_symbol: dict[Symbol, list[Instrument]] = {}
        for row in await self._found("", _MOST_INSTRUMENTS, as_of):
            by_symbol.setdefault(row.symbol, []).append(row)
        return [most_informative(rows) for rows in by_symbol.values()]

    async def stocked(self, timeframe: Timeframe) -> Sequence[Stocked]:
        """Everything that bars of this length are stored of, each with the source that has most, by symbol."""
        fullest: dict[Symbol, Stored] = {}
        for entry in sorted(await self.stored(), key=lambda entry: entry.rows):
            if entry.timeframe is timeframe:
                fullest[entry.symbol] = entry
        known = {found.symbol: found for found in await self.instruments(self.clock.now())}
        return [Stocked(fullest[symbol], known.get(symbol)) for symbol in sorted(fullest, key=str)]

    async def stored(self, symbol: Symbol | None = None) -> Sequence[Stored]:
        """Bars by instrument, timeframe and source, without a look for gaps."""
        stored = [entry for entry in await self.bars.stored() if symbol in (None, entry.symbol)]
        return [entry for entry in stored if self.offers_demo or not entry.symbol.is_demo]

    async def coverage(self, symbol: Symbol | None = None) -> Sequence[Coverage]:
        """What is stored, with the gaps in daily series, and between them where several sources have raw bars."""
        found = await self.stored(symbol)
        return [Coverage(entry, await self._gaps(entry, found)) for entry in found]

    async def recent_holes(self, series: BarSeries, as_of: datetime) -> tuple[Gap, ...]:
        """Of daily bars as known at the instant: what is missing where it is too much to judge the last close by."""
        market, suspended = series.symbol.market, await self._suspensions(series.symbol, as_of)
        return await asyncio.to_thread(recent_holes, _days(series), market, partial(self.calendars, market), suspended)

    async def _found(self, text: str, limit: int, as_of: datetime | None = None) -> list[Instrument]:
        found = await self.rows.find_instruments(text, limit, as_of)
        return [row for row in found if self.offers_demo or not row.symbol.is_demo]

    async def _gaps(self, stored: Stored, others: Sequence[Stored]) -> tuple[Gap, ...] | None:
        if stored.timeframe is not Timeframe.D1:
            return None
        now = self.clock.now()
        days = _days(await self._bars_of(stored, now))
        beside = [one for one in others if _continues(one, stored)]
        later = [_days(await self._bars_of(one, now)) for one in beside]
        ahead = [one[one > days[-1]][:1] for one in later]
        # The first calendar of a market takes a second to load, and everybody else is answered meanwhile.
        calendar = partial(self.calendars, stored.symbol.market)
        reach = np.concatenate([days, np.sort(np.concatenate([days[:0], *ahead]))[:1]])
        return await asyncio.to_thread(holes, reach, calendar, await self._suspensions(stored.symbol, now))

    async def _bars_of(self, stored: Stored, now: datetime) -> BarSeries:
        view = self.view(now)
        return await view.bars(stored.symbol, stored.timeframe, adjustment=Adjustment.RAW, source=stored.source)

    async def _suspensions(self, symbol: Symbol, as_of: datetime) -> list[Suspension]:
        statuses = await self.view(as_of).statuses(symbol)
        return [(status.since, status.until) for status in statuses if status.kind is StatusKind.SUSPENDED]


def _days(series: BarSeries) -> Days:
    return series.columns.time.astype("datetime64[D]")


def _continues(other: Stored, stored: Stored) -> bool:
    """Whether a series may go on with bars of the other source behind those of this one."""
    same = (other.symbol, other.timeframe) == (stored.symbol, stored.timeframe)
    raw = not is_adjusted(other.source) and not is_adjusted(stored.source)
    return same and raw and other.last > stored.last


def _distance(instrument: Instrument, wanted: str) -> tuple[int, str]:
    """Symbols that begin so come first, then names that begin so, then the rest."""
    text, symbol = wanted.casefold(), str(instrument.symbol)
    if symbol.casefold().startswith(text):
        return 0, symbol
    names = (instrument.name_en.casefold(), instrument.name_zh.casefold())
    return (1, symbol) if any(name.startswith(text) for name in names) else (2, symbol)


_EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
_LATEST = datetime(9999, 12, 30, tzinfo=UTC)  # what any zone has as well


class FutureInstant(Invalid):
    """Nobody knows what will be known then."""


class TooEarly(Invalid):
    """An instant before anything was written down."""


def asked_instant(as_of: datetime | None, now: datetime) -> datetime:
    """Now, where none is given; a time without a zone is taken as UTC."""
    instant = in_utc(as_of) or now
    if instant > now:
        raise FutureInstant("market_data.as_of_in_future", as_of=instant, now=now)
    return instant


def in_utc(at: datetime | None) -> datetime | None:
    if at is None:
        return None
    aware = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    if aware < _EARLIEST:
        raise TooEarly("market_data.too_early", at=at)
    return min(aware, _LATEST).astimezone(UTC)
