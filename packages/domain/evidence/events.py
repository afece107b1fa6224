"""Events that a text tells: each needs a document that the search returned and that tells of the same kind of event."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG, Form, citations
from packages.domain.evidence.documents import Quotation
from packages.domain.evidence.findings import GroundingFinding, GroundingViolation
from packages.domain.evidence.passages import Passage, folded, lowered

# What happened, by kind. English in the past tense or as a noun: what may happen is no event yet.
_EVENTS: Mapping[str, re.Pattern[str]] = {
    "investigation": re.compile(
        r"\b(?:arrested|indicted|raided|detained|charged with|under investigation|investigated|(?:for|of) fraud|probe"
        r"|falsified|restated)\b|被捕|逮捕|刑拘|立案|被调查|造假|欺诈|涉嫌",
        re.IGNORECASE,
    ),
    "stake": re.compile(
        r"\b(?:bought (?:a|an|\d|its|the company|shares)|acquired|took over|takeover|merged with|merger|buyback"
        r"|repurchased|stake (?:in|of)|bought out)\b|增持|减持|回购|收购|并购|入股|举牌|要约",
        re.IGNORECASE,
    ),
    "officer": re.compile(
        r"\b(?:resigned|stepped down|was fired|was dismissed|appointed)\b|辞职|辞任|离任|免职|任命", re.IGNORECASE
    ),
    "litigation": re.compile(
        r"\b(?:sued|lawsuit|fined|penalised|penalized|convicted|settled with)\b|起诉|诉讼|罚款|处罚|罚没", re.IGNORECASE
    ),
    "contract": re.compile(
        r"\b(?:signed (?:a|an|the)|won (?:a|an|the)|awarded (?:a|an|the)|contract worth|was approved|launched|recalled"
        r")\b"
        r"|中标|签订|签署|签约|获批|获得批准|召回",
        re.IGNORECASE,
    ),
    "distress": re.compile(
        r"\b(?:defaulted|went bankrupt|filed for bankruptcy|was delisted|suspended trading)\b|已违约|破产|被退市|停产",
        re.IGNORECASE,
    ),
}
_UNCERTAIN = re.compile(
    r"\b(?:if|may|might|could|would|should|unless|whether|risk|no|not|without|any|watch|were)\b"
    r"|若|如果|如|可能|或|风险|一旦|是否|未|没有|无|关注|留意|警惕|防范|假如|倘|等",
    re.IGNORECASE,
)
_ZH = re.compile(r"[\u4e00-\u9fff]{2,}")
_EN = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    {"this", "that", "with", "from", "have", "been", "will", "company", "their", "which", "about", "into"}
)
_SHARED = 2  # words, or pairs of characters, that a sentence has in common with the document it cites


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
    own = passage.text[passage.own :]
    tags, cited = _documents(folded(passage.shown), book)
    words = TAG.sub(" ", own)
    kinds = [kind for kind, pattern in _EVENTS.items() if pattern.search(words)]
    if kinds and not _UNCERTAIN.search(words):
        return _events(kinds, cited, passage)
    if not cited:
        return EventClaims()
    if any(_has_in_common(words, row, book) for row in cited):
        return EventClaims(1, 1)
    return EventClaims(opinions=() if any(tags) else (passage.shown,))


def _events(kinds: list[str], cited: list[EvidenceRow], passage: Passage) -> EventClaims:
    texts = [folded(row.text) for row in cited]
    unsupported = [kind for kind in kinds if not any(_EVENTS[kind].search(text) for text in texts)]
    findings = tuple(
        GroundingFinding(
            GroundingViolation.UNSUPPORTED_EVENT, "", "", passage.shown, "the tag of a document that tells of it"
        )
        for _ in unsupported[:1]
    )
    return EventClaims(1, 0 if unsupported else 1, findings)


def _documents(text: str, book: EvidenceBook) -> tuple[list[str], list[EvidenceRow]]:
    """The tags of numbers, and the documents, that are cited."""
    rows = [
        (one.text, book.rows.get(one.operands[0]))
        for match in TAG.finditer(text)
        for one in citations(match.group()[1:-1])
        if one.form is Form.ROW
    ]
    numbers = [tag for tag, row in rows if row is not None and row.value is not None]
    return numbers, [row for _, row in rows if row is not None and row.text]


def _has_in_common(words: str, row: EvidenceRow, book: EvidenceBook) -> bool:
    names = {part for name in book.companies.get(row.subject, ()) for part in _units(name)}
    return len((_units(words) & _units(row.text)) - names) >= _SHARED


def _units(text: str) -> set[str]:
    small = lowered(folded(text))
    pairs = {run[place : place + 2] for run in _ZH.findall(small) for place in range(len(run) - 1)}
    return pairs | {word for word in _EN.findall(small) if word not in _COMMON}
