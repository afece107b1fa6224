"""How long ago something began, where a person names the year, the month or what was going on then."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from packages.domain.conversation.understanding.lexicon.market_events import market_events
from packages.domain.evidence.patterns import lazy_pattern

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_YEAR = r"(?:19[89]|20[0-4])\d"
_NAMED = lazy_pattern(
    rf"(?:(?P<month>{_MONTH}|mid|early|late)[ -]?(?:of )?)?(?<!\d)(?P<year>{_YEAR})(?!\d"
    rf"|\s?%)年?(?:(?P<zhm>\d{{1,2}})月)?",
    re.IGNORECASE,
)
_TWO_DIGITS = lazy_pattern(
    r"(?<!\d)(?P<yy>[0-4]\d|9\d)年(?=年?[初底末中]|开始|入市|入的|进[来场的]|开的?户|大牛|股灾|疫情|那会"
    r"|的时候|就|[上下]半年)"
)
_APOSTROPHE = lazy_pattern(r"'(?P<yy>[0-4]\d|9\d)\b")
_BEGAN = lazy_pattern(
    r"开始|入市|入场|入行|入的|进来|进场|进的|开的?户|接触|起步|第一笔|那会|的时候|从|自|就|股灾|大牛"
    r"|\b(?:since|start(?:ed|ing)?|began|begun|from|first|got in(?:to)?|been|opened|bought|joined|during"
    r"|lived through)\b",
    re.IGNORECASE,
)
_LATELY = lazy_pattern(
    r"今年|(?<![\d年])(?:\d{1,2}|十?[一二三四五六七八九十])月份?(?:才|刚)?(?:开|入|进)|上个?月|这个?月"
    r"|上个?(?:周|星期|礼拜)|前几?天|昨天|今天|最近|国庆|春节后?"
    r"|\b(?:this (?:year|summer|spring|fall|autumn|winter|month|week|january|february|march|april|may|june"
    r"|july|august|september|october|november)|(?:my |the )?first year|last (?:month|week)|yesterday"
    r"|recently|the other day"
    r"|(?:in|since|last) (?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december)(?! ?(?:of )?\d))\b",
    re.IGNORECASE,
)
_YEARS_AGO = {"去年": 1, "前年": 2, "大前年": 3, "last year": 1, "the year before last": 2}
_AGO = lazy_pattern("大前年|(?<!大)前年|去年|the year before last|last year", re.IGNORECASE)
# What was going on, with the year and month at which it began.
_EVENTS = tuple(
    (lazy_pattern(words, re.IGNORECASE), began)
    for words, began in (
        (r"dot-?com|tech bubble|互联网泡沫|零几年|九几年|\b(?:the )?(?:80s|90s|nineties|eighties)\b", date(2000, 3, 1)),
        (r"financial crisis|lehman|subprime|金融危机|次贷", date(2008, 9, 1)),
        (r"(?<!post[- ])\b(?:covid|pandemic|lockdowns?)\b|疫情(?!后)|新冠(?!后)", date(2020, 3, 1)),
        (r"gamestop|\bgme\b|meme stock", date(2021, 1, 15)),
        (r"俄乌|ukraine", date(2022, 2, 24)),
        (r"chatgpt", date(2022, 12, 1)),
    )
)


@dataclass(frozen=True, slots=True)
class Elapsed:
    """From `least` to `most` years, and the place in the text that says so."""

    least: float
    most: float
    start: int
    end: int


def elapsed(text: str, today: date | None) -> Iterator[Elapsed]:
    """What began at a time that is named; nothing where today is not known, or where nothing begins."""
    for found in _LATELY.finditer(text):
        if _BEGAN.search(text) or re.search(r"[刚才]|just|opened", text, re.I):
            yield Elapsed(0.0, 0.9, *found.span())
    if today is None or not _BEGAN.search(text):
        return
    if re.search(r"[今这]年|this year", text, re.I):
        return
    yield from _dated(text, today)
    yield from _told_by_events(text, today)


def _dated(text: str, today: date) -> Iterator[Elapsed]:
    for found in _NAMED.finditer(text):
        yield _between(int(found["year"]), _month(found["month"], found["zhm"]), today, found)
    for found in (*_TWO_DIGITS.finditer(text), *_APOSTROPHE.finditer(text)):
        short = int(found["yy"])
        yield _between(1900 + short if short > 60 else 2000 + short, None, today, found)
    for found in _AGO.finditer(text):
        month = re.match(r"(\d{1,2})月", text[found.end() :])
        year = today.year - _YEARS_AGO[found[0].lower()]
        yield _between(year, _month(None, month[1] if month else None), today, found)


def _told_by_events(text: str, today: date) -> Iterator[Elapsed]:
    if _NAMED.search(text) or _TWO_DIGITS.search(text):
        return
    words = text.casefold()
    for pattern, began in (*_EVENTS, *market_events()):
        found = pattern.search(words)
        if found:
            years = (today - began).days / 365.25
            yield Elapsed(years, years, *found.span())


def _between(year: int, month: int | None, today: date, found: re.Match[str]) -> Elapsed:
    """A year without a month counts as so many years; who began in it late or early has about as many."""
    years = today.year - year if month is None else (today - date(year, month, 15)).days / 365.25
    return Elapsed(max(years, 0.0), max(years, 0.0), *found.span())


def _month(named: str | None, number: str | None) -> int | None:
    if number and 1 <= int(number) <= 12:
        return int(number)
    parts = {"mid": 6, "early": 2, "late": 11}
    if not named:
        return None
    return parts.get(named.lower()) or _MONTHS.index(named.lower()[:3]) + 1
