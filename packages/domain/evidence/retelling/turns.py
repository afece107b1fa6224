"""Whether an amount that a document gives as a rise is retold as a fall, or a change from one amount to another is
retold the other way round."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.amounts import Amount, has_amount

_RISE = lazy_pattern(
    r"增长|增加|上升|上涨|提高|提升|净增|新增|涨幅|增幅|[增升涨](?=[约近逾超至到]?\s?\d)|\b(?:up|ris(?:e[ns]?|ing)|rose|gr[eo]w(?:s|n|th)?|increas\w+|gain\w*|"
    r"higher|rais\w+|opened|"
    r"add(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_FALL = lazy_pattern(
    r"下降|下滑|下跌|减少|降低|净减|净关|缩减|跌幅|降幅|[减降跌](?=[约近逾超至到]?\s?\d)|\b(?:down|fall(?:s|en|ing)?|fell|declin\w+|decreas\w+|drop\w*|lower|"
    r"reduc\w+|cut\w*|clos(?:ed|ing)|"
    r"lost|loses)\b",
    re.IGNORECASE,
)
# 5% lower, 5 percent[E1] higher.
_BEHIND = lazy_pattern(
    r"\s?(?:\[[^\]]{1,20}\]\s?){0,3}(?:(?P<rise>higher|more\b|above|increase|rise\b|gain\b)"
    r"|(?P<fall>lower|less\b|below|decrease|decline|drop\b|cut\b|fall\b|reduction))",
    re.IGNORECASE,
)
_MARK = lazy_pattern(r"[,;:。\]、](?!\d)|\.(?=\s)|以及|并|\b(?:and|while|but)\b")
_BEFORE = 40


def _turn(text: str, amount: Amount) -> int:
    """1: risen, -1: fallen, 0: not said, by the word right behind an amount or the last one before it in its clause."""
    if behind := _BEHIND.match(text, amount.end):
        return 1 if behind["rise"] else -1
    start = amount.start
    first = max(0, start - _BEFORE)
    marks = [match.end() for match in _MARK.finditer(text, first, start)]
    place = marks[-1] if marks else first
    rises = [match.start() for match in _RISE.finditer(text, place, start)]
    falls = [match.start() for match in _FALL.finditer(text, place, start)]
    if not rises and not falls:
        return 0
    return 1 if max(rises, default=-1) > max(falls, default=-1) else -1


def turned(text: str, said: Sequence[Amount], document: str, documented: Sequence[Amount]) -> list[Amount]:
    """The amounts that both have, and each with another direction."""
    found = []
    for one in said:
        mine = _turn(text, one)
        theirs = [_turn(document, other) for other in documented if has_amount(one, [other])]
        if mine and theirs and all(other == -mine for other in theirs):
            found.append(one)
    return found


_OUT_OF = lazy_pattern(r"(?:从|由|自|此前的?|原先?的?|\bfrom(?: about| around| roughly)?)\s?$", re.IGNORECASE)
_INTO = lazy_pattern(r"[^,;。\d]{0,10}(?:到|至|为)\s?|\s?(?:-|→|to|to about|to around)\s?", re.IGNORECASE)
_BACK_FROM = lazy_pattern(
    r"[,\s]*(?:(?:up|down|higher|lower|than|compared|raised|cut) )*(?:from|against|versus|"
    r"(?:above|below)(?: the| its)?)\s?"
    r"|[^;。\d]{0,6}(?:高于|低于|此前为?|原为)[^,;。\d]{0,6}",
    re.IGNORECASE,
)


def reversed_moves(text: str, said: Sequence[Amount], document: str, documented: Sequence[Amount]) -> list[Amount]:
    """Where a text goes from one amount to another, and the document from the other to the one."""
    theirs = list(_moves(document, documented))
    return [
        old
        for old, new in _moves(text, said)
        if any(has_amount(old, [end]) and has_amount(new, [start]) for start, end in theirs)
        and not any(has_amount(old, [start]) and has_amount(new, [end]) for start, end in theirs)
    ]


def _moves(text: str, amounts: Sequence[Amount]) -> Iterator[tuple[Amount, Amount]]:
    """What was before, and what is now: from A to B, to B from A, A 高于此前的 B."""
    for one, other in pairwise(sorted(amounts, key=lambda amount: amount.start)):
        gap = text[one.end : other.start]
        if _INTO.fullmatch(gap) and _OUT_OF.search(text, max(0, one.start - 14), one.start):
            yield one, other
        elif _BACK_FROM.fullmatch(gap):
            yield other, one
