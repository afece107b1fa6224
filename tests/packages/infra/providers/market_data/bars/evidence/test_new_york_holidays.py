"""New York's holidays by rule, and for events, are those of its calendar."""

from datetime import date

import numpy as np

from packages.infra.providers.market_data.bars.evidence.new_york_holidays import closed_in_new_york
from packages.infra.providers.market_data.calendars import new_york_calendar


def test_the_days_are_those_of_the_calendar() -> None:
    first, last = date(1998, 1, 1), date(2026, 12, 31)
    weekdays = np.arange(np.datetime64(first), np.datetime64(last))
    weekdays = weekdays[np.is_busday(weekdays)]
    closed = set(np.setdiff1d(weekdays, new_york_calendar().sessions(first, last)).tolist())
    assert {day for day in closed_in_new_york() if first <= day <= last} == closed


def test_the_fourth_of_july_and_kings_day_are_among_them() -> None:
    assert {date(2024, 7, 4), date(2024, 1, 15), date(2021, 12, 24)} <= set(closed_in_new_york())
    assert date(2021, 12, 31) not in closed_in_new_york()
