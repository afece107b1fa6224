"""Rows as the as-of door asks for them: the latest version known at the instant, of each kind."""

from collections.abc import Sequence
from datetime import date, datetime

from packages.domain.market_data.rows import (
    WHOLE_MARKET,
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    FundingRate,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    StatusPeriod,
    Valuation,
    most_informative,
)
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows


class SqlRowReader:
    """The latest version known at the instant, of each kind of row."""

    def __init__(self, rows: SqlMarketRows) -> None:
        self._rows = rows

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        found = await self._rows.read(Instrument, str(symbol), as_of)
        return most_informative(found) if found else None

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return await self._rows.read(CorporateAction, str(symbol), as_of)

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return await self._rows.read(StatusPeriod, str(symbol), as_of)

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        newest: dict[tuple[str, str, date], FinancialFact] = {}
        for fact in await self._rows.read(FinancialFact, str(symbol), as_of):
            key = (fact.statement, fact.item, fact.period_end)
            if key not in newest or newest[key].version < fact.version:
                newest[key] = fact
        return list(newest.values())

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return await self._rows.read_history(FinancialFact, str(symbol), as_of)

    async def valuations(self, symbol: Symbol, as_of: datetime, since: date | None) -> Sequence[Valuation]:
        return await self._rows.read(Valuation, str(symbol), as_of, since)

    async def news(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[NewsItem]:
        found = await self._rows.read(NewsItem, str(symbol or WHOLE_MARKET), as_of, since)
        return sorted(found, key=lambda item: (item.published_at, item.id), reverse=True)

    async def macro(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        newest = {point.period_end: point for point in sorted(await self._points(series, as_of), key=_by_version)}
        return [newest[period] for period in sorted(newest)]

    async def estimates(self, symbol: Symbol, as_of: datetime) -> Sequence[Estimate]:
        newest_last = sorted(await self._rows.read(Estimate, str(symbol), as_of), key=lambda row: row.known_at)
        newest = {(row.period_end, row.item): row for row in newest_last}
        return [newest[key] for key in sorted(newest)]

    async def funding(self, symbol: Symbol, as_of: datetime) -> Sequence[FundingRate]:
        """One rate an instant, of several sources the one that was known last."""
        known = sorted(await self._rows.read(FundingRate, str(symbol), as_of), key=lambda row: (row.known_at, row.id))
        newest = {row.paid_at: row for row in known}
        return [newest[at] for at in sorted(newest)]

    async def events(self, symbol: Symbol | None, as_of: datetime, since: date | None) -> Sequence[CalendarEvent]:
        return await self._rows.read(CalendarEvent, str(symbol or WHOLE_MARKET), as_of, since)

    async def memberships(self, index: str, as_of: datetime) -> Sequence[Membership]:
        return await self._rows.read(Membership, index, as_of)

    async def _points(self, series: str, as_of: datetime) -> Sequence[MacroPoint]:
        return await self._rows.read(MacroPoint, series, as_of)


def _by_version(point: MacroPoint) -> int:
    return point.version
