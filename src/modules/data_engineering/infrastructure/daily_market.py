"""The whole market by date, read in a thread that stops soon after nobody waits for it any more."""

import threading
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TypeVar

import anyio
import anyio.to_thread

from packages.domain.market_data.coverage import Inventory
from packages.domain.market_data.cross_sections import CrossSection, CrossSections, StopCheck, TradedDays
from packages.domain.market_data.rows import StatusPeriod
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.whole_kind import rows_of_kind

T = TypeVar("T")


class Abandoned(Exception):
    """Ends the work of a thread whose caller has gone; nobody sees it."""


async def run_stoppable(work: Callable[[StopCheck], T]) -> T:
    """In a thread. Where the caller is cancelled, the next check of the work ends it."""
    has_gone = threading.Event()

    def check() -> None:
        if has_gone.is_set():
            raise Abandoned

    try:
        return await anyio.to_thread.run_sync(work, check, abandon_on_cancel=True)
    except anyio.get_cancelled_exc_class():
        has_gone.set()
        raise


class ThreadedDailyMarket:
    """Over `CrossSections`, which are made when they are first needed."""

    def __init__(self, sections: Callable[[], CrossSections], database: Database) -> None:
        self._sections = sections
        self._database = database

    async def section(self, day: date, as_of: datetime) -> CrossSection:
        return await run_stoppable(lambda stop: self._sections().section(day, as_of, stop=stop))

    async def inventory(self) -> Inventory:
        return await run_stoppable(lambda stop: self._sections().inventory(stop=stop))

    async def traded_days(self, as_of: datetime) -> Sequence[TradedDays]:
        return await run_stoppable(lambda stop: self._sections().traded_days(as_of, stop=stop))

    async def statuses(self, as_of: datetime) -> Sequence[StatusPeriod]:
        return await rows_of_kind(self._database, StatusPeriod, as_of)
