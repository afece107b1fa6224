"""Weekdays on which a stock market stays closed, and days at weekends on which it trades all the same."""

from datetime import date
from functools import cache
from pathlib import Path

import numpy as np

from packages.domain.market_data.calendar import Days
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.new_york_holidays import closed_in_new_york
from packages.infra.providers.market_data.calendars import calendar_of, china_calendar

_SURE_SINCE = date(2000, 1, 1)  # before it the holidays of exchanges are known less well
# Years in which Saturdays were sessions, here and there to the end.
_LAST_SATURDAYS = {Market.US_STOCKS: 1952, Market.JP_STOCKS: 1989, Market.IN_STOCKS: 2006}
# An hour on the evening of Diwali, budgets, and Saturdays on which the exchanges of India switched to another site.
_SPECIAL_IN_INDIA = (
    "2009-10-17", "2010-02-06", "2012-01-07", "2012-03-03", "2012-04-28", "2012-09-08", "2013-11-03", "2014-03-22",
    "2014-10-23", "2015-02-28", "2015-11-11", "2016-10-30", "2017-10-19", "2018-11-07", "2019-10-27", "2020-02-01",
    "2020-11-14", "2021-11-04", "2022-10-24", "2023-11-12", "2024-01-20", "2024-03-02", "2024-05-18", "2024-11-01",
    "2025-02-01", "2025-10-21", "2026-02-01", "2026-11-08",
)  # fmt: skip


def last_year_of_saturdays(market: Market) -> int:
    return _LAST_SATURDAYS.get(market, 0)


@cache
def special_sessions(market: Market) -> Days:
    """Sessions at weekends or on holidays."""
    special = _SPECIAL_IN_INDIA if market is Market.IN_STOCKS else ()
    return np.array(special, dtype="datetime64[D]")


@cache
def closed_weekdays(market: Market) -> Days:
    """Within the years that are known, in order."""
    match market:
        case Market.CN_STOCKS:
            return np.array(sorted(china_calendar(Path("nowhere")).closed), dtype="datetime64[D]")
        case Market.US_STOCKS:
            return np.array(closed_in_new_york(), dtype="datetime64[D]")
        case _:
            return _closed_elsewhere(market)


def _closed_elsewhere(market: Market) -> Days:
    calendar = calendar_of(market, Path("nowhere"))
    first = max(_SURE_SINCE, calendar.first)
    days: Days = np.arange(np.datetime64(first), np.datetime64(calendar.last) + 1)
    sessions = np.concatenate([calendar.sessions(first, calendar.last), special_sessions(market)])
    return days[np.is_busday(days) & ~np.isin(days, sessions)]
