"""What a portfolio that may hold anything of a market reads of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from packages.domain.market_data.cross_sections import BarField, MarketPanel
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    FinancialFact,
    Instrument,
    StatusPeriod,
)
from packages.domain.market_data.symbols import Symbol


@dataclass(frozen=True, slots=True)
class MarketRows:
    """Everything that was known of all instruments at an instant, beside their bars."""

    instruments: Sequence[Instrument]
    actions: Sequence[CorporateAction]
    statuses: Sequence[StatusPeriod]


class WholeMarket(Protocol):
    """All daily bars by date, and all rows, as they were known at an instant."""

    async def panel(
        self, fields: Sequence[BarField], first: date, last: date, as_of: datetime, symbols: Sequence[Symbol]
    ) -> MarketPanel: ...

    async def rows(self, as_of: datetime) -> MarketRows: ...

    async def facts(self, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
        """Every version of these lines of all reports, in the order in which they became known."""
        ...

    async def events(self, as_of: datetime) -> Sequence[CalendarEvent]: ...
