"""Sessions that are missing between stored bars."""

from datetime import date, timedelta

import numpy as np
import pytest

from packages.domain.market_data.calendar import ALWAYS_OPEN, EVERY_WEEKDAY, Calendar, Days, WeekdayCalendar
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.holes import holes, long_holes, recent_holes
from packages.domain.market_data.symbols import Market

LAST = date(2026, 11, 16)


def _weekdays() -> Calendar:
    return EVERY_WEEKDAY


def _unasked() -> Calendar:
    raise AssertionError("the days alone decide")


def _bars(count: int, *without: int) -> Days:
    """So many weekdays up to the last, but for those so many sessions before it."""
    days = np.busday_offset(np.datetime64(LAST), -np.arange(count)[::-1])
    return np.delete(days, [count - 1 - place for place in without])


def test_missing_sessions_are_named_and_suspensions_are_not_missing() -> None:
    have = np.array(["2024-07-01", "2024-07-05", "2024-07-08"], dtype="datetime64[D]")
    assert holes(have, _weekdays, []) == (Gap(date(2024, 7, 2), date(2024, 7, 4), 3),)
    suspended = [(date(2024, 7, 2), date(2024, 7, 3))]
    assert holes(have, _weekdays, suspended) == (Gap(date(2024, 7, 4), date(2024, 7, 4), 1),)
    assert holes(have[:0], _unasked, []) == ()


def test_a_bar_after_a_long_hole_leaves_too_much_missing_to_judge_by() -> None:
    days = np.append(np.busday_offset(np.datetime64("2025-12-31"), -np.arange(60)[::-1]), np.datetime64(LAST))
    (found,) = recent_holes(days, Market.US_STOCKS, _weekdays, [])
    assert (found.first, found.last, found.sessions) == (date(2026, 1, 1), date(2026, 11, 13), 227)
    assert str(found) == "2026-01-01 – 2026-11-13"


@pytest.mark.parametrize(("missing", "found"), [(0, 0), (5, 0), (6, 6), (12, 12)])
def test_single_days_count_together(missing: int, found: int) -> None:
    days = _bars(80, *range(2, 2 + 3 * missing, 3))
    assert sum(hole.sessions for hole in recent_holes(days, Market.US_STOCKS, _weekdays, [])) == found


def test_a_hole_behind_sixty_later_bars_is_not_recent_and_still_a_hole() -> None:
    days = _bars(120, *range(62, 80))
    assert recent_holes(days, Market.US_STOCKS, _unasked, []) == ()
    assert [hole.sessions for hole in long_holes(days, _weekdays, [])] == [18]


def test_five_sessions_in_a_row_may_be_missing_in_a_window_and_six_may_not() -> None:
    assert long_holes(_bars(60, *range(10, 15)), _weekdays, []) == ()
    assert [hole.sessions for hole in long_holes(_bars(60, *range(10, 16)), _weekdays, [])] == [6]


def test_weekends_are_sessions_of_a_market_that_never_closes() -> None:
    assert len(recent_holes(_bars(60), Market.CRYPTO, lambda: ALWAYS_OPEN, [])) == 12


def test_holidays_are_no_holes() -> None:
    closed = frozenset(LAST - timedelta(days=days) for days in range(10, 20))
    days = np.array([day for day in _bars(60).tolist() if day not in closed], dtype="datetime64[D]")
    assert long_holes(days, lambda: WeekdayCalendar(date(2000, 1, 1), LAST, closed), []) == ()


@pytest.mark.parametrize(("apart", "found"), [(15, 0), (16, 1), (320, 1)])
def test_where_the_calendar_ends_fifteen_days_decide(apart: int, found: int) -> None:
    days = np.array([LAST - timedelta(days=apart), LAST], dtype="datetime64[D]")
    ended = WeekdayCalendar(date(2020, 1, 1), date(2025, 12, 31), frozenset())
    assert len(holes(days, lambda: ended, [])) == found
