"""Holes between stored bars: the sessions that are missing, and when they are too many to compute or judge across.

A suspension that is stored is no hole. Where the calendar does not know the days, bars that lie further apart than any
market has stayed closed have a hole between them, counted in weekdays.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.calendar import Calendar, Days
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.cross_sections import Flags, TradedDays
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
    return _gaps(days, _missing(days, calendar()), suspended, longer_than)


def holes_of_each(
    traded: TradedDays, ahead: Days, calendar: Calendar, suspended: Sequence[Sequence[Suspension]]
) -> list[tuple[Gap, ...]]:
    """As `holes`, for many series of one market at once. `ahead`: for each the next bar of another source behind its
    last one, NaT where there is none."""
    if not len(traded.days):
        return [() for _ in traded.series]
    start, end = traded.days[0].item(), max([traded.days[-1], *ahead[~np.isnat(ahead)]]).item()
    if start < calendar.first or end > calendar.last:
        return [
            holes(days, lambda: calendar, each) for days, each in zip(_reaches(traded, ahead), suspended, strict=True)
        ]
    sessions = calendar.sessions(start, end)
    traded_then = _on_sessions(traded, sessions)
    found: list[tuple[Gap, ...]] = [()] * len(traded.series)
    broken = np.flatnonzero(~_is_whole(traded, traded_then, ahead, sessions))
    some = TradedDays(traded.days, tuple(traded.series[column] for column in broken), traded.present[:, broken])
    then = np.ascontiguousarray(traded_then[:, broken].T)
    for column, days, mine in zip(broken.tolist(), _reaches(some, ahead[broken]), then, strict=True):
        first, last = np.searchsorted(sessions, days[[0, -1]]).tolist() if len(days) else (0, 0)
        found[column] = _gaps(days, sessions[first:last][~mine[first:last]], suspended[column], 0)
    return found


def _on_sessions(traded: TradedDays, sessions: Days) -> Flags:
    place = np.minimum(np.searchsorted(traded.days, sessions), len(traded.days) - 1)
    found: Flags = traded.present[place] & (traded.days[place] == sessions)[:, None]
    return found


def _is_whole(traded: TradedDays, traded_then: Flags, ahead: Days, sessions: Days) -> Flags:
    """Which series have as many bars on sessions as there are sessions between their ends."""
    first = traded.days[_first_rows(traded.present)]
    last = traded.days[::-1][_first_rows(traded.present[::-1])]
    last = np.where(np.isnat(ahead), last, ahead)
    between = np.searchsorted(sessions, last, "right") - np.searchsorted(sessions, first)
    whole: Flags = traded_then.sum(axis=0) + np.isin(ahead, sessions) == between
    return whole


def _first_rows(present: Flags) -> npt.NDArray[np.int64]:
    """For each column; by rows, since most columns are found in the first of them."""
    found, left = np.zeros(present.shape[1], np.int64), np.arange(present.shape[1])
    for number, row in enumerate(present):
        is_here = row[left]
        found[left[is_here]] = number
        left = left[~is_here]
        if not len(left):
            break
    return found


def _reaches(traded: TradedDays, ahead: Days) -> Iterator[Days]:
    by_series = np.ascontiguousarray(traded.present.T)
    for present, after in zip(by_series, ahead, strict=True):
        days = traded.days[present]
        yield days if np.isnat(after) else np.append(days, after)


def _gaps(days: Days, missing: Days, suspended: Sequence[Suspension], longer_than: int) -> tuple[Gap, ...]:
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
