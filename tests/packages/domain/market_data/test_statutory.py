"""When an A-share figure counts as known."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.sessions import (
    end_of_day,
    fact_known_at,
    known_before_open,
    session_close,
    statutory_deadline,
    zone_of,
)
from packages.domain.market_data.symbols import Market

DAYS = st.dates(min_value=date(1990, 12, 19), max_value=date(2100, 1, 1))
QUARTER_ENDS = st.builds(
    lambda year, month_day: date(year, *month_day),
    st.integers(1990, 2100),
    st.sampled_from([(3, 31), (6, 30), (9, 30), (12, 31)]),
)


@pytest.mark.parametrize(
    ("period_end", "deadline"),
    [
        (date(2023, 3, 31), date(2023, 4, 30)),
        (date(2023, 6, 30), date(2023, 8, 31)),
        (date(2023, 9, 30), date(2023, 10, 31)),
        (date(2023, 12, 31), date(2024, 4, 30)),
    ],
)
def test_each_report_has_its_deadline(period_end: date, deadline: date) -> None:
    assert statutory_deadline(period_end) == deadline


@given(DAYS)
def test_a_deadline_lies_after_the_period_and_within_seven_months(period_end: date) -> None:
    assert timedelta(0) < statutory_deadline(period_end) - period_end < timedelta(days=215)


@given(DAYS, DAYS)
def test_a_later_period_is_never_due_earlier(one: date, other: date) -> None:
    earlier, later = sorted((one, other))
    assert statutory_deadline(earlier) <= statutory_deadline(later)


@given(DAYS)
def test_the_day_is_over_at_midnight_in_shanghai_after_the_close(day: date) -> None:
    end = end_of_day(day)
    assert end.tzinfo is UTC
    assert end.astimezone(zone_of(Market.CN_STOCKS)).date() == day + timedelta(days=1)
    assert end > session_close(Market.CN_STOCKS, day)


@given(QUARTER_ENDS, st.none() | DAYS)
def test_a_figure_is_never_known_on_a_day_of_its_own_period(period_end: date, announced: date | None) -> None:
    known_at = fact_known_at(period_end, announced)
    assert known_at > end_of_day(period_end)


@given(QUARTER_ENDS, st.integers(min_value=1, max_value=2000))
def test_a_figure_is_known_when_the_day_of_its_announcement_is_over(period_end: date, days: int) -> None:
    announced = period_end + timedelta(days=days)
    assert fact_known_at(period_end, announced) == end_of_day(announced)


@given(QUARTER_ENDS, st.none() | st.integers(min_value=0, max_value=2000))
def test_a_missing_or_impossible_announcement_counts_as_the_deadline(period_end: date, days: int | None) -> None:
    announced = None if days is None else period_end - timedelta(days=min(days, (period_end - date.min).days))
    assert fact_known_at(period_end, announced) == end_of_day(statutory_deadline(period_end))


@given(DAYS, st.none() | DAYS)
def test_a_distribution_is_known_before_the_open_of_its_ex_date(ex_date: date, announced: date | None) -> None:
    opens = datetime(ex_date.year, ex_date.month, ex_date.day, 9, 30, tzinfo=zone_of(Market.CN_STOCKS))
    assert known_before_open(ex_date, announced) < opens


@given(DAYS, st.integers(min_value=2, max_value=400))
def test_a_distribution_is_not_known_before_it_was_announced(ex_date: date, days: int) -> None:
    announced = ex_date - timedelta(days=days)
    assert known_before_open(ex_date, announced) == end_of_day(announced)
