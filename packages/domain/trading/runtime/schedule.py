"""When the next bar is finished: by timeframe, market hours and calendar. Pure; the loop sleeps, not this."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.hours import TRADING_HOURS
from packages.domain.market_data.sessions import local_day, session_close, zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)
_SATURDAY = 5
_FAR = 40  # days: longer than any market was ever closed


@dataclass(frozen=True, slots=True)
class SessionPart:
    """A stretch in which a market trades without a break; UTC."""

    begins: datetime
    ends: datetime


class EarlyCloses(Protocol):
    """Days on which a market closes before its time."""

    def __call__(self, day: date) -> time | None:
        """In the market's own time; None for a regular day."""
        ...


def never_early(day: date) -> time | None:
    """A market that always closes when it should."""
    return None


@dataclass(frozen=True, slots=True)
class Timetable:
    """The hours of one market."""

    market: Market
    calendar: Calendar
    early: EarlyCloses = never_early

    def is_session(self, day: date) -> bool:
        """Beyond what the calendar knows every weekday counts: a tick too many finds no bar, one too few loses it."""
        if not self.calendar.first <= day <= self.calendar.last:
            return day.weekday() < _SATURDAY or self.market is Market.CRYPTO
        return len(self.calendar.sessions(day, day)) > 0

    def parts(self, day: date) -> Iterator[SessionPart]:
        """In which the market trades on a day of its own; none on a holiday."""
        if not self.is_session(day):
            return
        zone, early = zone_of(self.market), self.early(day)
        for begins, ends in TRADING_HOURS[self.market]:
            over = day if ends > begins else day + _DAY
            part = SessionPart(datetime.combine(day, begins, zone), datetime.combine(over, ends, zone))
            if early is not None:
                part = SessionPart(part.begins, min(part.ends, datetime.combine(day, early, zone)))
            if part.begins < part.ends:
                yield SessionPart(part.begins.astimezone(UTC), part.ends.astimezone(UTC))

    def is_open(self, at: datetime) -> bool:
        day = local_day(self.market, at)
        return any(part.begins <= at < part.ends for part in self.parts(day))

    def next_open(self, at: datetime) -> datetime | None:
        return next((part.begins for part in self._parts_from(at) if part.begins > at), None)

    def next_close(self, at: datetime) -> datetime | None:
        return next((part.ends for part in self._parts_from(at) if part.ends > at), None)

    def next_tick(self, timeframe: Timeframe, after: datetime) -> datetime | None:
        """The first moment later than `after` at which a bar is finished; None where a market rests for weeks."""
        return next((end for end in self._ends(timeframe, after) if end > after), None)

    def late(self, timeframe: Timeframe, newest: datetime, now: datetime) -> timedelta:
        """How long the bar behind the one that was over at `newest` has been due. While a market is closed no bar
        becomes due, and of a session only the hours in which it trades count against bars shorter than a day."""
        if timeframe.is_intraday:
            missing = self._open_time(newest, now) - timedelta(seconds=timeframe.seconds)
            return max(missing, timedelta(0))
        due = self._next_bar(timeframe, newest)
        return max(now - (newest if due is None else due), timedelta(0))

    def _next_bar(self, timeframe: Timeframe, newest: datetime) -> datetime | None:
        """A week without a session has no bar."""
        session = self.next_tick(Timeframe.D1, newest)
        return session if session is None else self.next_tick(timeframe, session - _INSTANT)

    def _open_time(self, since: datetime, until: datetime) -> timedelta:
        """What lies further back than any closure is counted as it is."""
        if until - since > _FAR * _DAY:
            return until - since
        parts = (min(part.ends, until) - max(part.begins, since) for part in self._parts_from(since))
        return sum((each for each in parts if each > timedelta(0)), timedelta(0))

    def _ends(self, timeframe: Timeframe, after: datetime) -> Iterator[datetime]:
        if timeframe.is_intraday:
            return (end for part in self._parts_from(after) for end in _grid(part, timeframe))
        days = self._days_from(local_day(self.market, after) - _DAY)
        if timeframe is Timeframe.W1:
            # A weekly bar is over with its seventh day, whether that is traded on or not.
            return (session_close(self.market, day).astimezone(UTC) for day in days if day.weekday() == 6)
        return (session_close(self.market, day).astimezone(UTC) for day in days if self.is_session(day))

    def _parts_from(self, at: datetime) -> Iterator[SessionPart]:
        return (part for day in self._days_from(local_day(self.market, at) - _DAY) for part in self.parts(day))

    def _days_from(self, day: date) -> Iterator[date]:
        return (day + each * _DAY for each in range(_FAR))


def _grid(part: SessionPart, timeframe: Timeframe) -> Iterator[datetime]:
    """A bar that the close cuts short is finished when its time is over: that is when its source has it."""
    length, end = timedelta(seconds=timeframe.seconds), part.begins
    while end < part.ends:
        end += length
        yield end
