"""The days of the demo market, on the calendars of the markets that it imitates: founding years and years since."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.calendars import new_york_calendar, published_china
from packages.infra.providers.market_data.china_expected import expected_closed_days

FIRST, LAST = date(2015, 1, 5), date(2025, 12, 31)  # of the founding years, which were drawn in one piece
_KNOWN_FROM, _KNOWN_TO = date(2014, 1, 1), date(2049, 12, 31)  # reports on 2014 come before the first bar
# Chinese days off are published a year at a time. Those of later years stay the expected ones here, published or not:
# an invented past that changes with the news would not be a past.
_LAST_PUBLISHED = 2026
ALWAYS_OPEN = "24/7"


@cache
def all_sessions(exchange: str) -> tuple[date, ...]:
    """Every trading day for which something in the pack can be dated."""
    match exchange:
        case "XNYS":
            return tuple(new_york_calendar().sessions(_KNOWN_FROM, _KNOWN_TO).tolist())
        case "XSHG":
            return tuple(day for day in _every_day() if day.weekday() < 5 and day not in _closed_in_china())
        case _:
            return tuple(_every_day())


def _every_day() -> Iterator[date]:
    return (_KNOWN_FROM + timedelta(days=n) for n in range((_KNOWN_TO - _KNOWN_FROM).days + 1))


@cache
def _closed_in_china() -> frozenset[date]:
    expected = (expected_closed_days(year) for year in range(_LAST_PUBLISHED + 1, _KNOWN_TO.year + 1))
    published = frozenset(day for day in published_china().closed if day.year <= _LAST_PUBLISHED)
    return published.union(*expected)


@cache
def trading_days(exchange: str, until: date = LAST) -> tuple[date, ...]:
    """The sessions from the first bar to a day, oldest first."""
    days = all_sessions(exchange)
    return days[bisect_left(days, FIRST) : bisect_right(days, until)]


def stretches(days: Sequence[date]) -> Iterator[slice]:
    """The founding years as one stretch, and each year since: what happens within one hangs on the close before it and
    on nothing else that happened earlier."""
    start = 0
    while start < len(days):
        last = LAST if days[start] <= LAST else date(days[start].year, 12, 31)
        end = bisect_right(days, last)
        yield slice(start, end)
        start = end


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
