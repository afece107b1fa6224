"""How long."""

import pytest

from packages.domain.conversation.understanding.amounts.lengths import asks_to_wait, lengths
from packages.domain.conversation.understanding.amounts.units import YEAR


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("两年半", 2.5),
        ("三年零两个月", 3 + 2 * 30.4 / YEAR),
        ("差两个月三年", 3 - 2 * 30.4 / YEAR),
        ("three and a half years", 3.5),
        ("two dozen months", 24 * 30.4 / YEAR),
        ("入市刚满两周年", 2.0),
        ("half a decade", 5.0),
        ("a quarter century", 25.0),
        ("投行干了十一年", 11.0),
        ("a year and two months", 1 + 2 * 30.4 / YEAR),
    ],
)
def test_a_length_is_as_long_as_a_person_means_it(text: str, years: float) -> None:
    [length] = lengths(text)
    assert length.value / YEAR == pytest.approx(years, rel=0.03)


@pytest.mark.parametrize(
    ("text", "least", "most"), [("第三年了", 2, 3), ("my fourth year in", 3, 4), ("第五个年头", 4, 5)]
)
def test_who_is_in_a_year_has_not_finished_it(text: str, least: float, most: float) -> None:
    [length] = lengths(text)
    assert least <= length.value / YEAR
    assert length.high / YEAR < most


@pytest.mark.parametrize(
    ("text", "days"), [("a quarter of an hour", 1 / 96), ("a quarter", 91.3), ("半个小时", 1 / 48)]
)
def test_a_quarter_is_one_of_what_it_is_a_quarter_of(text: str, days: float) -> None:
    [length] = lengths(text)
    assert length.value == pytest.approx(days, rel=0.01)


@pytest.mark.parametrize("text", ["2019年", "那几天", "I'm 40 years old", "还差几个月", "10% a year", "一周两次"])
def test_dates_ages_rates_and_what_is_still_missing_are_no_lengths(text: str) -> None:
    assert lengths(text) == ()


@pytest.mark.parametrize("text", ["one sec", "give me a minute", "等我两分钟", "hold on a few seconds"])
def test_who_asks_to_wait_tells_no_length_of_trading(text: str) -> None:
    assert asks_to_wait(text)
    assert not asks_to_wait("hold it for a few minutes")
