"""Which words of a passage are said in the name of which documents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG, citations
from packages.domain.evidence.passages import Passage, folded
from packages.domain.evidence.patterns import lazy_pattern


@dataclass(frozen=True, slots=True)
class Stretch:
    """`loose`: words behind the last tag or beside a quotation, where a writer may speak for himself. `mixed`: the tags
    of figures stand with those of documents, so that a number may be of either. `beside`: a quotation does the telling,
    and these words introduce or label it. `behind`: the first words behind the tags."""

    text: str
    rows: tuple[EvidenceRow, ...]
    loose: bool = False
    mixed: bool = False
    beside: bool = False
    behind: str = ""


_BEHIND = 16


@dataclass(frozen=True, slots=True)
class _TagGroup:
    start: int
    end: int
    documents: tuple[EvidenceRow, ...]
    figures: bool


def documents_of(text: str, book: EvidenceBook) -> list[EvidenceRow]:
    """The documents that a folded text cites, each once."""
    return list({row.id: row for group in _groups(text, book) for row in group.documents}.values())


def cites_figures(text: str, book: EvidenceBook) -> bool:
    return any(group.figures for group in _groups(text, book))


def stretches(passage: Passage, book: EvidenceBook) -> Iterator[Stretch]:
    own = passage.text[passage.own :]
    quoted = documents_of(folded(passage.shown), book)
    groups = list(_groups(own, book))
    elsewhere = len(quoted) > len({row.id for group in groups for row in group.documents})
    place, before = 0, None
    for group in groups:
        words = own[place : group.start]
        if group.documents:
            words = _last_part(words) if before is not None and before.figures else words
            rows = tuple(quoted) if elsewhere else group.documents
            yield Stretch(words, rows, mixed=group.figures, behind=own[group.end : group.end + _BEHIND])
        place, before = group.end, group
    rest = own[place:]
    if before is not None and before.documents and not before.figures:
        yield Stretch(_own_words(rest), before.documents, loose=True)
    elif before is None and quoted:
        yield Stretch(_own_words(rest), tuple(quoted), loose=True, beside=True)


def _groups(text: str, book: EvidenceBook) -> Iterator[_TagGroup]:
    """Tags that touch are one group."""
    spans: list[list[re.Match[str]]] = []
    for match in TAG.finditer(text):
        if spans and not text[spans[-1][-1].end() : match.start()].strip(" *_`"):
            spans[-1].append(match)
        else:
            spans.append([match])
    for span in spans:
        found = [_rows(match.group()[1:-1], book) for match in span]
        rows = [row for each in found for row in each]
        documents = tuple(row for row in rows if row.text and row.value is None)
        yield _TagGroup(span[0].start(), span[-1].end(), documents, any(row.value is not None for row in rows))


def _rows(body: str, book: EvidenceBook) -> Sequence[EvidenceRow]:
    tags = [tag for one in citations(body) for tag in one.operands]
    return [row for tag in tags if (row := book.rows.get(tag)) is not None]


def _last_part(text: str) -> str:
    """Behind a figure's tag the sentence goes on with the figure until it turns to the document."""
    return text[max(text.rfind(";"), text.rfind("。")) + 1 :]


_OWN_WORDS = lazy_pattern(
    r"我们|或(?!有)|可能|有望|料将|意味|说明|反映|显示|利好|利空|有利于|机会|值得|关注|留意|拖累|支撑|短期|中期来看|"
    r"影响|相符|印证|一致"
    r"|\b(?:we|our|us|may|might|could|should|likely|so|suggest\w*|imply|implies|which|support\w*|helps?|hurts?|leav\w+"
    r"|a positive|a negative|consistent|according)\b",
    re.IGNORECASE,
)
_PART = lazy_pattern(r"(?<=[,;。])")


def _own_words(text: str) -> str:
    """Without the clauses in which the writer judges."""
    return "".join(part for part in _PART.split(text) if not _OWN_WORDS.search(part))
