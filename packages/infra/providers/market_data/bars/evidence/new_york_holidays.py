"""New York's holidays by the rule of the exchange since 1998, with the days on which it closed for an event."""

from datetime import date, timedelta
from functools import cache

_FIRST, _LAST = 1998, 2100  # with Martin Luther King's day; the years before had other rules
_JUNETEENTH_SINCE = 2022
# Attacks, funerals and a storm.
_EVENTS = (
    *(date(2001, 9, day) for day in (11, 12, 13, 14)), date(2004, 6, 11), date(2007, 1, 2), date(2012, 10, 29),
    date(2012, 10, 30), date(2018, 12, 5), date(2025, 1, 9),
)  # fmt: skip
_MONDAY, _THURSDAY, _SATURDAY, _SUNDAY = 0, 3, 5, 6


@cache
def closed_in_new_york() -> list[date]:
    """Weekdays without a session, in order."""
    return sorted((*_EVENTS, *(day for year in range(_FIRST, _LAST + 1) for day in _holidays(year))))


def _holidays(year: int) -> list[date]:
    found = [
        _nth(year, 1, _MONDAY, 3),
        _nth(year, 2, _MONDAY, 3),
        _easter(year) - timedelta(days=2),
        _nth(year, 6, _MONDAY, 1) - timedelta(days=7),
        _kept(date(year, 7, 4)),
        _nth(year, 9, _MONDAY, 1),
        _nth(year, 11, _THURSDAY, 4),
        _kept(date(year, 12, 25)),
    ]
    new_year = date(year, 1, 1)
    if new_year.weekday() != _SATURDAY:  # the last day of the year before is a session
        found.append(_kept(new_year))
    return [*found, _kept(date(year, 6, 19))] if year >= _JUNETEENTH_SINCE else found


def _kept(day: date) -> date:
    """On the Friday before a Saturday, and on the Monday after a Sunday."""
    return day + timedelta(days={_SATURDAY: -1, _SUNDAY: 1}.get(day.weekday(), 0))


def _nth(year: int, month: int, weekday: int, number: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))


def _easter(year: int) -> date:
    """By the Gregorian reckoning of Butcher."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)
