"""The coverage of everything that is stored: the days of all series at once, not a read for each."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from packages.core.clock import Clock
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.coverage import Coverage, Damaged, Gap, Inventory
from packages.domain.market_data.cross_sections import CrossSection, TradedDays, without
from packages.domain.market_data.holes import Suspension, holes_of_each
from packages.domain.market_data.rows import StatusKind
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.data_engineering.application.ports import Calendars, DailyMarket

SeriesKey = tuple[Symbol, str]


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """What is stored with its gaps, and the series of which a file cannot be read."""

    entries: tuple[Coverage, ...]
    damaged: tuple[Damaged, ...]


@dataclass(frozen=True, slots=True)
class MarketCoverage:
    """Says of each series what `MarketLibrary.coverage` says of one."""

    market: DailyMarket
    calendars: Calendars
    clock: Clock
    offers_demo: bool = True

    async def report(self) -> CoverageReport:
        """Ends early, threads included, where it is cancelled."""
        now = self.clock.now()
        found = self._offered(await self.market.inventory())
        gaps: dict[SeriesKey, tuple[Gap, ...]] = {}
        if any(entry.timeframe is Timeframe.D1 for entry in found.stored):
            traded = await self.market.traded_days(now)
            suspended = await self._suspensions(now)
            ahead = next_bars(traded)
            for some in traded:
                gaps |= await asyncio.to_thread(self._gaps, some, ahead, suspended)
        entries = tuple(
            Coverage(entry, gaps.get((entry.symbol, entry.source), ()) if entry.timeframe is Timeframe.D1 else None)
            for entry in found.stored
        )
        return CoverageReport(entries, found.damaged)

    async def section(self, day: date, as_of: datetime) -> CrossSection:
        """The demo market is omitted where the settings do not offer it."""
        found = await self.market.section(day, as_of)
        return found if self.offers_demo else without(found, lambda symbol: symbol.is_demo)

    def _offered(self, found: Inventory) -> Inventory:
        if self.offers_demo:
            return found
        stored = tuple(entry for entry in found.stored if not entry.symbol.is_demo)
        return Inventory(stored, tuple(entry for entry in found.damaged if not entry.symbol.is_demo))

    def _gaps(
        self, some: TradedDays, ahead: Mapping[SeriesKey, Days], suspended: Mapping[Symbol, Sequence[Suspension]]
    ) -> dict[SeriesKey, tuple[Gap, ...]]:
        none = np.datetime64("NaT", "D")
        behind = np.array([ahead.get(key, none) for key in some.series], "datetime64[D]")
        rests = [suspended.get(symbol, ()) for symbol, _ in some.series]
        calendar = self.calendars(some.series[0][0].market)
        return dict(zip(some.series, holes_of_each(some, behind, calendar, rests), strict=True))

    async def _suspensions(self, now: datetime) -> Mapping[Symbol, Sequence[Suspension]]:
        found: dict[Symbol, list[Suspension]] = defaultdict(list)
        for row in await self.market.statuses(now):
            if row.kind is StatusKind.SUSPENDED:
                lies_ahead = row.until is not None and row.until > local_day(row.symbol.market, now)
                found[row.symbol].append((row.since, None if lies_ahead else row.until))
        return found


def next_bars(traded: Sequence[TradedDays]) -> dict[SeriesKey, Days]:
    """The first day that another raw source has behind the last one of a raw series."""
    days: dict[Symbol, dict[str, Days]] = defaultdict(dict)
    several = _with_several_sources(traded)
    for some in traded:
        for column, (symbol, source) in enumerate(some.series):
            if symbol in several and not is_adjusted(source):
                days[symbol][source] = some.days[some.present[:, column]]
    found = {}
    for symbol, by_source in days.items():
        for source, own in by_source.items():
            later = [one[one > own[-1]][:1] for other, one in by_source.items() if other != source and len(own)]
            first = np.sort(np.concatenate([own[:0], *later]))[:1]
            if len(first):
                found[symbol, source] = first[0]
    return found


def _with_several_sources(traded: Sequence[TradedDays]) -> set[Symbol]:
    counted = Counter(symbol for some in traded for symbol, _ in some.series)
    return {symbol for symbol, count in counted.items() if count > 1}
