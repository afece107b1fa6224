"""Who does it to whom: a retelling may not let the bought buy, or the one who leaves replace the one who comes."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.passages import lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.names import persons_in, short_names

_DEEDS = {
    "replace": r"接替|取代|接任|继任|\b(?:replac(?:e[sd]?|ing)|succeed(?:s|ed|ing)?|takes? over from|took over from)\b",
    "acquire": r"收购|并购|入股|\b(?:acquir(?:e[sd]?|ing)|buy(?:s|ing)?|bought|take(?:s|n)? over|took over)\b",
    "sue": r"起诉|状告|\b(?:sue[sd]?|suing)\b",
    "supply": r"供货|供应(?!链|商)|\b(?:supply|supplie[sd]|supplying)\b",
}
_PATTERNS = {deed: lazy_pattern(pattern, re.IGNORECASE) for deed, pattern in _DEEDS.items()}
_GOES = lazy_pattern(
    r"辞职|辞任|辞去|离任|卸任|退休|\b(?:resign\w*|step(?:s|ped|ping)? down|retir(?:e[sd]?|ing)|leaves?|left)\b",
    re.IGNORECASE,
)
_COMES = lazy_pattern(
    r"聘任|任命|委任|选举|提名|聘请|\b(?:appoint(?:s|ed)|nam(?:es|ed)|hire[sd]?|promot(?:es|ed))\b", re.IGNORECASE
)
_LATIN = lazy_pattern(r"(?<![A-Za-z])[A-Z][A-Za-z'-]*[a-z](?: [A-Z][A-Za-z'-]*[a-z])+(?![A-Za-z])")
_PASSIVE = lazy_pattern(r"(?:\bby\b|\bby the\b)", re.IGNORECASE)
_BY_ZH = lazy_pattern(r"(?:由|被|遭)[^,。;]{0,14}$")
_STOP = lazy_pattern(r"[。;!?]|\.\s")
_FARTHEST = 60


def swapped_actors(text: str, document: str, book: EvidenceBook) -> bool:
    """Whether two that both texts name have changed sides. Both are folded."""
    theirs = set(_deeds(document, document, book))
    goes, comes = _goers(document, document, book), _comers(document, document, book)
    if (_goers(text, document, book) & comes) - goes or (_comers(text, document, book) & goes) - comes:
        return True
    return any(
        (deed, other, one) in theirs and (deed, one, other) not in theirs
        for deed, one, other in _deeds(text, document, book)
    )


def _goers(text: str, document: str, book: EvidenceBook) -> set[str]:
    """Whose name stands before the leaving, in its sentence."""
    names = _places(text, document, book)
    nearest = (
        max(
            (one for one in names if one[1] <= verb.start() and not _STOP.search(text, one[1], verb.start())),
            default=None,
        )
        for verb in _GOES.finditer(text)
    )
    return {one[2] for one in nearest if one} - set(book.companies)


def _comers(text: str, document: str, book: EvidenceBook) -> set[str]:
    """Whose name stands right behind the call to an office."""
    names = _places(text, document, book)
    return {name for verb in _COMES.finditer(text) for start, _, name in names if 0 <= start - verb.end() <= 1} - set(
        book.companies
    )


def _deeds(text: str, document: str, book: EvidenceBook) -> Iterator[tuple[str, str, str]]:
    """The deed, who does it, and to whom, by the names nearest to the verb on either side."""
    names = _places(text, document, book)
    for deed, pattern in _PATTERNS.items():
        for verb in pattern.finditer(text):
            before = [name for start, end, name in names if end <= verb.start()]
            after = [
                (start, name)
                for start, _, name in names
                if verb.end() <= start <= verb.end() + _FARTHEST and not _STOP.search(text, verb.end(), start)
            ]
            if pair := _sides(text, verb, before, after):
                yield deed, *pair


def _sides(
    text: str, verb: re.Match[str], before: Sequence[str], after: Sequence[tuple[int, str]]
) -> tuple[str, str] | None:
    handed = _BY_ZH.search(text, max(0, verb.start() - 18), verb.start()) is not None
    if handed and len(before) > 1 and before[-1] != before[-2]:
        return before[-1], before[-2]
    if handed or not before or not after or before[-1] == after[0][1]:
        return None
    start, other = after[0]
    return (other, before[-1]) if _PASSIVE.search(text, verb.end(), start) else (before[-1], other)


def _places(text: str, document: str, book: EvidenceBook) -> list[tuple[int, int, str]]:
    """Companies of the book, names of several words and persons behind a title, that the document has too."""
    spelled = _spellings(tuple((tuple(sorted(names)), symbol) for names, symbol in short_names(book)))
    found = [(*match.span(), symbol) for pattern, symbol in spelled for match in pattern.finditer(text)]
    taken = {place for start, end, _ in found for place in range(start, end)}
    others = {match.group() for match in _LATIN.finditer(document)} | set(persons_in(document))
    for name in sorted(others, key=len, reverse=True):
        for match in re.finditer(re.escape(lowered(name)), lowered(text)):
            if not taken & set(range(*match.span())):
                found.append((*match.span(), name))
                taken |= set(range(*match.span()))
    return sorted(found)


@lru_cache(maxsize=64)
def _spellings(names: tuple[tuple[tuple[str, ...], str], ...]) -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile("|".join(map(re.escape, sorted(spelled, key=len, reverse=True)))), symbol)
        for spelled, symbol in names
    ]
