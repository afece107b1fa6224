"""Each market's calendar; exchange_calendars (and pandas below it) is imported when a market needs it."""

import warnings
from datetime import date
from functools import lru_cache
from pathlib import Path

import numpy as np

from packages.domain.market_data.calendar import (
    ALWAYS_OPEN,
    EVERY_WEEKDAY,
    Calendar,
    Days,
    refuse_unknown,
)
from packages.domain.market_data.symbols import Market
from packages.infra.providers.calendars.china import china_calendar

_FIRST = date(1980, 1, 1)


def calendar_of(market: Market, home: Path) -> Calendar:
    match market:
        case Market.CN_STOCKS:
            return china_calendar(home)
        case Market.US_STOCKS:
            return exchange_calendar("XNYS", _FIRST)
        case Market.CRYPTO:
            return ALWAYS_OPEN
        case Market.FOREX | Market.FUTURES:
            return EVERY_WEEKDAY


class ListedCalendar:
    """A calendar that names every session."""

    def __init__(self, sessions: Days) -> None:
        self._sessions = sessions
        self.first: date = sessions[0].item()
        self.last: date = sessions[-1].item()

    def sessions(self, start: date, end: date) -> Days:
        refuse_unknown(self, start, end)
        after, before = np.datetime64(start, "D"), np.datetime64(end, "D")
        return self._sessions[(self._sessions >= after) & (self._sessions <= before)]


@lru_cache(maxsize=8)
def exchange_calendar(code: str, first: date) -> ListedCalendar:
    """The library's calendar of one exchange, by its MIC."""
    from exchange_calendars import get_calendar

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library uses what pandas 3.1 deprecates
        sessions = get_calendar(code, start=first.isoformat()).sessions
    return ListedCalendar(sessions.to_numpy().astype("datetime64[D]"))
