"""The rules behind the Yahoo adapter: splits undone, deadlines of filings, spellings."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.vendors.yfinance_bars import Splits, yahoo_ticker
from packages.infra.providers.market_data.vendors.yfinance_company import figures_known_at, filing_deadline

DAYS = st.dates(date(2000, 1, 1), date(2030, 1, 1))
NEW_YEARS_EVE = date(2023, 12, 31)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@given(
    st.lists(
        st.tuples(DAYS, st.sampled_from([Decimal(7), Decimal(2), Decimal("0.1"), Decimal("1.5")])),
        unique_by=lambda s: s[0],
    ),
    DAYS,
)
def test_a_share_has_become_the_product_of_the_splits_that_came_after_its_day(
    told: list[tuple[date, Decimal]], day: date
) -> None:
    assert Splits(told).after(day) == pytest.approx(prod((ratio for on, ratio in told if on > day), start=Decimal(1)))


def test_the_day_of_a_split_is_already_in_new_shares() -> None:
    splits = Splits([(date(2024, 3, 11), Decimal(7))])
    assert splits.after(date(2024, 3, 10)) == 7
    assert splits.after(date(2024, 3, 11)) == 1


@pytest.mark.parametrize(
    ("period_end", "fiscal_year_end", "due"),
    [
        (date(2024, 3, 31), NEW_YEARS_EVE, date(2024, 5, 15)),  # 10-Q
        (date(2024, 12, 31), NEW_YEARS_EVE, date(2025, 3, 31)),  # 10-K
        (date(2023, 12, 31), NEW_YEARS_EVE, date(2024, 4, 1)),  # 30 March 2024 is a Saturday
        (date(2023, 9, 30), date(2022, 9, 24), date(2023, 12, 29)),  # a fiscal year of 53 weeks
        (date(2024, 1, 2), NEW_YEARS_EVE, date(2024, 4, 1)),  # across the turn of the year
        (date(2023, 12, 30), date(2022, 9, 24), date(2024, 2, 13)),
        (date(2024, 3, 31), None, date(2024, 7, 1)),  # the year's end is not known: the longer one, over a weekend
    ],
)
def test_a_quarter_is_due_after_45_days_and_a_year_after_90(
    period_end: date, fiscal_year_end: date | None, due: date
) -> None:
    assert filing_deadline(period_end, fiscal_year_end) == due


@given(DAYS, st.none() | DAYS)
def test_a_deadline_is_a_working_day_within_92_days(period_end: date, fiscal_year_end: date | None) -> None:
    due = filing_deadline(period_end, fiscal_year_end)
    assert due.weekday() < 5
    assert timedelta(days=45) <= due - period_end <= timedelta(days=92)


def test_figures_are_known_at_the_first_announcement_after_the_period() -> None:
    april, february = datetime(2024, 4, 25, 20, tzinfo=UTC), datetime(2024, 2, 1, 21, tzinfo=UTC)
    assert figures_known_at(date(2024, 3, 31), NEW_YEARS_EVE, [april, february], NOW) == april
    assert figures_known_at(NEW_YEARS_EVE, NEW_YEARS_EVE, [april, february], NOW) == february


def test_an_announcement_after_the_deadline_is_that_of_another_quarter() -> None:
    july = datetime(2024, 7, 25, 20, tzinfo=UTC)
    end_of_the_15th_of_may = datetime(2024, 5, 16, 4, tzinfo=UTC)
    assert figures_known_at(date(2024, 3, 31), NEW_YEARS_EVE, [july], NOW) == end_of_the_15th_of_may


def test_what_is_shown_before_its_deadline_is_known_when_it_is_shown() -> None:
    now = datetime(2024, 4, 30, 12, tzinfo=UTC)
    assert figures_known_at(date(2024, 3, 31), NEW_YEARS_EVE, [], now) == now


@pytest.mark.parametrize(
    ("symbol", "ticker"),
    [("DEMO5", "DEMO5"), ("BRK.B", "BRK-B"), ("DEMO8-USD", "DEMO8-USD"), ("EURUSD=X", "EURUSD=X"), ("ES=F", "ES=F")],
)
def test_yahoo_spells_a_class_of_shares_with_a_dash(symbol: str, ticker: str) -> None:
    assert yahoo_ticker(parse_symbol(symbol)) == ticker
