"""Shares of a whole, and money of money."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from packages.domain.conversation.understanding.amounts.money import money_ratio
from packages.domain.conversation.understanding.amounts.shares import shares


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("两成", 0.2, 0.2),
        ("一成半", 0.15, 0.15),
        ("一成五到两成", 0.15, 0.15),
        ("百分之五六十", 0.5, 0.6),
        ("20-25%", 0.2, 0.25),
        ("between ten and fifteen percent", 0.1, 0.15),
        ("十七八个点", 0.17, 0.18),
        ("15趴", 0.15, 0.15),
        ("a third", 1 / 3, 1 / 3),
        ("腰斩", 0.5, 0.5),
        ("打八折", 0.2, 0.2),
        ("跌到只剩三成", 0.7, 0.7),
        ("leave me at least 60%", 0.4, 0.4),
        ("80 cents on the dollar", 0.2, 0.2),
        ("六分之一左右", 1 / 6, 1 / 6),
        ("千分之五六", 0.005, 0.006),
        ("能接受八折", 0.2, 0.2),
        ("净值掉到0.85", 0.15, 0.15),
        ("亏到两成就割", 0.2, 0.2),
    ],
)
def test_a_share_is_what_is_gone(text: str, low: float, high: float) -> None:
    first, *_ = shares(text)
    assert [first.value, first.high] == pytest.approx([low, high])


@pytest.mark.parametrize("text", ["half a year", "two and a half", "a quarter of an hour", "第一成长股"])
def test_a_part_of_something_else_is_no_share(text: str) -> None:
    assert shares(text) == ()


@given(some.integers(1, 99), some.sampled_from(["lose {a}k of {b}k", "{b}万最多亏{a}万", "{a} grand out of my {b}"]))
def test_money_lost_of_money_is_the_share_that_it_is(part: int, words: str) -> None:
    told = money_ratio(words.format(a=part, b=100))
    assert told is not None
    assert told.is_part
    assert told.share == pytest.approx(part / 100)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("十万一年变十二万", 1.2),
        ("turn 100k into 82k", 0.82),
        ("take my 200k to 214", 1.07),
        ("从一百万掉到六十五万", 0.65),
    ],
)
def test_money_that_becomes_other_money_is_told_by_its_end(text: str, share: float) -> None:
    told = money_ratio(text)
    assert told is not None
    assert not told.is_part
    assert told.share == pytest.approx(share)


def test_two_numbers_that_are_no_money_are_none() -> None:
    assert money_ratio("8 out of 10") is None
    assert money_ratio("5 to 10 a year") is None
