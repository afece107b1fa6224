"""Holes between stored bars: the sessions that are missing, and when they are too many to compute or judge across.

A suspension that is stored is no hole. Where the calendar does not know the days, bars that lie further apart than any
market has stayed closed have a hole between them, counted in weekdays.
"""

from collections.abc import Sequence
from datetime import date
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.calendar import Calendar, Days
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.staleness import LONGEST_CLOSURE, MOST_SESSIONS_MISSED, MarketCalendar
from packages.domain.market_data.symbols import Market

WINDOW = 60  # returns that the last close is judged by
Suspension: TypeAlias = tuple[date, date | None]


def holes(
    days: Days, calendar: MarketCalendar, suspended: Sequence[Suspension], longer_than: int = 0
) -> tuple[Gap, ...]:
    """Where more than so many sessions are missing between a bar and the next; `days` are those of the bars, in order.
    The calendar is asked only if some neighbours lie that far apart."""
    if not (np.diff(days).astype(np.int64) - 1 > longer_than).any():
        return ()
    missing = _missing(days, calendar())
    for since, until in suspended:
        missing = missing[(missing < np.datetime64(since)) | (missing > np.datetime64(until or date.max))]
    _, starts, counts = np.unique(np.searchsorted(days, missing), return_index=True, return_counts=True)
    found = zip(starts.tolist(), counts.tolist(), strict=True)
    return tuple(
        Gap(missing[start].item(), missing[start + count - 1].item(), count)
        for start, count in found
        if count > longer_than
    )


def long_holes(days: Days, calendar: MarketCalendar, suspended: Sequence[Suspension]) -> tuple[Gap, ...]:
    """Those that no figure is computed across."""
    return holes(days, calendar, suspended, MOST_SESSIONS_MISSED)


def recent_holes(
    days: Days, market: Market, calendar: MarketCalendar, suspended: Sequence[Suspension]
) -> tuple[Gap, ...]:
    """Those between the last sixty-one bars, if more than five sessions are missing there in all: too many to judge
    the last close by. The calendar is asked only where the days alone do not decide."""
    recent = days[-1 - WINDOW :]
    if _most_missing(recent, market) <= MOST_SESSIONS_MISSED:
        return ()
    found = holes(recent, calendar, suspended)
    return found if sum(hole.sessions for hole in found) > MOST_SESSIONS_MISSED else ()


def _missing(days: Days, calendar: Calendar) -> Days:
    start, end = max(days[0].item(), calendar.first), min(days[-1].item(), calendar.last)
    known = calendar.sessions(start, end) if start <= end else days[:0]
    wanted = np.sort(np.concatenate([known, _beyond(days, calendar)]))
    return wanted[~np.isin(wanted, days)]


def _beyond(days: Days, calendar: Calendar) -> Days:
    """Weekdays that the calendar does not know, between bars that no closure lies between."""
    if days[0].item() >= calendar.first and days[-1].item() <= calendar.last:
        return days[:0]
    between = np.arange(days[0] + 1, days[-1])
    unknown = (between < np.datetime64(calendar.first)) | (between > np.datetime64(calendar.last))
    far = np.diff(days)[np.searchsorted(days, between) - 1] > np.timedelta64(LONGEST_CLOSURE)
    return between[unknown & far & np.is_busday(between)]


def _most_missing(days: Days, market: Market) -> int:
    """At most so many sessions are missing, whatever the holidays were."""
    if len(days) < 2:
        return 0
    if market is Market.CRYPTO:
        return int((days[-1] - days[0]).astype(np.int64)) + 1 - len(days)
    return int(np.busday_count(days[:-1] + 1, days[1:]).sum())
