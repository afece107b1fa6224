"""Days, months, quarters, halves and years that a text names, in digits or words, and whether a document has them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from packages.domain.evidence.patterns import lazy_pattern

_ZH_DIGITS = {word: value for value, word in enumerate("一二三四五六七八九十", start=1)} | {"十一": 11, "十二": 12}
_MONTH_WORDS = "January February March April May June July August September October November December"
_MONTHS = {name: place for place, name in enumerate(_MONTH_WORDS.split(), start=1)}
_MONTHS |= {name[:3]: place for name, place in _MONTHS.items()} | {"Sept": 9}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "final": 4}
_MONTH_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = lazy_pattern(
    r"(?<!\d)(?P<iso>20\d\d-\d\d-\d\d)(?!\d)"
    r"|(?:(?<!\d)(?P<y1>20\d\d)年)?(?:第)?(?<!前)(?<![\d前])(?P<q1>[一二三四1-4])季度?(?!个)(?<=季|度)"
    r"|(?:(?<!\d)(?P<y2>20\d\d)年)?(?<!\d)(?P<m1>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|底|末|初|中旬|"
    r"下旬|上旬)?(?:(?P<d1>\d{1,2})[日号])?"
    r"|(?:(?<!\d)(?P<y3>20\d\d)年)?(?P<h1>[上下])半年"
    r"|(?<![\dA-Za-z])(?P<q2>[1-4])Q(?:FY)?'?(?P<y4>(?:20)?\d\d)?(?!\d)"
    r"|(?<![A-Za-z-])(?:FY)?Q(?P<q3>[1-4])(?:\s?(?:FY)?(?P<y5>20\d\d|(?<=[ '])\d\d))?(?!\d)"
    r"|\b(?P<q4>[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]inal)[ -]quarter(?:,? (?:of )?(?P<y6>20\d\d))?"
    r"|\b(?P<h2>[Ff]irst|[Ss]econd)[ -]half(?:,? (?:of )?(?P<y7>20\d\d))?"
    r"|(?<![\dA-Za-z])(?:(?P<h3>[12])H'?(?P<y8>(?:20)?\d\d)?|H(?P<h4>[12])(?:\s?'?(?P<y9>20\d\d|\d\d))?)(?![\dA-Za-z])"
    rf"|(?:\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?\b(?P<m2>{_MONTH_NAMES})\b\.?(?: (?P<d3>\d{{1,2}})(?:st|nd|"
    rf"rd|th)?(?!\d))?"
    r"(?:,? (?P<y10>20\d\d))?"
    r"|(?<![\d.,$¥A-Za-z])(?:FY)?(?P<y11>20[0-4]\d)(?:年(?!期|内)|(?![\d%xX]|[.,]\d|\s?[万亿股台套吨个家]))"
)
_CENTURY = 2000
_YEAR_BEFORE = lazy_pattern(r"上年|去年|last year|a year (?:earlier|ago)|previous year|prior year", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateMention:
    """What is said of a date; None where it is left open."""

    start: int
    end: int
    year: int | None = None
    half: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None


def dates_in(text: str) -> Iterator[DateMention]:
    for match in _DATE.finditer(text):
        said = {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}
        if "iso" in said:
            year, month, day = (int(part) for part in said["iso"].split("-"))
            yield DateMention(*match.span(), year, _half(month), _quarter(month), month, day)
            continue
        year_ = int(said["y"]) if "y" in said else None
        yield DateMention(
            *match.span(),
            year=year_ + _CENTURY if year_ is not None and year_ < _CENTURY else year_,
            half=_number(said.get("h")),
            quarter=_number(said.get("q")),
            month=_number(said.get("m")),
            day=_number(said.get("d")),
        )


def _number(word: str | None) -> int | None:
    if word is None:
        return None
    if word.isdigit():
        return int(word)
    known = {**_ZH_DIGITS, **_MONTHS, **_ORDINALS, "上": 1, "下": 2}
    return known.get(word) or known.get(word.lower())


def _quarter(month: int) -> int:
    return (month - 1) // 3 + 1


def _half(month: int) -> int:
    return (month - 1) // 6 + 1


def has_date(said: DateMention, document: str, published: str) -> bool:
    """Whether the document names the date or one that it lies in, or came out then."""
    documented = list(dates_in(document))
    try:
        out = date.fromisoformat(published)
    except ValueError:
        out = None
    own = [DateMention(0, 0, out.year, None, None, out.month, out.day)] if out else []
    return _year_fits(said, [*documented, *own], document) and _part_fits(said, documented, own)


def _year_fits(said: DateMention, documented: Sequence[DateMention], document: str) -> bool:
    years = {one.year for one in documented if one.year}
    if said.year is None or said.year in years or not years:
        return True
    return said.year + 1 in years and _YEAR_BEFORE.search(document) is not None


def _part_fits(said: DateMention, documented: Sequence[DateMention], own: Sequence[DateMention]) -> bool:
    if said.day is not None:
        return any((one.month, one.day) == (said.month, said.day) for one in [*documented, *own])
    parts = [one for one in documented if one.month or one.quarter or one.half]
    if said.month is not None:
        return any(_covers(one, said.month) for one in [*parts, *own])
    open_parts = [one for one in parts if one.day is None]  # a day is mostly that of the announcement
    months = _months(said)
    return not months or not parts or any(_covers(one, month) for one in open_parts or parts for month in months)


def _months(said: DateMention) -> range:
    if said.quarter is not None:
        return range(said.quarter * 3 - 2, said.quarter * 3 + 1)
    if said.half is not None:
        return range(said.half * 6 - 5, said.half * 6 + 1)
    return range(0)


def _covers(documented: DateMention, month: int) -> bool:
    if documented.month is not None:
        return documented.month == month
    return month in _months(documented)
