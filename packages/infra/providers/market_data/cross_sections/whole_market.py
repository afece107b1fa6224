"""Everything of a market at once: bars by date out of the blocks, rows in one query a kind."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date, datetime

from packages.domain.backtest.portfolio.ports import MarketRows
from packages.domain.market_data.cross_sections import BarField, CrossSections, MarketPanel
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    FinancialFact,
    Instrument,
    StatusPeriod,
)
from packages.domain.market_data.symbols import Symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.whole_kind import history_of_items, rows_of_kind


class StoredWholeMarket:
    """Over `CrossSections`, which are made when they are first needed."""

    def __init__(self, sections: Callable[[], CrossSections], database: Database) -> None:
        self._sections = sections
        self._database = database

    async def panel(
        self, fields: Sequence[BarField], first: date, last: date, as_of: datetime, symbols: Sequence[Symbol]
    ) -> MarketPanel:
        return await asyncio.to_thread(lambda: self._sections().panel(fields, first, last, as_of, symbols))

    async def rows(self, as_of: datetime) -> MarketRows:
        return MarketRows(
            await rows_of_kind(self._database, Instrument, as_of),
            await rows_of_kind(self._database, CorporateAction, as_of),
            await rows_of_kind(self._database, StatusPeriod, as_of),
        )

    async def facts(self, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
        found = await history_of_items(self._database, items, as_of)
        return sorted(found, key=lambda fact: (fact.known_at, fact.version))

    async def events(self, as_of: datetime) -> Sequence[CalendarEvent]:
        return await rows_of_kind(self._database, CalendarEvent, as_of)
