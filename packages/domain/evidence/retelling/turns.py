"""Whether an amount that a document gives as a rise is retold as a fall, or the other way round."""

import re
from collections.abc import Sequence

from packages.domain.evidence.retelling.amounts import Amount, has_amount

_RISE = re.compile(
    r"增长|增加|上升|上涨|提高|提升|净增|新增|\b(?:up|ris(?:e[ns]?|ing)|rose|gr[eo]w(?:s|n|th)?|increas\w+|gain\w*|"
    r"higher|rais\w+|opened|"
    r"add(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_FALL = re.compile(
    r"下降|下滑|下跌|减少|降低|净减|缩减|\b(?:down|fall(?:s|en|ing)?|fell|declin\w+|decreas\w+|drop\w*|lower|"
    r"reduc\w+|cut\w*|clos(?:ed|ing)|"
    r"lost|loses)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"[,;:。\]](?!\d)|\.(?=\s)")
_BEFORE = 24


def _turn(text: str, amount: Amount) -> int:
    """1: risen, -1: fallen, 0: not said, by the last word before the amount in its clause."""
    start = max(0, amount.start - _BEFORE)
    marks = [match.end() for match in _MARK.finditer(text, start, amount.start)]
    place = marks[-1] if marks else start
    rises = [match.start() for match in _RISE.finditer(text, place, amount.start)]
    falls = [match.start() for match in _FALL.finditer(text, place, amount.start)]
    if not rises and not falls:
        return 0
    return 1 if max(rises, default=-1) > max(falls, default=-1) else -1


def turned(text: str, said: Sequence[Amount], document: str, told: Sequence[Amount]) -> list[Amount]:
    """The amounts that both have, and each with another direction."""
    found = []
    for one in said:
        mine = _turn(text, one)
        theirs = [_turn(document, other) for other in told if has_amount(one, [other])]
        if mine and theirs and all(other == -mine for other in theirs):
            found.append(one)
    return found
