"""Numbers in words and digits, in either language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from packages.domain.conversation.understanding.amounts.numerals import NUMBER, counted

ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
DIGITS = "零一二三四五六七八九"


def in_english(number: int) -> str:
    if number >= 100:
        rest = f" and {in_english(number % 100)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"
    if number >= 20:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return TEENS[number - 10] if number >= 10 else ONES[number]


def in_chinese(number: int) -> str:
    if number >= 100:
        rest = number % 100
        between = "零" if 0 < rest < 10 else ""
        tens = "一" if 10 <= rest < 20 else ""
        return f"{DIGITS[number // 100]}百{between}{tens}{in_chinese(rest) if rest else ''}"
    if number >= 10:
        tens = DIGITS[number // 10] if number >= 20 else ""
        return f"{tens}十{DIGITS[number % 10] if number % 10 else ''}"
    return DIGITS[number]


@given(some.integers(1, 999))
def test_any_number_in_english_words_reads_as_its_digits(number: int) -> None:
    word = in_english(number)
    assert re.fullmatch(NUMBER, word)
    assert (counted(word).low, counted(word).high) == (number, number)


@given(some.integers(1, 999))
def test_any_number_in_chinese_characters_reads_as_its_digits(number: int) -> None:
    word = in_chinese(number)
    assert re.fullmatch(NUMBER, word)
    assert counted(word).low == counted(word).high == number


@given(some.integers(1, 999), some.integers(1, 999))
def test_a_range_is_from_the_smaller_to_the_larger_whichever_is_said_first(first: int, second: int) -> None:
    spoken = counted(str(first), str(second))
    assert (spoken.low, spoken.high) == (min(first, second), max(first, second))


@pytest.mark.parametrize(
    ("word", "low", "high"),
    [
        ("十七八", 17, 18),
        ("二十二三", 22, 23),
        ("五六十", 50, 60),
        ("三五", 3, 5),
        ("一两", 1, 2),
        ("十五二十", 15, 20),
        ("三十几", 31, 39),
        ("一百二", 120, 120),
        ("两千五", 2_500, 2_500),
        ("六十五万", 650_000, 650_000),
        ("1.5万", 15_000, 15_000),
        ("廿几", 21, 29),
        ("三点五", 3.5, 3.5),
        ("12k", 12_000, 12_000),
        ("two and a half", 2.5, 2.5),
        ("one and three quarters", 1.75, 1.75),
        ("4 1/2", 4.5, 4.5),
        ("two dozen", 24, 24),
        ("a couple", 2, 2),
    ],
)
def test_a_number_is_as_large_as_a_person_means_it(word: str, low: float, high: float) -> None:
    assert re.fullmatch(NUMBER, word)
    assert (counted(word).low, counted(word).high) == (low, high)


@pytest.mark.parametrize("word", ["几", "好几", "a few", "several"])
def test_a_few_are_vague(word: str) -> None:
    assert counted(word).vague
