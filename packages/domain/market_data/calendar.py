"""Which days a market trades: exchange_calendars elsewhere, our own data for China."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.errors import NoData

Days = npt.NDArray[np.datetime64]


class CalendarEnds(NoData):
    """A date past what the calendar knows; the sentence says how to extend it."""


class Calendar(Protocol):
    """The sessions of one market."""

    @property
    def first(self) -> date: ...

    @property
    def last(self) -> date: ...

    def sessions(self, start: date, end: date) -> Days:
        """The trading days in [start, end]; raises `CalendarEnds` for days that are not known."""
        ...


@dataclass(frozen=True, slots=True)
class WeekdayCalendar:
    """Trades every weekday (or every day) but the listed ones, between two known days."""

    first: date
    last: date
    closed: frozenset[date]
    weekends: bool = False

    def sessions(self, start: date, end: date) -> Days:
        refuse_unknown(self, start, end)
        days: Days = np.arange(np.datetime64(start, "D"), np.datetime64(end, "D") + np.timedelta64(1, "D"))
        if not self.weekends:
            days = days[np.is_busday(days)]
        return days[~np.isin(days, _in_order(self.closed))]


@lru_cache(maxsize=32)
def _in_order(days: frozenset[date]) -> Days:
    return np.array(sorted(days), dtype="datetime64[D]")


def refuse_unknown(calendar: Calendar, start: date, end: date) -> None:
    if start < calendar.first or end > calendar.last:
        raise CalendarEnds("market_data.calendar_ends", first=calendar.first, last=calendar.last, start=start, end=end)


ALWAYS_OPEN = WeekdayCalendar(date(2009, 1, 3), date(2100, 12, 31), frozenset(), weekends=True)
EVERY_WEEKDAY = WeekdayCalendar(date(1970, 1, 1), date(2100, 12, 31), frozenset())
