"""China's closed weekdays of years that are not published yet: the law's holidays, arranged as in 2024 to 2026.

The State Council publishes a year's days off late in the year before. Until they are in our data, this is what to
expect: right for whole years so far, and possibly a day or two off in any of them.
"""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from importlib import resources

_DAY = timedelta(days=1)
_TUESDAY, _THURSDAY, _SATURDAY = 1, 3, 5


@cache
def _festivals() -> dict[int, tuple[date, ...]]:
    """By year: the first day of the lunar year, tomb sweeping, dragon boat and mid-autumn."""
    by_year = json.loads(resources.files(__package__).joinpath("china_festivals.json").read_text("utf-8"))["days"]
    return {int(year): tuple(date.fromisoformat(f"{year}-{day}") for day in days) for year, days in by_year.items()}


def last_expected_year() -> int:
    return max(_festivals())


@cache
def expected_closed_days(year: int) -> frozenset[date]:
    """The weekdays on which the exchanges of China would stay closed."""
    spring, tombs, boats, moon = _festivals()[year]
    autumn = date(year, 10, 1)
    together = autumn <= moon <= autumn + 7 * _DAY  # then the week of the national day is one day longer
    days = {
        *_one_day(date(year, 1, 1)),
        *_stretch(spring - _DAY, 8),
        *_one_day(tombs),
        *_stretch(date(year, 5, 1), 5),
        *_one_day(boats),
        *_stretch(autumn, 8 if together else 7),
        *(() if together else _one_day(moon)),
    }
    return frozenset(day for day in days if day.weekday() < _SATURDAY)


def _stretch(first: date, count: int) -> Iterator[date]:
    return (first + n * _DAY for n in range(count))


def _one_day(day: date) -> Iterator[date]:
    """With the day between it and a weekend, and with the Monday after where it falls on a weekend."""
    yield day
    weekday = day.weekday()
    if weekday == _TUESDAY:
        yield day - _DAY
    elif weekday == _THURSDAY:
        yield day + _DAY
    elif weekday >= _SATURDAY:
        yield day + (7 - weekday) * _DAY
