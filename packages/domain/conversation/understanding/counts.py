"""Numbers in words and digits, in Chinese and English: 十来, 两三, "a couple of", "two and a half", 20-25."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_DIGITS: Mapping[str, int] = {word: value for value, word in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH: Mapping[str, float] = (
    {word: float(value) for value, word in enumerate(_SMALL)}
    | {word: 20.0 + 10 * at for at, word in enumerate(_TENS)}
    | {"once": 1.0, "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "half": 0.5, "dozen": 12.0, "couple": 2.0}
    | {"dozens": 24.0, "tens": 20.0, "handful": 4.0, "hundred": 100.0, "other": 2.0}
)
VAGUE = 3.0  # 几, a few, several
_VAGUE_EN = ("few", "several", "multiple", "many", "some", "lots", "loads", "tons", "plenty", "numerous")
_VAGUE_ZH = ("好几", "几", "数", "若干", "多")

_WORDS = "|".join(sorted((*_ENGLISH, *_VAGUE_EN), key=len, reverse=True))
EN = rf"\d{{1,6}}(?:\.\d{{1,4}})?|(?:{'|'.join(_TENS)})[- ](?:{'|'.join(_SMALL[1:10])})|{_WORDS}"
ZH = r"\d{1,6}(?:\.\d{1,4})?|[一二两三四五六七八九]?十[一二三四五六七八九几]?|几十|[零〇一二两俩仨三四五六七八九]{1,4}|半|好几|几|数|多"


@dataclass(frozen=True, slots=True)
class Count:
    """From `low` to `high`; `vague` when it was only "a few"."""

    low: float
    high: float
    vague: bool = False


def counted(word: str, to: str | None = None) -> Count:
    """`to` is the second number of a range."""
    first = _one(word)
    if to is None:
        return first
    second = _one(to)
    return Count(min(first.low, second.low), max(first.high, second.high), first.vague or second.vague)


def _one(word: str) -> Count:
    word = word.lower()
    if word[0].isdigit():
        return Count(float(word), float(word))
    if word in _VAGUE_EN or word in _VAGUE_ZH:
        return Count(VAGUE, VAGUE, vague=True)
    if word in _ENGLISH:
        return Count(_ENGLISH[word], _ENGLISH[word])
    tens, _, ones = re.sub("-", " ", word).partition(" ")
    if tens in _ENGLISH:
        return Count(_ENGLISH[tens] + _ENGLISH[ones], _ENGLISH[tens] + _ENGLISH[ones])
    return _chinese(word)


def _chinese(word: str) -> Count:
    """十五 is 15, 两三 is between two and three, 十几 between 11 and 19."""
    if word == "半":
        return Count(0.5, 0.5)
    if word == "几十":
        return Count(20.0, 90.0)
    tens, ten, ones = word.partition("十")
    if ten:
        base = 10.0 * _DIGITS.get(tens, 1)
        return Count(base + 1, base + 9) if ones == "几" else Count(base + _DIGITS.get(ones, 0), base + _DIGITS.get(ones, 0))
    values = [float(_DIGITS[digit]) for digit in tens]
    return Count(min(values), max(values))
