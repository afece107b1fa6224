"""When prices are too old to judge by."""

from datetime import date, timedelta

import pytest

from packages.domain.market_data.calendar import EVERY_WEEKDAY, Calendar, WeekdayCalendar
from packages.domain.market_data.staleness import is_stale

MONDAY = date(2026, 1, 12)


def _weekdays() -> Calendar:
    return EVERY_WEEKDAY


def _unasked() -> Calendar:
    raise AssertionError("the days alone decide")


@pytest.mark.parametrize(
    ("days", "stale"),
    [(0, False), (3, False), (7, False), (10, False), (11, True), (15, True)],
    ids=["today", "Friday", "a week", "five sessions missed", "six sessions missed", "two weeks"],
)
def test_more_than_five_whole_sessions_missed_are_stale(days: int, stale: bool) -> None:
    assert is_stale(MONDAY - timedelta(days=days), MONDAY, _weekdays) is stale


def test_holidays_are_no_sessions_missed() -> None:
    closed = frozenset(MONDAY - timedelta(days=days) for days in range(1, 15))
    assert not is_stale(MONDAY - timedelta(days=15), MONDAY, lambda: WeekdayCalendar(date.min, date.max, closed))


@pytest.mark.parametrize(("days", "stale"), [(5, False), (6, False), (16, True), (320, True)])
def test_a_few_days_and_many_are_decided_without_a_calendar(days: int, stale: bool) -> None:
    assert is_stale(MONDAY - timedelta(days=days), MONDAY, _unasked) is stale


def test_where_the_calendar_ends_fifteen_days_decide() -> None:
    ended = WeekdayCalendar(date(2020, 1, 1), date(2025, 12, 31), frozenset())
    assert not is_stale(MONDAY - timedelta(days=15), MONDAY, lambda: ended)
    assert is_stale(MONDAY - timedelta(days=16), MONDAY, lambda: ended)
