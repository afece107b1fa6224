"""Years and months that people name as a beginning: 22年底, "summer of '24", "January of 23", 去年春节."""

import re
from collections.abc import Iterator
from datetime import date

from packages.domain.conversation.understanding.amounts.numerals import counted
from packages.domain.conversation.understanding.amounts.spoken import SpokenAmount
from packages.domain.evidence.patterns import lazy_pattern

_DIGITS = "零一二三四五六七八九"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SEASONS = {
    "early": 2, "mid": 6, "late": 11, "spring": 4, "summer": 7, "autumn": 10, "fall": 10, "winter": 12, "middle": 6,
    "beginning": 2, "end": 11, "start": 2,
}  # fmt: skip
_WHEN = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?|{'|'.join(_SEASONS)}"
_YEAR = r"(?:19[89]|20[0-4])\d"
_ZH_PARTS = {
    "春节": 2, "春天": 4, "开春": 3, "夏天": 7, "秋天": 10, "冬天": 12, "年初": 2, "初": 2, "年中": 6, "中秋": 9,
    "中": 6,
    "年底": 11, "年末": 11, "底": 11, "末": 11, "国庆": 10, "圣诞": 12, "元旦": 1, "五一": 5, "上半年": 4, "下半年": 9,
    "春": 4, "夏": 7, "秋": 10, "冬": 12,
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
_TWO_DIGITS = lazy_pattern(
    rf"(?<![\d.])(?P<yy>[0-4]\d|9\d)年(?:{_ZH_WHEN}|(?=开始|入市|入的|进[来场的]|开的?户|大牛|股灾|疫情"
    rf"|那会|的时候|就|才|被|起|届"
    rf"|转|卖|毕|来|start|上海|俄乌|熔断|牛市|熊市|[买学炒玩]的))"
    rf"|(?P<grade>[12]\d)届"
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


def named_years(text: str, today: date) -> Iterator[SpokenAmount]:
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


def _since(year: int, month: int | None, today: date, found: re.Match[str]) -> SpokenAmount:
    """A year without a month counts as so many years; who began in it late or early has about as many."""
    years = float(today.year - year) if month is None else (today - date(year, month, 15)).days / 365.25
    years = max(years, 0.0)
    return SpokenAmount(years, *found.span(), most=years)


def _month(named: str | None, number: str | None, part: str | None) -> int | None:
    if number:
        month = int(number) if number.isdigit() else int(counted(number).low)
        return month if 1 <= month <= 12 else None
    if part:
        return _ZH_PARTS[part]
    if not named:
        return None
    return _SEASONS.get(named.lower()) or _MONTHS.index(named.lower()[:3]) + 1
