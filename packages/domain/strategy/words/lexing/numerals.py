"""Numbers as they are spelled out: 二十, 一百五十, 两, twenty five, two hundred."""

import re
from collections.abc import Sequence

_DIGITS = {word: value for value, word in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_STEPS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
CHINESE = re.compile(
    r"[零〇一二两三四五六七八九十][零〇一二两三四五六七八九十百千万亿]{0,8}(?:点[零一二三四五六七八九]{1,4})?"
)
_ONES = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}


def chinese_number(text: str) -> float:
    whole, _, fraction = text.partition("点")
    total, section, digit = 0, 0, 0
    for character in whole:
        if character in _DIGITS:
            digit = digit * 10 + _DIGITS[character] if digit else _DIGITS[character]
        elif _STEPS[character] >= 10_000:
            total = (total + section + digit) * _STEPS[character]
            section = digit = 0
        else:
            section += (digit or 1) * _STEPS[character]
            digit = 0
    decimals = "".join(str(_DIGITS[each]) for each in fraction)
    return float(f"{total + section + digit}.{decimals or 0}")


def is_chinese_number(text: str) -> bool:
    """六十六 is one, 六十六十 is two."""
    last = 10**9
    for character in text.partition("点")[0]:
        step = _STEPS.get(character, 0)
        if step >= 10_000:
            last = 10_000
        elif step and step >= last:
            return False
        else:
            last = step or last
    return not text.endswith("点")


def english_number(words: Sequence[str]) -> tuple[float, int] | None:
    """The number that the first words spell, and how many words it takes; None when they spell none."""
    total, used = 0, 0
    for word in words[:5]:
        if word in _TENS and total % 100 == 0:
            total += _TENS[word]
        elif word in _ONES and (total % 10 == 0 and not (used and total % 100 == 10)) and (used == 0 or total):
            total += _ONES[word]
        elif word == "hundred" and used and 0 < total < 10:
            total *= 100
        else:
            break
        used += 1
    return (float(total), used) if used else None
