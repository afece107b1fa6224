"""The second or the third of something: a retelling may not count otherwise than its document."""

import re
from collections.abc import Iterator

from packages.domain.evidence.patterns import lazy_pattern

_EN = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ZH = "二三四五六七八九十"
_ORDINAL = lazy_pattern(
    rf"第\s?(?P<zh>[{_ZH}])(?![一二三四五六七八九十季方届类产])"
    rf"|\b(?P<en>{'|'.join(_EN)})\b(?![ -](?:quarter|half|part(?:y|ies)|phase))",
    re.IGNORECASE,
)


def other_ordinals(text: str, document: str) -> Iterator[str]:
    """Those that a document has not, where it has others. The first is said of many things."""
    theirs = {_place(match) for match in _ORDINAL.finditer(document)}
    yield from (match.group() for match in _ORDINAL.finditer(text) if theirs and _place(match) not in theirs)


def _place(match: re.Match[str]) -> int:
    return _ZH.index(match["zh"]) if match["zh"] else _EN.index(match["en"].lower())
