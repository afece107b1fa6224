"""Numbers and days are read as people write them, exactly, or not at all."""

import random
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.files.cells import (
    DayWriting,
    day_writing,
    is_blank,
    read_instant,
    read_number,
    scale_named,
    uses_comma_for_decimals,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.50", "1234.50"),
        ("(3,000)", "-3000"),
        ("（12.5）", "-12.5"),
        ("-0.7%", "-0.007"),
        ("12.3亿", "1230000000"),
        ("4,500万", "45000000"),
        ("1.2万亿元", "1200000000000"),
        ("¥88.1", "88.1"),
        ("$2.5bn", "2500000000"),
        ("3e-2", "0.03"),
        ("１２３", "123"),
        ("7-", "-7"),
    ],
)
def test_a_number_is_read_as_written(text: str, value: str) -> None:
    assert read_number(text) == Decimal(value)


@pytest.mark.parametrize("text", ["abc", "1.2.3", "1,23,4", "--5", "12 apples"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert read_number(text) is None


def test_any_number_comes_back_from_any_way_of_writing_it() -> None:
    dice = random.Random(7)
    for _ in range(500):
        value = Decimal(dice.randrange(-(10**12), 10**12)) / 100
        bare = f"{abs(value):,.2f}"
        writings = [f"{value:.2f}", f"{value:,.2f}", f"({bare})" if value < 0 else bare, f" {value:f} "]
        assert all(read_number(text) == value for text in writings), (value, writings)
        german = f"{value:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".")
        assert read_number(german, decimal_comma=True) == value


def test_a_comma_before_decimals_is_told_from_one_between_thousands() -> None:
    assert uses_comma_for_decimals(["12,5", "3,75", "1000"])
    assert not uses_comma_for_decimals(["12,500", "3,750"])
    assert not uses_comma_for_decimals(["12,5", "3.75"])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-03-31", date(2024, 3, 31)),
        ("2024/3/31", date(2024, 3, 31)),
        ("20240331", date(2024, 3, 31)),
        ("2024年3月31日", date(2024, 3, 31)),
        ("2024-03-31 00:00:00", date(2024, 3, 31)),
        ("31-Mar-2024", date(2024, 3, 31)),
        ("Mar 31, 2024", date(2024, 3, 31)),
        ("2024Q1", date(2024, 3, 31)),
        ("2024年一季报", date(2024, 3, 31)),
        ("2024年中报", date(2024, 6, 30)),
        ("2024年三季报", date(2024, 9, 30)),
        ("2024年报", date(2024, 12, 31)),
        ("2024", date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 29)),
        ("2023年2月", date(2023, 2, 28)),
        ("2024-13-01", None),
        ("soon", None),
    ],
)
def test_a_day_or_period_is_read(text: str, day: date | None) -> None:
    assert DayWriting().read(text) == day


def test_every_day_of_a_century_is_read_in_every_writing() -> None:
    for days in range(0, 36_525, 97):
        day = date(1980, 1, 1) + timedelta(days=days)
        slashed = f"{day.year}/{day.month}/{day.day}"
        writings = (day.isoformat(), slashed, f"{day:%Y%m%d}", f"{day.year}年{day.month}月{day.day}日")
        assert {DayWriting().read(text) for text in writings} == {day}
        assert DayWriting(day_first=True).read(f"{day.day}/{day.month}/{day.year}") == day


def test_which_of_day_and_month_stands_first_is_found_out_or_said_to_be_unsure() -> None:
    assert day_writing(["13/02/2024", "01/02/2024"]) == (DayWriting(day_first=True), True)
    assert day_writing(["02/13/2024", "01/02/2024"]) == (DayWriting(), True)
    assert day_writing(["03/02/2024", "01/02/2024"]) == (DayWriting(), False)


def test_an_instant_without_a_clock_is_the_end_of_its_day_where_the_market_is() -> None:
    assert read_instant("2025-01-02T03:04:05", Market.US_STOCKS, DayWriting()) == datetime(
        2025, 1, 2, 3, 4, 5, tzinfo=UTC
    )
    assert read_instant("2025-01-02 03:04:05+08:00", Market.US_STOCKS, DayWriting()) == datetime(
        2025, 1, 1, 19, 4, 5, tzinfo=UTC
    )
    assert read_instant("2025/1/2", Market.US_STOCKS, DayWriting()) == datetime(2025, 1, 3, 5, tzinfo=UTC)
    assert read_instant("20250102", Market.CN_STOCKS, DayWriting()) == datetime(2025, 1, 2, 16, tzinfo=UTC)


def test_a_heading_says_in_what_it_counts() -> None:
    assert scale_named("营业收入(亿元)") == 10**8
    assert scale_named("净利润（万元）") == 10**4
    assert scale_named("Revenue [million USD]") == 10**6
    assert scale_named("ROE(%)") == Decimal("0.01")
    assert scale_named("每股收益(元)") == 1


@pytest.mark.parametrize(
    ("heading", "power"),
    [
        ("revenue (in thousands)", 3),
        ("revenue (USD millions)", 6),
        ("Revenue (in millions of US$)", 6),
        ("Revenue ($ '000)", 3),
        ("Revenue (GAAP) (in billions)", 9),
        ("Umsatz [Mio. EUR]", 6),
        ("营业收入（单位：万元）", 4),
        ("营业收入(千万元)", 7),
    ],
)
def test_a_unit_may_have_words_around_it(heading: str, power: int) -> None:
    assert scale_named(heading) == 10**power


def test_words_in_brackets_that_are_no_unit_name_none() -> None:
    assert scale_named("Revenue (as reported)") is None


def test_the_usual_marks_for_nothing_are_blank() -> None:
    assert all(is_blank(text) for text in ("", " - ", "N/A", "NaN", "--", "不适用"))
    assert not is_blank("0")
