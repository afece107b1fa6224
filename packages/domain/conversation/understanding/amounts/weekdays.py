"""Days of the week that people name: "in Monday, out Thursday" is held for days, 周一和周四 is a pace."""

import re
from collections.abc import Iterator

from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

_NAMES = ("mon", "tue", "wed", "thu", "fri")
_DAY = lazy_pattern(
    r"\b(?P<en>mon|tue|wed|thu|fri)(?:day|sday|nesday|rsday|s|days|sdays)?s?\b|(?:周|星期|礼拜)(?P<zh>[一二三四五])",
    re.IGNORECASE | re.ASCII,
)
_HELD = lazy_pattern(
    r"进|买|出|卖|清|走|\b(?:in|out|buy|sell|bought|sold|enter|exit|close|gone|get)\b", re.IGNORECASE | re.ASCII
)
_WHOLE_WEEK = lazy_pattern(
    r"(?:to|through|till|until|and|-|到|至)\s?(?:fri|周五|星期五"
    r"|礼拜五)",
    re.IGNORECASE | re.ASCII,
)


def held_over(text: str) -> Iterator[StatedAmount]:
    """Days between the one that a position begins on and the one that it ends on."""
    named = [*_named(text)]
    if len(named) == 2 and _HELD.search(text) and named[1][0] > named[0][0]:
        days = float(named[1][0] - named[0][0])
        yield StatedAmount(days, named[0][1], named[1][2], most=days)


def days_of_trading(text: str) -> Iterator[StatedAmount]:
    """Times a trading day, by the days of the week that are named one by one."""
    named = [*_named(text)]
    days = {day for day, _, _ in named}
    if 2 <= len(days) <= 4 and not (len(days) == 2 and _WHOLE_WEEK.search(text)):
        yield StatedAmount(len(days) / 5, named[0][1], named[-1][2], most=len(days) / 5)


def _named(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _DAY.finditer(text):
        day = _NAMES.index(match["en"].lower()) if match["en"] else "一二三四五".index(match["zh"])
        yield day, match.start(), match.end()
