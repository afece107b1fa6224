"""What a document denies may not be stated as a fact, nor what it states be denied: by the words right behind a no."""

import re
from collections.abc import Iterator

from packages.domain.evidence.passages import lowered
from packages.domain.evidence.patterns import lazy_pattern

_NO_ZH = lazy_pattern(
    r"(?:并?未(?!来)|不会|并?不(?!断|仅|但|过|超|少|低|高|同|确定|足|等|良|得|久|排除|限|含|可|利|在|及)|没有|并?无(?!锡|线|人|形|偿|关|法)|并非(?:公司|其|本公司)?的?)"
    r"(?P<what>[\u4e00-\u9fff]{3,4})"
)
_LINKS = "on|in|to|of|for|at|by|from|with|that|than|as|and|or|but"
_NO_EN = lazy_pattern(
    r"\b(?:not|no|never)(?! (?:only|yet|later|more|less|until|be|to)\b)(?: (?:a|an|the|any|been|be|its))*"
    rf" (?P<what>[a-z]+ (?!(?:{_LINKS})\b)[a-z]+|[a-z]+(?=\s?(?:[,;.:)]|$)))",
    re.IGNORECASE,
)
_BEFORE = lazy_pattern(
    r"(?:未|不|无|没有|非|否)[\u4e00-\u9fff]{0,3}$|(?:\b(?:not|no|never|without|nor|neither)\b|n't)[^,;.]{0,16}$",
    re.IGNORECASE,
)
_REACH = 24


def denied_otherwise(text: str, document: str) -> Iterator[str]:
    """The phrases that one of two folded texts in the same language only denies, and the other only states."""
    mine, theirs = lowered(text), lowered(document)
    yield from (phrase for phrase in _denied(theirs) if _is_only_asserted(phrase, mine))
    yield from (phrase for phrase in _denied(mine) if _is_only_asserted(phrase, theirs))


def _denied(text: str) -> Iterator[str]:
    found = {match["what"] for pattern in (_NO_ZH, _NO_EN) for match in pattern.finditer(text)}
    yield from (phrase for phrase in found if not any(_is_asserted(text, match) for match in _places(phrase, text)))


def _is_only_asserted(phrase: str, text: str) -> bool:
    places = list(_places(phrase, text))
    return bool(places) and all(_is_asserted(text, match) for match in places)


def _places(phrase: str, text: str) -> Iterator[re.Match[str]]:
    whole = rf"\b{re.escape(phrase)}\b" if phrase.isascii() else re.escape(phrase)
    return re.finditer(whole, text)


def _is_asserted(text: str, match: re.Match[str]) -> bool:
    return _BEFORE.search(text, max(0, match.start() - _REACH), match.start()) is None
