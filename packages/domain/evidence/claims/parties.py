"""Whom a sentence speaks of, by full and short names and by words such as 同行, and who is only compared with."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.lexicon import Mention
from packages.domain.evidence.patterns import lazy_pattern

_ABOUT = lazy_pattern(
    r"(?:本|该)?(?<![家市子比])公司(?!债|公告|治理)|本集团|\bthe (?:company|group|issuer)\b(?! of)", re.IGNORECASE
)
_OTHERS = lazy_pattern(
    r"同行|同业|可比公司|竞争对手|对手|对方|\b(?:the|its|their) (?:peers?|rivals?|competitors?|comparables?)\b"
    r"|\bpeers\b",
    re.IGNORECASE,
)
_COMPARED = lazy_pattern(
    r"(?:与|跟|较|比|不到|相对于?|对比|对照|相较于?|于|[超高胜]过|不及|不敌|不如|落后|领先|压过"
    r"|\b(?:than|with|to|versus|vs\.?|against|above|below|over|under|of|ahead of|behind|trail\w*|lag\w*|beat\w*"
    r"|topp?\w*"
    r"|exceed\w*|match\w*|like|unlike|at|out-?[a-z]+|underperform\w*|surpass\w*))\s?(?:the\s|其"
    r"|可比公司|同行的?|同业的?)?$",
    re.IGNORECASE,
)
_ZH_SHORT = 2
_EN_SHORT = 4


@dataclass(frozen=True, slots=True)
class PartyMention:
    """`compared`: it is what somebody is set against."""

    start: int
    end: int
    subjects: frozenset[str]
    compared: bool


def party_mentions(text: str, known: Sequence[Mention], book: EvidenceBook) -> list[PartyMention]:
    """In order, none inside of another."""
    found = [(mention.start, mention.end, frozenset(mention.whats)) for mention in known]
    found += _short(text, book.parties)
    others = frozenset(row.subject for row in book.rows.values()) - {book.about, ""}
    if book.about:
        found += [(*match.span(), frozenset({book.about})) for match in _ABOUT.finditer(text)]
    if others:
        found += [(*match.span(), others) for match in _OTHERS.finditer(text)]
    found += _pointed(text, found)
    kept: list[PartyMention] = []
    for start, end, subjects in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or start >= kept[-1].end:
            compared = _COMPARED.search(text, max(0, start - 16), start) is not None
            compared = compared or _is_measure(text, start, end)
            listed = bool(kept) and kept[-1].compared and _JOINED.fullmatch(text, kept[-1].end, start) is not None
            kept.append(PartyMention(start, end, subjects, compared or listed))
    return kept


_POINTED = lazy_pattern(r"(?P<former>前者|\bthe former\b)|后者|\bthe latter\b", re.IGNORECASE)


def _pointed(text: str, named: Sequence[tuple[int, int, frozenset[str]]]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """The former and the latter of the two that are named."""
    two = list(dict.fromkeys(subjects for _, _, subjects in sorted(named, key=lambda one: one[0])))
    for match in _POINTED.finditer(text) if len(two) == 2 else ():
        yield *match.span(), two[0 if match["former"] else 1]


_MEASURE = lazy_pattern(r"(?:为|是|占|相当于|达到|达|有)$")
_MEASURED = lazy_pattern(r"的\s?(?:约|近)?[\d一二三四五六七八九半]")
_JOINED = lazy_pattern(r"\s?(?:、|和|与|及|以及|and|or|,)\s?")


def _is_measure(text: str, start: int, end: int) -> bool:
    """为公司的 1.58 倍: the company is what somebody else is measured by."""
    return bool(_MEASURE.search(text, max(0, start - 4), start) and _MEASURED.match(text, end))


def _short(text: str, companies: Mapping[str, Sequence[str]]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """霁川 of 霁川精工, Halden of Halden Forge Systems, as long as it is nobody else's."""
    owners: dict[str, set[str]] = {}
    for symbol, names in companies.items():
        for name in names:
            short = name[:_ZH_SHORT] if not name.isascii() else name.split(" ")[0]
            if (not name.isascii() and len(name) > _ZH_SHORT) or (name.isascii() and len(short) >= _EN_SHORT):
                owners.setdefault(short, set()).add(symbol)
    for short, symbols in owners.items():
        if len(symbols) == 1 and short in text:
            for match in re.finditer(re.escape(short), text):
                yield match.start(), match.end(), frozenset(symbols)
