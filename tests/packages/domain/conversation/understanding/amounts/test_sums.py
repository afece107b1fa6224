"""What two sums of money in a text are to each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from packages.domain.conversation.understanding.amounts.sums import two_sums


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("十万一年赚两万", 0.2),
        ("20万一年四万", 0.2),
        ("二十万本金亏三四万能扛", 0.175),
        ("一百万每个月五千块", 0.005),
        ("五十万一年赚八到十万", 0.18),
        ("十万亏个一万五两万", 0.175),
        ("一年赚出一辆摩托车,三万,本金十五万", 0.2),
        ("10k a year on 50k", 0.2),
        ("40k a year off half a million", 0.08),
        ("2 lakh on 10 lakh", 0.2),
    ],
)
def test_the_smaller_sum_is_a_part_of_the_larger_one(text: str, share: float) -> None:
    told = two_sums(text)
    assert told is not None
    assert told.is_part
    assert told.share == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("十万亏到三万", 0.3),
        ("三十万十年变六十万", 2.0),
        ("100亏到82左右吧", 0.82),
        ("从两块跌到一块三", 0.65),
        ("if 10k became 8k", 0.8),
        ("even if 1 crore becomes 50 lakh", 0.5),
        ("need 300k from 150k", 2.0),
    ],
)
def test_a_verb_of_becoming_makes_the_second_sum_an_end(text: str, share: float) -> None:
    told = two_sums(text)
    assert told is not None
    assert not told.is_part
    assert told.share == pytest.approx(share)


@pytest.mark.parametrize("text", ["手里三万块,赚六千,搞到十万", "本金三十万工资一万二", "5 to 10 a year", "十万"])
def test_three_sums_or_one_or_wages_say_nothing(text: str) -> None:
    assert two_sums(text) is None


@given(some.integers(1, 99))
def test_what_was_lost_and_what_is_left_are_told_apart(part: int) -> None:
    lost, left = two_sums(f"100万亏{part}万"), two_sums(f"100万亏到{part}万")
    assert lost is not None
    assert left is not None
    assert (lost.is_part, left.is_part) == (True, False)
    assert lost.share == left.share == pytest.approx(part / 100)
