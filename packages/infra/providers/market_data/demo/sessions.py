"""The days of the demo pack: a fixed range, on the real calendars of the markets it imitates."""

import warnings
from bisect import bisect_left, bisect_right
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market

FIRST, LAST = date(2015, 1, 5), date(2025, 12, 31)
# Reports on 2014 come before the first bar, those on 2025 after the last.
_KNOWN_FROM, _KNOWN_TO = date(2014, 1, 1), date(2026, 6, 30)
ALWAYS_OPEN = "24/7"


@cache
def all_sessions(exchange: str) -> tuple[date, ...]:
    """Every trading day for which something in the pack can be dated."""
    if exchange == ALWAYS_OPEN:
        return tuple(_KNOWN_FROM + timedelta(days=n) for n in range((_KNOWN_TO - _KNOWN_FROM).days + 1))
    import exchange_calendars  # half a second, so only when a pack is made

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library is at odds with the newest pandas, which does not touch the days
        calendar = exchange_calendars.get_calendar(exchange, start=_KNOWN_FROM.isoformat(), end=_KNOWN_TO.isoformat())
    return tuple(calendar.sessions.date)


@cache
def trading_days(exchange: str) -> tuple[date, ...]:
    """The sessions that have bars, oldest first."""
    days = all_sessions(exchange)
    return days[bisect_left(days, FIRST) : bisect_right(days, LAST)]


def on_or_before(exchange: str, day: date) -> date:
    return sessions_before(exchange, day + timedelta(days=1), 1)


def on_or_after(exchange: str, day: date) -> date:
    days = all_sessions(exchange)
    return days[bisect_left(days, day)]


def sessions_before(exchange: str, day: date, count: int) -> date:
    """The session `count` sessions before `day`."""
    days = all_sessions(exchange)
    place = bisect_left(days, day) - count
    if place < 0:
        raise ValueError(f"the demo calendar begins on {days[0]}, and {count} sessions before {day} were asked for")
    return days[place]


def local(market: Market, day: date, hour: int, minute: int = 0) -> datetime:
    """A clock time in the market's zone, as an instant in UTC."""
    return datetime.combine(day, time(hour, minute), zone_of(market)).astimezone(UTC)


def quarter_ends(first_year: int, last_year: int) -> tuple[date, ...]:
    ends = ((3, 31), (6, 30), (9, 30), (12, 31))
    return tuple(date(year, month, day) for year in range(first_year, last_year + 1) for month, day in ends)


def month_ends(first_year: int, last_year: int) -> tuple[date, ...]:
    starts = [
        (year + month // 12, month % 12 + 1) for year in range(first_year, last_year + 1) for month in range(1, 13)
    ]
    return tuple(date(year, month, 1) - timedelta(days=1) for year, month in starts)
