"""Years and months that people name as a beginning: 22年底, "summer of '24", "January of 23", 去年春节."""

import re
from collections.abc import Iterator
from datetime import date

from packages.domain.conversation.understanding.amounts.numerals import counted
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

_DIGITS = "零一二三四五六七八九"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# By the first and the last of their months.
_SEASONS = {
    "early": (1, 3), "mid": (5, 7), "late": (10, 12), "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11),
    "fall": (9, 11), "winter": (11, 12), "middle": (5, 7), "beginning": (1, 3), "end": (11, 12), "start": (1, 3),
    "q1": (1, 3), "q2": (4, 6), "q3": (7, 9), "q4": (10, 12), "first quarter": (1, 3), "second quarter": (4, 6),
    "third quarter": (7, 9), "fourth quarter": (10, 12), "last quarter": (10, 12), "first half": (1, 6),
    "second half": (7, 12), "easter": (3, 4), "christmas": (12, 12), "thanksgiving": (11, 11),
}  # fmt: skip
_WHEN = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?|{'|'.join(_SEASONS)}"
_YEAR = r"(?:19[89]|20[0-4])\d"
_ZH_PARTS = {
    "春节": (1, 2), "过年": (1, 2), "春天": (3, 5), "开春": (2, 4), "夏天": (6, 8), "暑假": (7, 8), "秋天": (9, 11),
    "冬天": (11, 12), "年初": (1, 3), "初": (1, 3), "年中": (5, 7), "中秋": (9, 10), "中": (5, 7), "年底": (11, 12),
    "年末": (11, 12), "年尾": (11, 12), "底": (11, 12), "末": (11, 12), "尾": (11, 12), "国庆": (10, 10),
    "跨年": (12, 12), "圣诞": (12, 12), "元旦": (1, 1), "五一": (5, 5), "上半年": (1, 6), "下半年": (7, 12),
    "春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (11, 12), "q1": (1, 3), "q2": (4, 6), "q3": (7, 9),
    "q4": (10, 12), "一季度": (1, 3), "二季度": (4, 6), "三季度": (7, 9), "四季度": (10, 12),
}  # fmt: skip
_ZH_WHEN = (
    rf"(?P<zhm>\d{{1,2}}|十[一二]?|[一二三四五六七八九])(?:[、,]?[一二三四五六七八九])?月|"
    rf"(?:的)?(?P<part>{'|'.join(sorted(_ZH_PARTS, key=len, reverse=True))})"
)
_NAMED = lazy_pattern(
    rf"(?:\b(?P<when>{_WHEN})[ -]?(?:of |in )?)?(?<![\d$€£,.])(?P<year>{_YEAR})(?!\d|\s?[%点块]"
    rf"|,\d)\s?年?(?:{_ZH_WHEN})?",
    re.IGNORECASE | re.ASCII,
)
_ZH_YEAR = lazy_pattern(
    rf"(?<![一二三四五六七八九十百])(?P<digits>二[〇零][〇零一二][〇零一二三四五六七八九]"
    rf"|[〇零一二九][〇零一二三四五六七八九])年(?:{_ZH_WHEN})?"
)
# What follows a number of years, and not the year of a date: 20年了, 20年经验, 20年前.
_HOW_LONG = (
    r"$|\W|左右|上下|[了多来以吧不头前后间里内半级期利有没都也啦呢啊嘛哈整差快a-z]|的?(?:[经老股]|交易|投资|炒|资历)"
    r"|[^,]{0,6}(?:经验|股龄|老手)"
)
_TWO_DIGITS = lazy_pattern(
    rf"(?<![\d.了过有快近满整约第炒做干玩])(?P<yy>[0-2]\d|9\d)年(?:{_ZH_WHEN}|(?=来|上海|start)|(?!{_HOW_LONG}))"
    rf"|(?P<grade>[12]\d)届",
    re.IGNORECASE,
)
_APOSTROPHE = lazy_pattern(
    rf"(?:\b(?P<when>{_WHEN})[ -]?(?:of |in )?)?'(?P<yy>[0-4]\d"
    rf"|9\d)\b",
    re.IGNORECASE | re.ASCII,
)
_MONTH_AND_TWO = lazy_pattern(
    rf"\b(?P<when>{_WHEN}) (?:of |in )?(?P<yy>[012]\d)\b(?!\s?(?:%|st\b|nd\b|rd\b|th\b|[/:-]\d|percent|am\b|pm\b))"
    rf"|\b(?:in|since|from|back in) (?P<alone>[012]\d)$",
    re.IGNORECASE | re.ASCII,
)
_YEARS_AGO = {"今年": 0, "去年": 1, "前年": 2, "大前年": 3, "this year": 0, "last year": 1, "the year before last": 2}
_AGO = lazy_pattern(
    rf"(?P<zh>大前年|(?<!大)前年|去年)(?:的)?(?:{_ZH_WHEN})?"
    rf"|(?:\b(?P<when>{_WHEN})(?: of|,)? )?\b(?P<en>the year before last|last year)\b",
    re.IGNORECASE | re.ASCII,
)


def named_years(text: str, today: date) -> Iterator[StatedAmount]:
    """How many years have passed since each of the times that the text names."""
    for found in _NAMED.finditer(text):
        yield _since(int(found["year"]), _month(found["when"], found["zhm"], found["part"]), today, found)
    for found in _ZH_YEAR.finditer(text):
        yield _since(
            _full(int("".join(str(_DIGITS.index(each)) for each in found["digits"].replace("〇", "零")))),
            _month(None, found["zhm"], found["part"]),
            today,
            found,
        )
    for found in _TWO_DIGITS.finditer(text):
        year = _full(int(found["yy"] or found["grade"]))
        yield _since(year, _month(None, found["zhm"], found["part"]), today, found)
    for found in _APOSTROPHE.finditer(text):
        yield _since(_full(int(found["yy"])), _month(found["when"], None, None), today, found)
    for found in _MONTH_AND_TWO.finditer(text):
        yield _since(_full(int(found["yy"] or found["alone"])), _month(found["when"], None, None), today, found)
    for found in _AGO.finditer(text):
        ago = _YEARS_AGO[(found["zh"] or found["en"]).lower()]
        yield _since(today.year - ago, _month(found["when"], found["zhm"], found["part"]), today, found)


def names_a_year(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_NAMED, _ZH_YEAR, _TWO_DIGITS, _APOSTROPHE, _MONTH_AND_TWO))


def _full(short: int) -> int:
    return short if short > 99 else 1900 + short if short > 60 else 2000 + short


def _since(year: int, months: tuple[int, int] | None, today: date, found: re.Match[str]) -> StatedAmount:
    """A year without a month counts as so many years; who began in it late or early has about as many."""
    if months is None:
        years = max(float(today.year - year), 0.0)
        return StatedAmount(years, *found.span(), most=years)
    latest, earliest = ((today - date(year, month, 15)).days / 365.25 for month in reversed(months))
    return StatedAmount(max(latest, 0.0), *found.span(), most=max(earliest, 0.0))


def _month(named: str | None, number: str | None, part: str | None) -> tuple[int, int] | None:
    """The first month and the last that a word may mean."""
    if number:
        month = int(number) if number.isdigit() else int(counted(number).low)
        return (month, month) if 1 <= month <= 12 else None
    if part:
        return _ZH_PARTS[part.lower()]
    if not named:
        return None
    if season := _SEASONS.get(named.lower()):
        return season
    month = _MONTHS.index(named.lower()[:3]) + 1
    return month, month
