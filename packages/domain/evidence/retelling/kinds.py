"""Things of one kind in both languages: a retelling may not put one where its document has another."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from packages.domain.evidence.patterns import lazy_pattern

_KINDS = Path(__file__).parent / "kinds.json"


@dataclass(frozen=True, slots=True)
class Member:
    """One thing of a kind. `document_only`: words by which a document contradicts others; free in a report."""

    words: re.Pattern[str]
    document_only: bool


@dataclass(frozen=True, slots=True)
class KindMention:
    """Where a text names a thing that its document has, or that it has another of the kind for."""

    kind: str
    start: int
    end: int
    is_supported: bool


@cache
def _kinds() -> dict[str, tuple[Member, ...]]:
    """Of each kind the things that exclude one another: Chinese and English patterns, and `document_only`."""
    listed: dict[str, list[list[str]]] = json.loads(_KINDS.read_text("utf-8"))
    return {kind: tuple(_member(*one) for one in members) for kind, members in listed.items()}


def _member(zh: str, en: str, mark: str = "") -> Member:
    return Member(lazy_pattern(rf"{zh}|(?<![A-Za-z\d])(?:{en})(?![A-Za-z])", re.IGNORECASE), bool(mark))


def kinds_in(text: str, document: str) -> Iterator[KindMention]:
    """The things that a text names and its document too, and those for which the document names only others."""
    for kind, named in _kinds_named(document):
        for member, is_supported in zip(_kinds()[kind], named, strict=True):
            if not member.document_only:
                yield from (KindMention(kind, *one.span(), is_supported) for one in member.words.finditer(text))


@lru_cache(maxsize=256)
def _kinds_named(document: str) -> tuple[tuple[str, tuple[bool, ...]], ...]:
    """The kinds of which a document names anything, and which of their members: many texts are held against one."""
    every = {
        kind: tuple(member.words.search(document) is not None for member in members)
        for kind, members in _kinds().items()
    }
    return tuple((kind, named) for kind, named in every.items() if any(named))


def swapped(text: str, document: str) -> Sequence[KindMention]:
    """What is named in the place of something else. Both texts are folded."""
    return [one for one in kinds_in(text, document) if not one.is_supported]
