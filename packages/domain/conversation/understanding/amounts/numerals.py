"""Numbers in words and digits, in Chinese and English: 十七八, 二十几, "two and a half", "a couple of", 20-25."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_DIGITS: Mapping[str, int] = {word: value for value, word in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
_PLACES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Mapping[str, float] = (
    {word: float(value) for value, word in enumerate(_SMALL)}
    | {word: 20.0 + 10 * at for at, word in enumerate(_TENS)}
    | {"once": 1.0, "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "half": 0.5, "couple": 2.0, "handful": 4.0}
    | {"dozens": 24.0, "tens": 20.0, "other": 2.0, "single": 1.0, "pair": 2.0}
)
_TIMES: Mapping[str, float] = {"dozen": 12.0, "score": 20.0, "hundred": 100.0, "thousand": 1_000.0, "k": 1_000.0}
_PARTS: Mapping[str, float] = {
    "half": 0.5, "quarter": 0.25, "third": 1 / 3, "bit": 0.2, "fifth": 0.2, "three quarters": 0.75, "two thirds": 2 / 3,
    "1/2": 0.5, "3/4": 0.75, "1/4": 0.25, "change": 0.2,
}  # fmt: skip
VAGUE = 3.0  # 几, a few, several
_VAGUE_EN = ("few", "several", "multiple", "many", "some", "lots", "loads", "tons", "plenty", "numerous", "bunch")
_VAGUE_ZH = ("好几", "几", "数", "若干", "多", "好多", "一大把", "n")

_ONES = "|".join(_SMALL[1:10])
_PLAIN = "|".join(sorted((*_WORDS, *_VAGUE_EN), key=len, reverse=True))
_TWO_WORDS = rf"(?:{'|'.join(_TENS)})[- ](?:{_ONES})"
_AND = "|".join(sorted(_PARTS, key=len, reverse=True))
EN = (
    rf"(?:\d{{1,9}}(?:\.\d{{1,4}})?(?: [13]/[24])?(?:k\b|[百千万])?|(?:{_TWO_WORDS})\b"
    rf"|an? (?:couple|handful|few|pair|bunch|single)\b|(?:{_PLAIN})\b)"
    rf"(?:[- ](?:dozen|score|hundred|thousand)\b(?: and (?:{_TWO_WORDS}|{_PLAIN})\b)?)?(?: and (?:an? )?(?:{_AND})\b)?"
    rf"|(?:dozen|hundred|thousand)\b"
)
_ZH_DIGIT = "零〇一二两俩仨三四五六七八九"
# 十万一年, 三十万十年: a sum, and then how long.
_NO_MORE = r"(?<=[百千万])一(?:年|个?月|天|周|日)|(?<=万)[两二三四五六七八九十]{1,2}(?:年|个月|周|个?季)"
ZH = (
    rf"\d{{1,9}}(?:\.\d{{1,4}})?[百千万]?|好几十?|几[十百千]|上[百千]|[百千](?=[来多])|一大把|好多"
    rf"|[{_ZH_DIGIT}]{{0,2}}[十百千万廿卅](?:(?!{_NO_MORE})[{_ZH_DIGIT}十百千万]){{0,4}}几?"
    rf"|[{_ZH_DIGIT}]{{1,4}}(?:点[{_ZH_DIGIT}])?"
    rf"|半|几|数|多"
)
NUMBER = rf"(?:{EN}|{ZH})"
_RANGE = r"\s?%?\s?(?:-|to|or|and|/|到|至|、)\s?(?:maybe )?"
_EITHER = re.compile(r"([一二两三四五六七八九])([二两三四五六七八九])(?=[十百千万]|$)")
_BOTH = re.compile(r"([一二三四五六七八]?十[五六七八]?)([二三四五六七八九]十)")  # 十五二十
_FEWEST, _MOST_APART = 1, 2  # 三四 and 三五 are one amount or the other; 二七 is a number, digit by digit


@dataclass(frozen=True, slots=True)
class Count:
    """From `low` to `high`; `vague` when it was only "a few"."""

    low: float
    high: float
    vague: bool = False


def number_range(name: str, number: str = NUMBER) -> str:
    """A pattern for one number or two, in groups of this name and of `name`2."""
    return rf"(?P<{name}>{number})(?:{_RANGE}(?P<{name}2>{number}))?"


def counted(word: str, to: str | None = None) -> Count:
    """`to` is the second number of a range."""
    first = _one(word)
    if to is None:
        return first
    second = _one(to)
    return Count(min(first.low, second.low), max(first.high, second.high), first.vague or second.vague)


def _one(word: str) -> Count:
    word = re.sub(r"^an? (?=[a-z])", "", word.lower().strip())
    if word in _VAGUE_EN or word in _VAGUE_ZH:
        return Count(VAGUE, VAGUE, vague=True)
    if word[0].isdigit() and word[-1] in _PLACES:
        value = float(word[:-1]) * _PLACES[word[-1]]
        return Count(value, value)
    if word[0].isascii():
        value = _english(word)
        return Count(value, value)
    return _chinese(word)


def _english(word: str) -> float:
    """Words side by side: "two and a half", "a hundred and twenty", "two dozen", 12k."""
    whole, part = _without_part(re.sub(r"(?<=\d) (?=[13]/)", " and ", word))
    total = 0.0
    for each in re.findall(r"\d+(?:\.\d+)?|[a-z]+", whole):
        if each[0].isdigit():
            total += float(each)
        elif each in _TIMES:
            total = (total or 1.0) * _TIMES[each]
        elif each in _VAGUE_EN:
            total += VAGUE
        elif each not in ("and", "a", "an") or total == 0:
            total += _WORDS.get(each, 0.0)
    return total + part


def _without_part(word: str) -> tuple[str, float]:
    """ "two and a half" is two, and a half."""
    found = re.search(rf" and (?:an? )?({_AND})$", word)
    return (word[: found.start()], _PARTS[found[1]]) if found else (word, 0.0)


def _chinese(word: str) -> Count:
    """十五 is 15, 两三 is between two and three, 十几 between 11 and 19, 五六十 between 50 and 60."""
    if word == "半":
        return Count(0.5, 0.5)
    if word in ("几十", "好几十"):
        return Count(20.0, 90.0)
    if word[0] in "几上" or word in ("百", "千"):
        value = float(_PLACES[word[-1]])
        return Count(value, value * 9 if word[0] == "几" else value)
    if word.endswith("几"):
        base = _value(word[:-1])
        return Count(base + 1, base + 9)
    both = _BOTH.fullmatch(word)
    if both:
        return Count(_value(both[1]), _value(both[2]))
    either = _EITHER.search(word)
    if either and _FEWEST <= _DIGITS[either[2]] - _DIGITS[either[1]] <= _MOST_APART:
        before, after = word[: either.start()], word[either.end() :]
        return Count(_value(before + either[1] + after), _value(before + either[2] + after))
    value = _value(word)
    return Count(value, value)


def _value(word: str) -> float:
    """二〇二五 digit by digit, 一百二 and 两千五 with the place that is left out, 三点五 with its tenths."""
    word, _, tenths = word.replace("廿", "二十").replace("卅", "三十").partition("点")
    if not set(word) & set(_PLACES):
        whole = float("".join(str(_DIGITS[each]) for each in word) or 0)
        return whole + (_DIGITS[tenths] / 10 if tenths else 0.0)
    total, digit, last = 0.0, 0, 1
    for each in word:
        if each in _PLACES:
            last = _PLACES[each]
            total = (total + digit) * last if last == _PLACES["万"] else total + (digit or 1) * last
            digit = 0
        else:
            digit = _DIGITS[each]
            last = 10 if each in "零〇" else last
    return total + digit * (last / 10 if last >= _PLACES["百"] and digit else 1)
