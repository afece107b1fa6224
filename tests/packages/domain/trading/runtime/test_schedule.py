"""When the next bar is over: weekends, holidays, half days, summer time, markets that never close."""

from datetime import UTC, date, datetime, time
from itertools import pairwise
from pathlib import Path

import pytest

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import ALWAYS_OPEN, WeekdayCalendar
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.trading.runtime.schedule import Timetable
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.trading.live.loading import Timetables, early_close, market_clock
from tests.packages.infra.providers.trading.live.live_desk import demo_pack

pytestmark = pytest.mark.slow

NEW_YORK = Timetables(lambda market: calendar_of(market, Path("nowhere"))).of(Market.US_STOCKS)
SHANGHAI = Timetables(lambda market: calendar_of(market, Path("nowhere"))).of(Market.CN_STOCKS)
COINS = Timetable(Market.CRYPTO, ALWAYS_OPEN)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("after", "following"),
    [
        ("2026-03-05T12:00", "2026-03-05T21:00"),  # winter: 16:00 in New York
        ("2026-03-05T21:00", "2026-03-06T21:00"),
        ("2026-03-06T21:00", "2026-03-09T20:00"),  # over a weekend, into summer time
        ("2026-10-30T20:00", "2026-11-02T21:00"),  # and back
        ("2026-07-02T20:00", "2026-07-06T20:00"),  # Independence Day is kept on the Friday
        ("2026-11-25T21:00", "2026-11-27T21:00"),  # Thanksgiving; the half day after it is known at the usual time
        ("2026-12-24T21:00", "2026-12-28T21:00"),
    ],
)
def test_a_daily_bar_of_new_york_is_over_at_its_close(after: str, following: str) -> None:
    assert NEW_YORK.next_tick(Timeframe.D1, utc(after)) == utc(following)


@pytest.mark.parametrize(
    ("after", "following"),
    [
        ("2026-03-06T14:00", "2026-03-06T14:35"),  # before the open: the first five minutes from 9:30
        ("2026-03-06T14:35", "2026-03-06T14:40"),
        ("2026-03-06T20:58", "2026-03-06T21:00"),
        ("2026-03-06T21:00", "2026-03-09T13:35"),  # an hour earlier in UTC after the clocks changed
        ("2026-11-27T17:58", "2026-11-27T18:00"),  # a half day ends at 13:00
        ("2026-11-27T18:00", "2026-11-30T14:35"),
    ],
)
def test_short_bars_of_new_york_keep_its_hours(after: str, following: str) -> None:
    assert NEW_YORK.next_tick(Timeframe.M5, utc(after)) == utc(following)


@pytest.mark.parametrize(
    ("after", "following"),
    [
        ("2026-02-13T03:25", "2026-02-13T03:30"),  # the last before lunch
        ("2026-02-13T03:30", "2026-02-13T05:05"),  # lunch
        ("2026-02-13T07:00", "2026-02-24T01:35"),  # the week of the spring festival
    ],
)
def test_shanghai_has_lunch_and_a_spring_festival(after: str, following: str) -> None:
    assert SHANGHAI.next_tick(Timeframe.M5, utc(after)) == utc(following)


def test_coins_never_rest() -> None:
    saturday = utc("2026-03-07T23:59")
    assert COINS.next_tick(Timeframe.M1, saturday) == utc("2026-03-08T00:00")
    assert COINS.next_tick(Timeframe.H4, saturday) == utc("2026-03-08T00:00")
    assert COINS.next_tick(Timeframe.D1, saturday) == utc("2026-03-08T00:00")
    assert COINS.next_tick(Timeframe.D1, utc("2026-03-08T00:00")) == utc("2026-03-09T00:00")
    assert COINS.is_open(saturday)
    assert all(COINS.is_open(utc(f"2026-03-08T{hour:02}:00")) for hour in range(24))


def test_a_week_is_over_with_its_seventh_day() -> None:
    assert NEW_YORK.next_tick(Timeframe.W1, utc("2026-03-04T12:00")) == utc("2026-03-08T20:00")


def test_beyond_the_calendar_every_weekday_counts() -> None:
    ended = Timetable(Market.FOREX, WeekdayCalendar(date(2020, 1, 1), date(2020, 12, 31), frozenset()))
    assert ended.next_tick(Timeframe.D1, utc("2020-12-31T23:00")) == utc("2021-01-01T22:00")
    assert ended.next_tick(Timeframe.D1, utc("2021-01-01T22:00")) == utc("2021-01-04T22:00")
    assert not ended.is_open(utc("2021-01-02T12:00"))


def test_every_bar_of_the_demo_companies_was_over_when_it_was_due() -> None:
    """The schedule and the store agree on when bars are known."""
    for ticker, timetable in (("DEMO6", NEW_YORK), ("DEMO2.SH", SHANGHAI), ("DEMO8-USD", COINS)):
        series = next(each for symbol, each in _daily() if symbol == ticker)
        last = series.columns.time[-60:]
        known = bar_known_at(timetable.market, Timeframe.D1, last)
        moments = [instant.item().replace(tzinfo=UTC) for instant in known]
        for before, after in pairwise(moments):
            assert timetable.next_tick(Timeframe.D1, before) == after


def test_the_clock_of_a_market_says_when_it_opens_and_closes() -> None:
    clock = market_clock(NEW_YORK)
    open_, closed = clock(utc("2026-11-27T17:00")), clock(utc("2026-11-27T18:00"))
    assert (open_.is_open, open_.next_close) == (True, utc("2026-11-27T18:00"))
    assert (closed.is_open, closed.next_open) == (False, utc("2026-11-30T14:30"))


def test_new_york_closes_early_on_the_days_it_says() -> None:
    assert early_close(Market.US_STOCKS, date(2026, 11, 27)) == time(13, 0)
    assert early_close(Market.US_STOCKS, date(2026, 11, 30)) is None


def test_hong_kong_rests_at_noon_and_closes_at_noon_on_the_eve_of_a_new_year() -> None:
    hong_kong = Timetables(lambda market: calendar_of(market, Path("nowhere"))).of(Market.HK_STOCKS)
    assert [part.begins for part in hong_kong.parts(date(2026, 11, 27))] == [
        utc("2026-11-27T01:30"),
        utc("2026-11-27T05:00"),
    ]
    assert [part.ends for part in hong_kong.parts(date(2026, 12, 31))] == [utc("2026-12-31T04:00")]


def _daily() -> list[tuple[str, BarSeries]]:
    return [(str(symbol), of_symbol[0]) for symbol, of_symbol in demo_pack().bars.items()]
