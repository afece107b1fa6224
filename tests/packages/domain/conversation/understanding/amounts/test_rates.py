"""How often."""

import pytest

from packages.domain.conversation.understanding.amounts.rates import rates
from packages.domain.conversation.understanding.amounts.scales import TIMES, read_on
from packages.domain.conversation.understanding.amounts.weekdays import days_of_trading, held_over


def bucket(text: str) -> str | None:
    [rate] = rates(text)
    return next((hit.value for hit in read_on(TIMES, rate)), None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("一周两三回", "few_per_week"),
        ("three evenings a week", "few_per_week"),
        ("五个交易日里做两三天", "few_per_week"),
        ("隔一天做一次", "few_per_week"),
        ("一个月一两次", "few_per_month"),
        ("a handful a year", "few_per_month"),
        ("every three weeks", "few_per_month"),
        ("one bullet a day", "daily"),
        ("一天出一次手", "daily"),
        ("every 20 minutes", "multiple_per_day"),
        ("一天开十枪", "multiple_per_day"),
        ("more than once a day", "multiple_per_day"),
        ("once a week", None),
    ],
)
def test_a_pace_is_read_by_how_often_and_in_how_long(text: str, value: str | None) -> None:
    assert bucket(text) == value


@pytest.mark.parametrize("text", ["一年半", "a bit over a year", "two hundred bucks a year", "8 percent a year"])
def test_lengths_and_money_are_no_pace(text: str) -> None:
    assert rates(text) == ()


def test_days_of_the_week_are_a_pace_or_a_holding_period() -> None:
    assert [rate.value for rate in days_of_trading("Monday Wednesday Friday")] == [0.6]
    assert [*days_of_trading("Monday to Friday")] == []
    assert [length.value for length in held_over("in Monday, out Thursday")] == [3.0]
    assert [length.value for length in held_over("周一买周四卖")] == [3.0]
