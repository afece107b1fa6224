"""Names in a text: figures and companies, found by their first letters in one pass, however many there are."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from src.modules.research.domain.evidence.folding import folded, lowered
from src.modules.research.domain.evidence.proper_names import company_names
from src.modules.research.domain.evidence.terms import FOREIGN_TERMS, LOSSES, UNKNOWN

_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_LETTERS = frozenset(letter for letter in _ASCII_WORD if letter.isalpha())
_CJK_EDGE = re.compile(r"(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])")
_KEY = 2


@dataclass(frozen=True, slots=True)
class Mention:
    """Something named at a place in the text; `whats` are all things that the name stands for."""

    start: int
    end: int
    whats: frozenset[str]


class Names:
    """`exact`: capital letters matter, as in names of companies."""

    def __init__(self, pairs: Iterable[tuple[str, str]], *, exact: bool = False) -> None:
        self._exact = exact
        self._whats: dict[str, frozenset[str]] = {}
        for name, what in pairs:
            spelled = name if exact else lowered(name)
            self._whats[spelled] = self._whats[spelled] | {what} if spelled in self._whats else frozenset((what,))
        lengths: dict[str, set[int]] = {}
        for name in self._whats:
            if len(name) >= _KEY:
                lengths.setdefault(name[:_KEY], set()).add(len(name))
        self._lengths = {start: sorted(found, reverse=True) for start, found in lengths.items()}

    def found(self, text: str) -> list[Mention]:
        """In order, none inside of another; the longest where several begin at one place (净利率 is not 净利)."""
        return list(self._scan(text if self._exact else lowered(text)))

    def _scan(self, text: str) -> Iterator[Mention]:
        place, last = 0, len(text) - _KEY
        inside = False  # of an English word, where no name begins
        while place <= last:
            letter = text[place] in _LETTERS
            lengths = self._lengths.get(text[place : place + _KEY]) if not (letter and inside) else None
            end = self._end_of_name(text, place, lengths) if lengths else 0
            if end:
                yield Mention(place, end, self._whats[text[place:end]])
            inside = text[end - 1] in _LETTERS if end else letter
            place = end or place + 1

    def _end_of_name(self, text: str, place: int, lengths: Sequence[int]) -> int:
        """Zero: none begins here."""
        for length in lengths:
            end = place + length
            if end <= len(text) and text[place:end] in self._whats and _stands_alone(text, place, end):
                return end
        return 0


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Not a piece of a longer word or of a longer number; a plural's s is let pass."""
    first, before = text[start], text[start - 1] if start else " "
    if first in _ASCII_WORD and before in _ASCII_WORD and not (first.isalpha() and before.isdigit()):
        return False
    if text[end - 1] not in _ASCII_WORD or end >= len(text) or text[end] not in _ASCII_WORD:
        return True
    return text[end] == "s" and text[end - 1].isalpha() and (end + 1 >= len(text) or text[end + 1] not in _ASCII_WORD)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What may be named in a sentence. `names_of`: the names of each figure, small letters."""

    figures: Names
    companies: Names
    names_of: Mapping[str, Sequence[str]]


_Named = tuple[tuple[str, tuple[str, ...]], ...]


def lexicon_of(labels: Mapping[str, Sequence[str]], companies: Mapping[str, Sequence[str]]) -> Lexicon:
    """The desk's labels and companies hardly change from book to book, so what was built last is kept."""
    figures, names_of = _figures(tuple((metric, tuple(names)) for metric, names in labels.items()))
    return Lexicon(figures, _companies(tuple((symbol, tuple(names)) for symbol, names in companies.items())), names_of)


@lru_cache(maxsize=4)
def _companies(companies: _Named) -> Names:
    return Names(company_names(companies), exact=True)


@lru_cache(maxsize=4)
def _figures(labels: _Named) -> tuple[Names, Mapping[str, Sequence[str]]]:
    own = [(spelling, metric) for metric, names in labels for name in names for spelling in _spellings(name)]
    known = {lowered(name) for name, _ in own}
    metrics = {metric for metric, _ in labels}
    own += [(name, metric) for metric, names in LOSSES.items() if metric in metrics for name in names]
    foreign = [(name, UNKNOWN) for term in FOREIGN_TERMS for name in _spellings(term) if lowered(name) not in known]
    names_of: dict[str, list[str]] = {}
    for name, metric in own:
        names_of.setdefault(metric, []).append(lowered(name))
    return Names([*own, *foreign]), names_of


def _spellings(name: str) -> Iterator[str]:
    """With and without the blank that some set between Chinese and Latin letters."""
    name = folded(name)
    yield name
    if (tight := _CJK_EDGE.sub("", name)) != name:
        yield tight
    elif (
        wide := re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])", " ", name)
    ) != name:
        yield wide
