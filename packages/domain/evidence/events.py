"""Events that a text states: each needs a document that the search returned, and must be as the document has it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.documents import Quotation
from packages.domain.evidence.findings import GroundingFinding, GroundingViolation
from packages.domain.evidence.passages import Passage, folded, lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.comparing import differences, is_number_free, reversals, shared, without_names
from packages.domain.evidence.retelling.coverage import covered_share, is_foreign
from packages.domain.evidence.retelling.happenings import is_grave, is_ordinary
from packages.domain.evidence.retelling.scope import cites_figures, documents_of, stretches

_ZH = lazy_pattern(r"[\u4e00-\u9fff]{2,}")
_EN = lazy_pattern(r"[a-z]{4,}")
_COMMON = frozenset(
    {"this", "that", "with", "from", "have", "been", "will", "company", "their", "which", "about", "into"}
)
_SHARED = 2  # words, or pairs of characters, that a sentence has in common with the document it cites
_COVERED = 0.85  # the share of a sentence that its document must say too
_COVERED_IN_TRANSLATION = 0.65  # where the document is in the other language, and only words of events can be compared
_CLAUSE = lazy_pattern(r"[,;。]")


@dataclass(frozen=True, slots=True)
class EventClaims:
    """What a passage claims by words, how much of it documents bear out, and what nothing can be checked by."""

    claims: int = 0
    supported: int = 0
    findings: tuple[GroundingFinding, ...] = field(default=())
    opinions: tuple[str, ...] = field(default=())


def quoted_claim(quotation: Quotation) -> EventClaims:
    """A quotation is a claim about its document: one for one, or it is not what the document says. Its numbers, where
    it has any, are found to be wrong by themselves."""
    if quotation.honest:
        return EventClaims(1, 1)
    if any(letter.isdigit() for letter in quotation.words):
        return EventClaims(1, 0)
    expected = "the words of the text, one for one"
    finding = GroundingFinding(GroundingViolation.UNSUPPORTED_EVENT, "", quotation.tag, quotation.words, expected)
    return EventClaims(1, 0, (finding,))


def event_claims(passage: Passage, book: EvidenceBook) -> EventClaims:
    """Of a passage whose quotations are blank: those are held to the words of their document. The document of a
    quotation bears out what stands beside it too."""
    cited = documents_of(folded(passage.shown), book)
    if not cited:
        return _undocumented(passage, book)
    found = list(stretches(passage, book))
    wrong = chain(*(differences(stretch, book) for stretch in found), reversals(found, book))
    if (difference := next(wrong, None)) is not None:
        return _refused(passage, f"what the document tells: {difference}")
    words = TAG.sub(" ", passage.text[passage.own :])
    figures = cites_figures(passage.shown, book)
    if not figures and is_number_free(words) and not any(stretch.beside for stretch in found):
        return EventClaims(1, 1) if _is_covered(words, cited, book) else EventClaims(opinions=(passage.shown,))
    if any(_has_in_common(words, row, book) for row in cited):
        return EventClaims(1, 1)
    return EventClaims(opinions=() if figures else (passage.shown,))


def _is_covered(words: str, cited: Sequence[EvidenceRow], book: EvidenceBook) -> bool:
    """Whether nearly all of it stands in the documents: without a number there is nothing else to hold it to."""
    own, documents = without_names(words, book), "\n".join(folded(row.text) for row in cited)
    return covered_share(own, documents) >= (_COVERED_IN_TRANSLATION if is_foreign(own, documents) else _COVERED)


def _undocumented(passage: Passage, book: EvidenceBook) -> EventClaims:
    own = passage.text[passage.own :]
    grave = is_grave(TAG.sub(" ", own))
    clauses = [
        clause for clause in _CLAUSE.split(own) if not TAG.search(clause) or is_number_free(TAG.sub(" ", clause))
    ]
    if grave or any(is_ordinary(clause) and not _is_own_rating(clause, own) for clause in clauses):
        return _refused(passage, "the tag of a document that tells of it")
    return EventClaims()


def _is_own_rating(clause: str, passage: str) -> bool:
    """`我们…给予增持评级`: who writes gives it, and nothing has happened."""
    return _RATING.search(clause) is not None and _OURS.search(passage) is not None


_RATING = lazy_pattern(r"评级|\brat(?:ed?|ing)\b", re.IGNORECASE)
_OURS = lazy_pattern(r"我们|\b(?:we|our)\b", re.IGNORECASE)


def _refused(passage: Passage, expected: str) -> EventClaims:
    finding = GroundingFinding(GroundingViolation.UNSUPPORTED_EVENT, "", "", passage.shown, expected)
    return EventClaims(1, 0, (finding,))


def _has_in_common(words: str, row: EvidenceRow, book: EvidenceBook) -> bool:
    names = {part for name in book.companies.get(row.subject, ()) for part in _units(name)}
    return len((_units(words) & _units(row.text)) - names) >= _SHARED or shared(words, folded(row.text)) > 0


def _units(text: str) -> set[str]:
    small = lowered(folded(text))
    pairs = {run[place : place + 2] for run in _ZH.findall(small) for place in range(len(run) - 1)}
    return pairs | {word for word in _EN.findall(small) if word not in _COMMON}
