"""Times and symbols that the tests of A-share sources share; the company is made up, under a code nobody has."""

from datetime import UTC, date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from packages.domain.market_data.ports import BarRequest
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe

KNOWN: Final = parse_symbol("999999.SZ")
UNKNOWN: Final = parse_symbol("999998.SZ")
SHANGHAI: Final = ZoneInfo("Asia/Shanghai")


class FixedClock:
    """A clock that stands still."""

    def __init__(self, at: datetime = datetime(2024, 6, 1, tzinfo=UTC)) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


_START, _END = utc(2024, 3, 4), utc(2024, 3, 13)


def midnight_after(day: date) -> datetime:
    """24:00 in Shanghai: 16:00 UTC of the same date."""
    return datetime(day.year, day.month, day.day, 16, tzinfo=UTC)


def daily(start: datetime = _START, end: datetime = _END) -> BarRequest:
    return BarRequest(KNOWN, Timeframe.D1, start, end)


def minutes(timeframe: Timeframe = Timeframe.M5) -> BarRequest:
    """The first half hour of a session: 09:30 to 10:00 in Shanghai."""
    return BarRequest(KNOWN, timeframe, utc(2024, 3, 4, 1, 30), utc(2024, 3, 4, 2))
