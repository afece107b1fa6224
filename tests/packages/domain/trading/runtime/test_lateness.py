"""How long a bar has been due: by the sessions of its own market, and not by the hours in which nobody trades."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import pytest

from packages.core.messages import Language, render
from packages.domain.market_data.calendar import ALWAYS_OPEN, WeekdayCalendar
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.build import build
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.trading.deployments.data_age import stale_or_missing
from packages.domain.trading.risk.limits import default_limits
from packages.domain.trading.runtime.schedule import Timetable
from tests.fakes.market import InMemoryMarket
from tests.packages.domain.backtest.stored_bars import series

FIRST, LAST = date(2020, 1, 1), date(2026, 12, 31)
NEW_YEAR = frozenset(date(2026, 2, 16) + timedelta(days=day) for day in range(8))  # to Monday, 23 February
THANKSGIVING = date(2026, 11, 26)
HALF_DAY = date(2026, 11, 27)
SHANGHAI = Timetable(Market.CN_STOCKS, WeekdayCalendar(FIRST, LAST, NEW_YEAR))
NEW_YORK = Timetable(
    Market.US_STOCKS,
    WeekdayCalendar(FIRST, LAST, frozenset({THANKSGIVING})),
    lambda day: time(13) if day == HALF_DAY else None,
)
COINS = Timetable(Market.CRYPTO, ALWAYS_OPEN)
NOTHING = timedelta(0)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("market", "newest", "now", "hours"),
    [
        (NEW_YORK, "2026-11-20T21:00", "2026-11-23T20:59", 0),  # Friday's bar, all weekend and Monday until the close
        (NEW_YORK, "2026-11-20T21:00", "2026-11-24T21:00", 24),
        (NEW_YORK, "2026-11-25T21:00", "2026-11-27T20:00", 0),  # over Thanksgiving
        (NEW_YORK, "2026-11-25T21:00", "2026-11-28T09:00", 12),  # the half day behind it is missing
        (SHANGHAI, "2026-02-13T07:00", "2026-02-24T06:59", 0),  # eleven days of the Chinese New Year
        (SHANGHAI, "2026-02-13T07:00", "2026-02-25T07:00", 24),
        (SHANGHAI, "2026-02-12T07:00", "2026-02-16T07:00", 72),  # Friday's bar is missing, and a holiday brings none
        (COINS, "2026-11-21T00:00", "2026-11-22T06:00", 6),  # a Saturday is a day like others
    ],
)
def test_a_daily_bar_is_due_when_the_next_session_has_closed(
    market: Timetable, newest: str, now: str, hours: int
) -> None:
    assert market.late(Timeframe.D1, utc(newest), utc(now)) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("market", "newest", "now", "minutes"),
    [
        (NEW_YORK, "2026-11-20T21:00", "2026-11-23T15:30", 0),  # the first hour of Monday is over just now
        (NEW_YORK, "2026-11-20T21:00", "2026-11-23T16:30", 60),
        (NEW_YORK, "2026-11-20T20:00", "2026-11-22T12:00", 0),  # the last hour of Friday is due, and nothing else
        (NEW_YORK, "2026-11-27T17:00", "2026-11-30T14:30", 0),  # a half day ends at 18:00 in UTC
        (SHANGHAI, "2026-02-13T03:30", "2026-02-13T05:00", 0),  # over lunch
        (SHANGHAI, "2026-02-13T07:00", "2026-02-24T03:30", 60),
        (COINS, "2026-11-21T00:00", "2026-11-21T03:00", 120),
        (COINS, "2026-01-01T00:00", "2026-11-21T00:00", 324 * 24 * 60 - 60),  # long ago
    ],
)
def test_an_hourly_bar_is_due_by_the_hours_in_which_the_market_trades(
    market: Timetable, newest: str, now: str, minutes: int
) -> None:
    assert market.late(Timeframe.H1, utc(newest), utc(now)) == timedelta(minutes=minutes)


def test_a_week_without_a_session_brings_no_weekly_bar() -> None:
    newest = utc("2026-02-15T07:00")
    assert SHANGHAI.late(Timeframe.W1, newest, utc("2026-03-01T07:00")) == NOTHING
    assert SHANGHAI.late(Timeframe.W1, newest, utc("2026-03-01T08:00")) == timedelta(hours=1)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("2026-11-23T20:00", None),
        ("2026-11-24T20:00", None),  # Monday's bar may come within a day
        ("2026-11-24T22:00", "Newest bar of DEMO5 is 4 days old: nothing will trade until data is fetched."),
    ],
)
async def test_readiness_counts_sessions(now: str, told: str | None) -> None:
    async def stored(symbol: Symbol) -> Sequence[Stored]:
        return ()

    rules = template(Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "DEMO5")
    view = InMemoryMarket(utc(now), series=[series("DEMO5", ["2026-11-19", "2026-11-20"])]).view(utc(now))
    found = await stale_or_missing(
        view,
        stored,
        lambda market, timeframe, newest, at: NEW_YORK.late(timeframe, newest, at),
        build(rules),
        default_limits(Timeframe.D1),
    )
    assert (None if found is None else render(found.said, Language.EN)) == told
