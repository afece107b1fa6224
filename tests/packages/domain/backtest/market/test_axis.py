"""Days and sessions by the market's own clock, and bars a year as the calendars have them."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.market.axis import (
    bars_per_session,
    bars_per_year,
    elapsed_days,
    first_instant,
    local_days,
    session_days,
    session_numbers,
)
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.sessions import local_day, session_close
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.calendars import calendar_of

EVER = st.integers(0, 55 * 365 * 24 * 60).map(
    lambda minute: datetime(1971, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
)


def instants(*told: datetime | str) -> Instants:
    return np.array(
        [at.replace(tzinfo=None) if isinstance(at, datetime) else at for at in told], dtype="datetime64[us]"
    )


@given(market=st.sampled_from(list(Market)), told=st.lists(EVER, min_size=1, max_size=20))
def test_the_local_day_is_the_one_on_the_markets_clock(market: Market, told: list[datetime]) -> None:
    ordered = sorted(told)
    days = local_days(market, Timeframe.M1, instants(*ordered))
    assert days.tolist() == [local_day(market, at) for at in ordered]


@given(market=st.sampled_from(list(Market)), told=st.lists(EVER, min_size=1, max_size=20))
def test_a_bar_begins_before_the_close_of_its_session_and_not_before_the_one_of_the_session_before(
    market: Market, told: list[datetime]
) -> None:
    ordered = sorted(told)
    for at, day in zip(ordered, session_days(market, Timeframe.M1, instants(*ordered)).tolist(), strict=True):
        assert at < session_close(market, day)
        eve = day - timedelta(days=3 if day.weekday() == 0 and market is not Market.CRYPTO else 1)
        assert at >= session_close(market, eve)


def test_the_bars_after_the_close_of_a_friday_belong_to_monday() -> None:
    friday_evening = instants("2024-03-15T20:00")  # 16:00 in New York
    assert session_days(Market.US_STOCKS, Timeframe.M5, friday_evening).tolist() == [date(2024, 3, 18)]


def test_sessions_are_numbered_by_local_days() -> None:
    times = instants("2024-01-02T14:30", "2024-01-03T00:30", "2024-01-03T14:30", "2024-01-08T14:30")
    assert session_numbers(Market.US_STOCKS, Timeframe.M30, times).tolist() == [0, 0, 1, 2]
    assert session_numbers(Market.US_STOCKS, Timeframe.D1, times).tolist() == [0, 1, 2, 3]


def test_days_pass_over_weekends_and_within_sessions() -> None:
    assert elapsed_days(instants("2024-01-05", "2024-01-08", "2024-01-08T06:00")).tolist() == [0.0, 3.0, 0.25]


def test_an_empty_axis_has_no_sessions() -> None:
    assert len(session_numbers(Market.US_STOCKS, Timeframe.M5, instants())) == 0
    assert len(elapsed_days(instants())) == 0


def test_a_day_begins_at_midnight_of_the_market_for_short_bars_and_of_utc_for_daily_ones() -> None:
    assert first_instant(Market.CN_STOCKS, Timeframe.M5, date(2024, 1, 2)) == datetime(2024, 1, 1, 16, tzinfo=UTC)
    assert first_instant(Market.CN_STOCKS, Timeframe.D1, date(2024, 1, 2)) == datetime(2024, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("market", [Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO, Market.FOREX])
def test_a_year_has_the_sessions_that_the_calendar_has(market: Market, tmp_path: Path) -> None:
    sessions = calendar_of(market, tmp_path).sessions(date(2016, 1, 1), date(2025, 12, 31))
    assert bars_per_year(market, Timeframe.D1) == pytest.approx(len(sessions) / 10, abs=0.75)


def test_a_session_has_as_many_bars_as_fit_into_its_hours() -> None:
    assert bars_per_session(Market.CN_STOCKS, Timeframe.M5) == 48
    assert bars_per_session(Market.US_STOCKS, Timeframe.H1) == 7
    assert bars_per_session(Market.US_STOCKS, Timeframe.D1) == 1
    assert bars_per_year(Market.CRYPTO, Timeframe.H4) == 365 * 6
    assert bars_per_year(Market.CRYPTO, Timeframe.W1) == 52
