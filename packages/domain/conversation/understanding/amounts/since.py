"""How long ago something began, where a person names the year, the month or what was going on then."""

import re
from collections.abc import Iterator
from datetime import date

from packages.domain.conversation.understanding.amounts.dates import named_years, names_a_year
from packages.domain.conversation.understanding.amounts.lengths import lengths
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.units import YEAR
from packages.domain.conversation.understanding.lexicon.market_events import market_events
from packages.domain.evidence.patterns import lazy_pattern

_BEGAN = lazy_pattern(
    r"开始|入市|入场|入行|入圈|入坑|入的|进来|进场|进的|冲进|开的?户|开了户|接触|起步|第一笔|那会|的时候|从"
    r"|自|就|股灾|大牛|上的车"
    r"|学的?炒|\b(?:since|start(?:ed|ing)?|began|begun|from|first|got (?:me )?in(?:to)?|been|opened|bought"
    r"|joined|during"
    r"|signed up|lived through|came in|trading|traded)\b",
    re.IGNORECASE | re.ASCII,
)
_LATELY = lazy_pattern(
    r"今年|(?<![\d年])(?:\d{1,2}|十?[一二三四五六七八九十])月份?(?:才|刚)?(?:开|入|进)|上个?月|这个?月"
    r"|上个?(?:周|星期|礼拜)|前几?天|昨天|今天|最近|(?<!年)国庆|(?<!年)春节后?"
    r"|\b(?:this (?:year|summer|spring|fall|autumn|winter|month|week|january|february|march|april|may|june"
    r"|july|august|september|october|november)|(?:my |the )?first year|last (?:month|week)|yesterday"
    r"|recently|the other day"
    r"|(?:in|since|last) (?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|halloween|labor day|easter|thanksgiving"
    r"|(?:last )?christmas)(?! ?(?:of )?[\d'l]))\b",
    re.IGNORECASE | re.ASCII,
)
_ONLY_A_TIME = lazy_pattern(
    r"(?:就|是|大概|大约|差不多|从)*(?:上个?月|上个?(?:周|星期|礼拜)|昨天|前几天"
    r"|今年(?:的)?(?:\d{1,2}|十?[一二三四五六七八九十])月份?|今年(?:年初|初|春天|夏天|秋天|春节|国庆|五一|暑假|开春))"
    r"(?:的事情?|吧|左右|开的|那会儿?|而已)*|since .{3,14}",
    re.IGNORECASE | re.ASCII,
)
_JUST = lazy_pattern(r"[刚才]|拉进|\b(?:just|opened)\b", re.IGNORECASE | re.ASCII)
_THIS_YEAR = lazy_pattern(r"[今这]年|this year", re.IGNORECASE | re.ASCII)
# What was going on, with the year and month at which it began.
_EVENTS = tuple(
    (lazy_pattern(words, re.IGNORECASE | re.ASCII), began)
    for words, began in (
        (r"dot-?com|tech bubble|互联网泡沫|零几年|九几年|\b(?:the )?(?:80s|90s|nineties|eighties)\b", date(2000, 3, 1)),
        (r"financial crisis|lehman|subprime|金融危机|金融海啸|次贷", date(2008, 9, 1)),
        (r"(?<!post[- ])\b(?:covid|pandemic|lockdowns?)\b|疫情(?!后|完|结束)|新冠(?!后)", date(2020, 3, 1)),
        (r"gamestop|\bgme\b|meme stock", date(2021, 1, 15)),
        (r"俄乌|ukraine", date(2022, 2, 24)),
        (r"chatgpt", date(2022, 12, 1)),
        (r"封城|封控|shanghai lockdown", date(2022, 4, 1)),
        (r"luna", date(2022, 5, 10)),
        (r"(?<!\d)9\.?24(?!\d|清退)", date(2024, 9, 24)),
        (r"deepseek", date(2025, 1, 27)),
        (r"冬奥|winter (?:games|olympics)", date(2022, 2, 10)),
    )
)
_EARLIER = lazy_pattern(r"前|已经|\b(?:before|already|prior)\b", re.IGNORECASE | re.ASCII)
_OTHERWISE = lazy_pattern(r"\b(?:before|until|prior to)\b|之前|以前|前就", re.IGNORECASE | re.ASCII)


def dated(text: str, today: date | None, *, asked: bool = False) -> Iterator[StatedAmount]:
    """Years since a time that is named; where they were not asked for, only since something began."""
    has_begun = bool(_BEGAN.search(text))
    if today is not None and names_a_year(text):
        yield from named_years(text, today) if has_begun or asked else ()
        return
    for found in _LATELY.finditer(text):
        if has_begun or _JUST.search(text) or (asked and _ONLY_A_TIME.fullmatch(text)):
            yield StatedAmount(0.0, *found.span(), most=0.9)
    if today is not None and (has_begun or asked) and not _THIS_YEAR.search(text):
        yield from named_years(text, today)


def since_events(text: str, today: date | None, *, asked: bool = False) -> Iterator[StatedAmount]:
    """Years since what was going on then; a year beside it says more."""
    if today is None or names_a_year(text) or _THIS_YEAR.search(text) or not (asked or _BEGAN.search(text)):
        return
    words = text.casefold()
    for pattern, began in (*_EVENTS, *market_events()):
        found = pattern.search(words)
        if found and not (began.year > 2008 and _OTHERWISE.search(words) and not lengths(text)):
            years = max((today - began).days / 365.25, 0.0)
            yield StatedAmount(years, *found.span(), most=years)


def around_events(text: str, today: date | None) -> StatedAmount | None:
    """疫情前一年, "two weeks after Luna": years since an event, and the time between; None where it is not that."""
    events, between = [*since_events(text, today, asked=True)], lengths(text)
    if len({each.value for each in events}) != 1 or len(between) != 1 or between[0].vague:
        return None
    apart = between[0].value / YEAR * (1 if _EARLIER.search(text) else -1)
    years = max(events[0].value + apart, 0.0)
    return StatedAmount(years, events[0].start, events[0].end, most=years)


def elapsed(text: str, today: date | None, *, asked: bool = False) -> Iterator[StatedAmount]:
    """Years since what is named by its date or by what was going on."""
    yield from dated(text, today, asked=asked)
    yield from since_events(text, today, asked=asked)
