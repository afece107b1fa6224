"""How long ago, by dates, by what was going on and by ages."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from packages.domain.conversation.understanding.amounts.ages import years_by_age
from packages.domain.conversation.understanding.amounts.since import around_events, dated, elapsed, since_events

TODAY = date(2026, 11, 17)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("22年底开始的", 3.92, 4.0),
        ("22年Q2", 4.4, 4.6),
        ("24年9月24号", 2.17, 2.17),
        ("26年初", 0.67, 0.84),
        ("二三年夏天", 3.25, 3.4),
        ("二〇二五年三月", 1.7, 1.7),
        ("summer of '24", 2.25, 2.4),
        ("January of 23", 3.8, 3.8),
        ("去年春节开始的", 1.75, 1.84),
        ("started in March of last year", 1.7, 1.7),
        ("公司22年上市", 4.0, 4.0),
        ("2019年", 7.0, 7.0),
    ],
)
def test_a_time_is_so_many_years_ago_by_its_last_month_and_by_its_first(text: str, least: float, most: float) -> None:
    [told] = dated(text, TODAY, asked=True)
    assert [told.value, told.high] == pytest.approx([least, most], abs=0.05)


@pytest.mark.parametrize("text", ["炒了20年", "20年了", "22年外汇经验", "10年老股民"])
def test_a_number_of_years_is_no_date(text: str) -> None:
    assert [*dated(text, TODAY, asked=True)] == []


@pytest.mark.parametrize(("text", "years"), [("疫情前一年吧", 7.7), ("two weeks after Luna went to zero", 4.5)])
def test_a_time_before_or_after_an_event_is_counted_with_it(text: str, years: float) -> None:
    told = around_events(text, TODAY)
    assert told is not None
    assert told.value == pytest.approx(years, abs=0.1)


@given(some.integers(1990, 2026))
def test_a_year_that_something_began_in_is_as_long_ago_as_the_calendar_says(year: int) -> None:
    assert [each.value for each in elapsed(f"trading since {year}", TODAY)] == [2026 - year]


def test_a_year_without_a_beginning_is_read_only_where_it_was_asked_for() -> None:
    assert [*dated("the crash of 2015", TODAY)] == []
    assert [each.value for each in dated("2015", TODAY, asked=True)] == [11.0]


def test_what_was_going_on_tells_the_time_where_no_year_does() -> None:
    assert [round(each.value) for each in since_events("924那波冲进来的", TODAY, asked=True)] == [2]
    assert [*since_events("疫情完了好一阵，24年才开始", TODAY, asked=True)] == []


@given(some.integers(16, 40), some.integers(1, 40))
def test_two_ages_are_as_far_apart_as_they_are(then: int, years: int) -> None:
    assert years_by_age(f"started at {then}, I'm {then + years}") == (years, years)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("上大学开始的，今年三十五了", (12, 17)),
        ("since college, I'm 45", (22, 27)),
        ("我23岁开始，现在25", (2, 2)),
        ("二十四开始，今年二十八", (4, 4)),
        ("从二十五炒到三十五", (10, 10)),
        ("turned 18 and opened an account right away, 22 now", (4, 4)),
        ("I'm 45", None),
        ("I was 22", None),
    ],
)
def test_a_time_of_life_is_an_age_too_and_one_age_alone_says_nothing(
    text: str, told: tuple[float, float] | None
) -> None:
    assert years_by_age(text) == told
