"""Amounts in a person's words: how long, how often, how many percent."""

import re
from dataclasses import dataclass

from packages.domain.evidence.patterns import lazy_pattern

_DIGITS = {word: value for value, word in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_ENGLISH = {
    word: float(value)
    for value, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {
    "once": 1.0,
    "twice": 2.0,
    "a": 1.0,
    "an": 1.0,
    "half": 0.5,
    "fifteen": 15.0,
    "twenty": 20.0,
    "thirty": 30.0,
    "dozen": 12.0,
    "couple": 2.0,
}
VAGUE = 3.0  # 几, a few, several
_VAGUE = frozenset(("几", "好几", "数", "多", "若干", "few", "several", "multiple", "many", "some"))

_EN = r"\d+(?:\.\d+)?|" + "|".join(
    sorted((*_ENGLISH, "few", "several", "multiple", "many", "some"), key=len, reverse=True)
)
_ZH = r"\d+(?:\.\d+)?|[零〇一二两俩三四五六七八九十]+几?|半|好几|几|数|多"
_ZH_UNIT = r"秒钟?|分钟|个?小时|个?钟头|天|日|个?交易日|周|个?星期|个?礼拜|个?月|个?季度|年"
_EN_UNIT = (
    r"seconds?|minutes?|mins?|hours?|hrs?|days?|sessions?|weeks?|wks?|months?|mos?|quarters?|years?|yrs?|decades?"
)
_DAYS = {
    "second": 1 / 86_400,
    "sec": 1 / 86_400,
    "秒": 1 / 86_400,
    "min": 1 / 1440,
    "分": 1 / 1440,
    "hour": 1 / 24,
    "hr": 1 / 24,
    "小时": 1 / 24,
    "钟头": 1 / 24,
    "day": 1.0,
    "session": 1.0,
    "天": 1.0,
    "日": 1.0,
    "交易日": 1.0,
    "week": 7.0,
    "wk": 7.0,
    "周": 7.0,
    "星期": 7.0,
    "礼拜": 7.0,
    "mo": 30.4,
    "月": 30.4,
    "quarter": 91.3,
    "季度": 91.3,
    "year": 365.25,
    "yr": 365.25,
    "年": 365.25,
    "decade": 3652.5,
}
_LESS = r"不到|不足|没到|未满|少于|小于|低于|快|将近|less than|under|below|almost|nearly|not quite|not yet"
_LENGTH = lazy_pattern(
    rf"(?P<less>{_LESS})?\s*(?:有|满|about|around|over|for)?\s*"
    rf"(?:(?P<zh>{_ZH})(?:(?:到|至|-)(?P<zh2>{_ZH}))?(?P<zhu>{_ZH_UNIT})(?P<half>半)?(?P<below>以下|以内|之内)?"
    rf"|\b(?P<en>{_EN})(?:\s*(?:-|to|or)\s*(?P<en2>{_EN}))?(?: an?| of)?\s*(?P<enu>{_EN_UNIT})\b"
    rf"(?P<enhalf> and a half)?)",
    re.IGNORECASE,
)
_ZH_RATE = lazy_pattern(
    rf"(?:每个?|一个?)(?P<unit>天|日|交易日|周|星期|礼拜|月|季度|年)(?:里|内|做|交易|操作|出手|大概|大约|左右|也就|最多|能)*"
    rf"(?P<times>{_ZH})(?:到|至|-)?(?:{_ZH})?(?:次|笔|回|单)"
)
_ZH_EVERY = lazy_pattern(
    rf"(?:每)?(?P<units>{_ZH})(?P<unit>{_ZH_UNIT})(?:做|交易|操作)?(?P<times>{_ZH})(?:次|笔|回|单)"
)
_EN_RATE = lazy_pattern(
    rf"\b(?!half|an? )(?P<times>{_EN})(?: of)?(?: or (?:two|three|so|twice))?"
    rf"(?: (?:times|trades?|signals?|orders?|x))? ?(?:an?|per|each|every|/) ?"
    rf"(?P<unit>day|session|week|month|quarter|year)\b",
    re.IGNORECASE,
)
_EN_EVERY = lazy_pattern(rf"\bevery (?P<units>other|{_EN}) (?P<unit>{_EN_UNIT})\b", re.IGNORECASE)
_PERCENT = lazy_pattern(rf"(?P<n>\d+(?:\.\d+)?) ?(?:%|percent\b|个点)|百分之(?P<zh>{_ZH})|(?P<tenths>{_ZH})成")


@dataclass(frozen=True, slots=True)
class SpokenAmount:
    """A number with the place in the text where it stands; `vague` when it was only "a few"."""

    value: float
    start: int
    end: int
    vague: bool = False


def lengths(text: str) -> list[SpokenAmount]:
    """How long, in days, rates left out; a little less where "not quite" stands before it."""
    spans = [(rate.start, rate.end) for rate in rates(text)]
    found = [_length(match) for match in _LENGTH.finditer(text) if not _is_a_date(match)]
    return [each for each in found if not any(start < each.end and each.start < end for start, end in spans)]


def rates(text: str) -> list[SpokenAmount]:
    """How often, in times a trading day."""
    often = [(match, 1.0) for pattern in (_ZH_RATE, _EN_RATE) for match in pattern.finditer(text)]
    rare = [(match, _count(match["units"])) for pattern in (_ZH_EVERY, _EN_EVERY) for match in pattern.finditer(text)]
    return [
        SpokenAmount(_times(match) / (units * _trading_days(match["unit"])), match.start(), match.end())
        for match, units in [*often, *rare]
    ]


def percents(text: str) -> list[SpokenAmount]:
    """As fractions."""
    return [SpokenAmount(_percent(match), match.start(), match.end()) for match in _PERCENT.finditer(text)]


def _length(match: re.Match[str]) -> SpokenAmount:
    first, second = match["zh"] or match["en"], match["zh2"] or match["en2"]
    count = _count(first) if second is None else (_count(first) + _count(second)) / 2
    count += 0.5 if match["half"] or match["enhalf"] else 0.0
    days = count * _days(match["zhu"] or match["enu"])
    is_vague = first.lower() in _VAGUE
    return SpokenAmount(days * 0.99 if match["less"] or match["below"] else days, match.start(), match.end(), is_vague)


def _is_a_date(match: re.Match[str]) -> bool:
    """2019年 is no length."""
    return match["zhu"] == "年" and bool(re.fullmatch(r"(?:19|20)\d\d", match["zh"]))


def _times(match: re.Match[str]) -> float:
    times = match.groupdict().get("times")
    return _count(times) if times else 1.0


def _percent(match: re.Match[str]) -> float:
    if match["n"]:
        return float(match["n"]) / 100
    return _count(match["zh"]) / 100 if match["zh"] else _count(match["tenths"]) / 10


def _count(word: str) -> float:
    word = word.lower()
    if word[0].isdigit():
        return float(word)
    if word == "other":
        return 2.0
    if word in _VAGUE:
        return VAGUE
    return _ENGLISH[word] if word in _ENGLISH else _chinese(word)


def _chinese(word: str) -> float:
    """十五 is 15, 两三 is between two and three."""
    if word == "半":
        return 0.5
    tens, ten, ones = word.removesuffix("几").partition("十")
    if ten:
        return float(_DIGITS.get(tens, 1) * 10 + _DIGITS.get(ones, 0))
    return sum(_DIGITS[digit] for digit in tens) / len(tens)


def _days(unit: str) -> float:
    stem = unit.lower().removeprefix("个")
    return next(days for name, days in _DAYS.items() if stem.startswith(name))


def _trading_days(unit: str) -> float:
    days = _days(unit)
    return days if days <= 1 else days * 5 / 7
