"""How dates, quarters, halves and years are written in Chinese and English, and which days they mean."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date

from packages.domain.evidence.patterns import lazy_pattern

Days = tuple[date, date]

_QUARTERS = {"一": 1, "二": 2, "三": 3, "四": 4, "first": 1, "second": 2, "third": 3, "fourth": 4}
_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
    "dec": 12,
}  # fmt: skip
_MONTH = (
    r"\b(?P<m>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_Y = r"(?<!\d)(?<!\d[.,])(?P<y>(?:19|20)\d{2})(?!\d)"
_ZH_Q = r"第?(?P<q>[一二三四1-4])\s?季(?:度|报)?"
# What makes an amount of four digits that could be a year.
_AMOUNT = r"(?![\d.,]*\d|\s?(?:[元万亿%倍点天股美港¥\[]|million|billion|CNY|USD|RMB|x\b|days|shares|points))"

# Any year's: resolved against the rows that there are.
LEAP_YEAR = 2024


def month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _year(match: re.Match[str]) -> int:
    year = int(match["y"])
    return year if year >= 100 else 2000 + year


def _month(match: re.Match[str]) -> int:
    text = match["m"].lower()
    return int(text) if text.isdigit() else _MONTHS[text[:3]]


def _day(match: re.Match[str]) -> Days:
    day = date(_year(match), _month(match), int(match["d"]))
    return day, day


def _whole_month(match: re.Match[str]) -> Days:
    year, month = _year(match), _month(match)
    return date(year, month, 1), month_end(year, month)


def _ending(month: int) -> Callable[[re.Match[str]], Days]:
    def read(match: re.Match[str]) -> Days:
        end = month_end(_year(match), month)
        return end, end

    return read


def _quarter_number(match: re.Match[str]) -> int:
    text = match["q"].lower()
    return int(text) if text.isdigit() else _QUARTERS[text]


def _quarter(match: re.Match[str]) -> Days:
    end = month_end(_year(match), 3 * _quarter_number(match))
    return end, end


def _whole_year(match: re.Match[str]) -> Days:
    return date(_year(match), 1, 1), date(_year(match), 12, 31)


def _years(match: re.Match[str]) -> Days:
    return date(_year(match), 1, 1), date(int(match["z"]), 12, 31)


def _short_years(match: re.Match[str]) -> Days:
    return date(_year(match), 1, 1), date(_year(match) // 100 * 100 + int(match["z"]), 12, 31)


def _bare_quarters(match: re.Match[str]) -> Days:
    return month_end(LEAP_YEAR, 3 * _quarter_number(match)), month_end(LEAP_YEAR, 3 * _QUARTERS[match["r"]])


def _bare_quarter(match: re.Match[str]) -> Days:
    end = month_end(LEAP_YEAR, 3 * _quarter_number(match))
    return end, end


def _bare_ending(month: int) -> Callable[[re.Match[str]], Days]:
    end = month_end(LEAP_YEAR, month)
    return lambda _match: (end, end)


def _bare_day(match: re.Match[str]) -> Days:
    month = _month(match)
    if match["d"]:
        day = date(LEAP_YEAR, month, int(match["d"]))
        return day, day
    return date(LEAP_YEAR, month, 1), month_end(LEAP_YEAR, month)


def _compiled(
    *rules: tuple[str, Callable[[re.Match[str]], Days]],
) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Days]], ...]:
    return tuple((lazy_pattern(pattern, re.IGNORECASE), read) for pattern, read in rules)


# The first that fits a place has it.
DATED = _compiled(
    (rf"{_Y}[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})(?!\d)", _day),
    (rf"{_Y}\s?年\s?(?P<m>\d{{1,2}})\s?月\s?(?P<d>\d{{1,2}})\s?日", _day),
    (rf"{_MONTH}\s(?P<d>\d{{1,2}}),?\s{_Y}", _day),
    (rf"\b(?P<d>\d{{1,2}})\s{_MONTH},?\s{_Y}", _day),
    (rf"{_Y}\s?年?\s?(?:前三季度|前三个季度|三季报|1\s?[-至到]\s?9\s?月)", _ending(9)),
    (rf"\b(?:first )?nine months (?:of|to|through) (?:September )?{_Y}", _ending(9)),
    (r"\b9M\s?'?(?P<y>(?:20)?\d\d)\b", _ending(9)),
    (r"\b(?:1H|H1)\s?'?(?P<y>(?:20)?\d\d)\b", _ending(6)),
    (r"\b(?:2H|H2)\s?'?(?P<y>(?:20)?\d\d)\b", _ending(12)),
    (rf"{_Y}\s?年?\s?[-—~至到]+\s?(?P<z>(?:19|20)\d\d)\s?年?(?!\d)", _years),
    (rf"{_Y}\s?(?:年\s?(?:上半年|半年报|中报|中期|1\s?[-至到]\s?6\s?月)|H1(?!\d))", _ending(6)),
    (rf"{_Y}\s?(?:年\s?下半年|H2(?!\d))", _ending(12)),
    (rf"\b(?:(?:the )?second[- ]half (?:of )?)(?:fiscal )?{_Y}", _ending(12)),
    (rf"\b(?:(?:the )?first[- ]half (?:of )?)(?:fiscal )?{_Y}", _ending(6)),
    (rf"{_Y}\s?年\s?{_ZH_Q}", _quarter),
    (rf"{_Y}\s?-?Q(?P<q>[1-4])(?!\d)", _quarter),
    (rf"\bQ(?P<q>[1-4])[\s']?(?:of\s|FY\s?)?{_Y}", _quarter),
    (r"\b(?P<q>[1-4])Q\s?(?P<y>(?:20)?\d\d)(?!\d)", _quarter),
    (rf"\b(?P<q>first|second|third|fourth)[ -]quarter (?:of )?(?:fiscal )?{_Y}", _quarter),
    (rf"\bMarch[- ]quarter (?:of )?{_Y}", _ending(3)),
    (rf"\bJune[- ]quarter (?:of )?{_Y}", _ending(6)),
    (rf"\bSeptember[- ]quarter (?:of )?{_Y}", _ending(9)),
    (rf"\bDecember[- ]quarter (?:of )?{_Y}", _ending(12)),
    (rf"{_Y}\s?年(?:末|底)", _ending(12)),
    (rf"\b(?:year-end|end-|end of)\s?{_Y}", _ending(12)),
    (rf"{_Y}\s?年\s?(?P<m>\d{{1,2}})\s?月(?:份|末|底)?", _whole_month),
    (rf"{_Y}-(?P<m>0[1-9]|1[0-2])(?![\d-])", _whole_month),
    (rf"{_MONTH}\s{_Y}", _whole_month),
    (rf"\b(?:FY|fiscal|full-year)\s?{_Y}", _whole_year),
    (r"\bFY\s?'?(?P<y>\d\d)\b", _whole_year),
    (r"(?<![\dA-Za-z])(?<!\d[.,])(?P<y>[12]\d)\s?年?Q(?P<q>[1-4])(?!\d)", _quarter),
    (rf"(?<![\dA-Za-z])(?<!\d[.,])(?P<y>[12]\d)\s?年\s?{_ZH_Q}", _quarter),
    (r"(?<![\d.,A-Za-z])(?P<y>[12]\d)\s?(?:H1|年?(?:上半年|中报|半年报))(?!\d)", _ending(6)),
    (r"(?<![\d.,A-Za-z])(?P<y>[12]\d)\s?(?:H2|年?下半年)(?!\d)", _ending(12)),
    (r"(?<![\d.,A-Za-z])(?P<y>[12]\d)\s?年(?=全年|年报|年度|末|底)", _whole_year),
    (rf"\b(?:in|since|during|year|for|of|calendar|through|over)\s{_Y}(?=\s?\[)", _whole_year),
    (rf"{_Y}[-/](?P<z>\d\d)(?!\d)", _short_years),
    (rf"{_Y}\s?(?:财年|年(?:年报|全年|度)?)", _whole_year),
    (rf"{_Y}{_AMOUNT}", _whole_year),
)
SEASONS = _compiled(
    (r"第?(?P<q>[一二三])\s?[至到、-]\s?第?(?P<r>[二三四])\s?季度", _bare_quarters),
    (r"(?<!\d)前三季度|前三个季度|三季报", _bare_ending(9)),
    (r"(?<!站)上半年(?!线)|半年报|中报|\bfirst half(?= of the year)", _bare_ending(6)),
    (r"(?<![\d近两几一二三四五六七八九十])年中(?![位国枢])|\bmid-?year\b", _bare_ending(6)),
    (r"\b(?:March|Mar)[- ]quarter\b", _bare_ending(3)),
    (r"\bJune?[- ]quarter\b", _bare_ending(6)),
    (r"\bSept?(?:ember)?[- ]quarter\b", _bare_ending(9)),
    (r"\bDec(?:ember)?[- ]quarter\b", _bare_ending(12)),
    (r"(?:(?<![年\d前])|(?<=今年)|(?<=本年)|(?<=当年))第?(?P<q>[一二三四1-4])季(?:度|报)", _bare_quarter),
    (r"(?<![A-Za-z0-9])Q(?P<q>[1-4])(?!\d)", _bare_quarter),
    (r"(?<![A-Za-z0-9.])(?P<q>[1-4])Q(?![A-Za-z0-9])", _bare_quarter),
    (rf"(?<![\d.])(?P<d>\d{{1,2}})\s{_MONTH}(?!\s?,?\s?\d{{4}})\b", _bare_day),
    (r"\b(?P<q>first|second|third|fourth)[ -]quarter\b", _bare_quarter),
    (r"(?<![\d.])(?P<m>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?日|末|底|份)?", _bare_day),
    (rf"{_MONTH}\s(?P<d>\d{{1,2}})(?![\d%]|[.,]\d)", _bare_day),
    (r"\b(?P<m>January|February|April|June|July|August|September|October|November|December)\b(?P<d>)", _bare_day),
    (r"(?<=\bin )(?P<m>March|May)\b(?P<d>)", _bare_day),
)
YEAR_BEFORE = lazy_pattern(
    r"(?:上年|去年|上一年)(?:同期|同季)?"
    r"|(?:the\s)?same (?:period|quarter) (?:of )?(?:last year|a year (?:earlier|ago|before))"
    r"|(?:the\s)?corresponding (?:period|quarter)(?: (?:of )?(?:last year|a year (?:earlier|ago|before)))?"
    r"|(?:the\s)?(?:prior|previous|last)[- ]year(?:'s)?(?: (?:period|quarter|level))?"
    r"|(?:the\s)?year[- ](?:ago|earlier) (?:period|quarter|level)"
    r"|\b(?:a|one) year (?:earlier|ago|before|prior)|\blast year",
    re.IGNORECASE,
)
QUARTER_BEFORE = lazy_pattern(
    r"上一?季度|前一季度|(?:the\s)?(?:previous|prior|preceding|last) quarter"
    r"|\b(?:a|one) quarter (?:earlier|ago|before)",
    re.IGNORECASE,
)
