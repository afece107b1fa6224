"""Stretches of time that a sentence names, and whether they are the time of a number or what it is compared with."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from packages.domain.evidence.calendar_words import (
    DATED,
    LEAP_YEAR,
    QUARTER_BEFORE,
    SEASONS,
    YEAR_BEFORE,
    Days,
    month_end,
)
from packages.domain.evidence.passages import blanked
from packages.domain.evidence.patterns import lazy_pattern

_COMPARED = lazy_pattern(
    r"(?:较|比|对比|相比|相较|相对|\bfrom|\bthan|\bversus|\bvs\.?|\bagainst|\bcompared (?:with|to))"
    r"\s?(?:于|the\s)?$",
    re.IGNORECASE,
)
_COMPARED_BEHIND = lazy_pattern(r"\s?(?:的?水平)?(?:相比|比较)")
_DIRECTLY = lazy_pattern(
    r"\s?(?:的|of|:|为|at|was|stood at)?\s?(?:约|about\s)?[-+]?(?:[$¥€£]|RMB|CNY|USD)?\s?\d", re.IGNORECASE
)
_NOW = lazy_pattern(r"最新|当前|目前|现在|如今|本期|\b(?:latest|current|currently|now|today)\b", re.IGNORECASE)
_ANY_DAY: Days = (date(LEAP_YEAR, 1, 1), date(LEAP_YEAR, 12, 31))


class PeriodWording(StrEnum):
    """How a period is worded: by dates, without its year, or from another period."""

    DATES = "dates"
    SEASON = "season"
    YEAR_BEFORE = "year_before"
    QUARTER_BEFORE = "quarter_before"


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A stretch of time that is named; `first` and `last` bound the days on which it may end (of a season, in any
    year). `compared`: it is what something is compared with, and not the time of a number. `attached`: a number follows
    at once, so that it is this number's alone."""

    start: int
    end: int
    wording: PeriodWording
    first: date
    last: date
    compared: bool
    attached: bool

    @property
    def relative(self) -> bool:
        return self.wording in {PeriodWording.YEAR_BEFORE, PeriodWording.QUARTER_BEFORE}


def periods_in(text: str) -> list[PeriodMention]:
    """Of a folded text, in order."""
    rest = text
    found: list[PeriodMention] = []
    for hint, rules in _RULES:
        if not hint.search(rest):
            continue
        for wording, pattern, read in rules:
            matches = [(match, days) for match in pattern.finditer(rest) if (days := _days(match, read))]
            found += [_mention(text, match.span(), wording, days) for match, days in matches]
            rest = blanked(rest, (match.span() for match, _ in matches)) if matches else rest
    return sorted(found, key=lambda mention: mention.start)


def says_now(text: str) -> bool:
    """Whether the words speak of the present, whatever was said of other periods before."""
    return _NOW.search(text) is not None


def year_earlier(day: date) -> date:
    if day == month_end(day.year, day.month):
        return month_end(day.year - 1, day.month)
    return day.replace(year=day.year - 1)


def quarter_earlier(day: date) -> date:
    month = day.month - 3
    return month_end(day.year, month) if month > 0 else month_end(day.year - 1, month + 12)


# Most sentences name no period: a quick look saves the many patterns.
_RULES = (
    (
        lazy_pattern(r"(?:19|20)\d\d|\dQ|9M|[12]H|H[12]|FY|\d\d\s?年|\dQ", re.IGNORECASE),
        [(PeriodWording.DATES, *rule) for rule in DATED],
    ),
    (
        lazy_pattern("年|year|corresp", re.IGNORECASE),
        [(PeriodWording.YEAR_BEFORE, YEAR_BEFORE, lambda _match: _ANY_DAY)],
    ),
    (
        lazy_pattern("季|quarter", re.IGNORECASE),
        [(PeriodWording.QUARTER_BEFORE, QUARTER_BEFORE, lambda _match: _ANY_DAY)],
    ),
    (
        lazy_pattern(
            r"[季月半报]|年中|mid-?year|quarter|half|Q[1-4]|[1-4]Q|[a-z]{3}\.?\s\d|\d\s[a-z]{3}"
            r"|ary\b|\b(?:April|Ju[nl]|Aug)|ember\b|October|in M",
            re.IGNORECASE,
        ),
        [(PeriodWording.SEASON, *rule) for rule in SEASONS],
    ),
)


def _days(match: re.Match[str], read: Callable[[re.Match[str]], Days]) -> Days | None:
    """None: it looks like a date and is none, as 2024-13-45."""
    try:
        return read(match)
    except ValueError:
        return None


def _mention(text: str, span: tuple[int, int], wording: PeriodWording, days: Days) -> PeriodMention:
    start, end = span
    attached = _DIRECTLY.match(text, end) is not None
    before, behind = _COMPARED.search(text, max(0, start - 16), start), _COMPARED_BEHIND.match(text, end)
    compared = not attached and (before is not None or behind is not None)
    return PeriodMention(start, end, wording, *days, compared, attached)
