"""The checker: every number of a text is bound to a row that says so, or it is a violation with a name."""

from collections.abc import Iterator
from dataclasses import replace

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims.relations import relation_claims
from packages.domain.evidence.derivations import HOW, TAG, citations, cited
from packages.domain.evidence.documents import Documents, Quotation, quotations
from packages.domain.evidence.events import EventClaims, event_claims, quoted_claim
from packages.domain.evidence.findings import Grounding, GroundingFinding, GroundingViolation
from packages.domain.evidence.judging import Judge
from packages.domain.evidence.numbers import stated_numbers
from packages.domain.evidence.passages import Passage, blanked, folded, passages
from packages.domain.evidence.reading import PassageReading

__all__ = ["Grounding", "GroundingFinding", "GroundingViolation", "check"]


def check(text: str, book: EvidenceBook) -> Grounding:
    """Never raises, whatever the text. Who quotes another is read with the other's eyes: each text once for a book."""
    known = book.checked.get(text)
    if known is None:
        known = book.checked[text] = _checked(text, book)
    return known


def _checked(text: str, book: EvidenceBook) -> Grounding:
    documents = Documents(book)
    quoted = list(quotations(text, book, documents))
    said = [_of_quotation(quotation) for quotation in quoted]
    rest = blanked(text, ((quotation.start, quotation.end) for quotation in quoted))
    found = [(passage, PassageReading.of(passage.text, book)) for passage in passages(rest, text)]
    said += [_of_passage(passage, reading, book, documents) for passage, reading in found]
    faulty = {one.sentence for _, _, each in said for one in each}
    misread = {one.sentence for _, _, each in said for one in each if one.tag}
    events = [
        *(quoted_claim(quotation) for quotation in quoted),
        *(_once(event_claims(passage, book), passage, misread) for passage, _ in found),
        *(_once(_relations(passage, reading, book), passage, faulty) for passage, reading in found),
    ]
    numbers = sum(count for count, _, _ in said)
    wrong = sum(count for _, count, _ in said)
    return Grounding(
        numbers,
        numbers - wrong,
        (*(finding for _, _, each in said for finding in each), *(one for each in events for one in each.findings)),
        sum(each.claims for each in events),
        sum(each.supported for each in events),
        tuple(sentence for each in events for sentence in each.opinions),
    )


_LONGEST = 2_000  # characters; what is longer is no sentence that a claim can be read in
_SIDES = ("a rise", "a fall", "a figure above zero", "a figure below zero")


def _once(claims: EventClaims, passage: Passage, reported: set[str]) -> EventClaims:
    """What is said of a number that is wrong already is not said again, and bears nothing out."""
    return replace(claims, findings=(), supported=0) if passage.shown in reported else claims


def _relations(passage: Passage, reading: PassageReading, book: EvidenceBook) -> EventClaims:
    if len(passage.text) > _LONGEST:
        return EventClaims(opinions=(passage.shown,))
    claims = relation_claims(passage, reading, book)
    return replace(claims, findings=tuple(_sided(one, reading, passage) for one in claims.findings))


def _sided(finding: GroundingFinding, reading: PassageReading, passage: Passage) -> GroundingFinding:
    """A direction that is stated of a number is the number's sign."""
    numeric = finding.expected in _SIDES and any(number.start >= passage.own for number in reading.numbers)
    return replace(finding, kind=GroundingViolation.SIGN_FLIP) if numeric else finding


Said = tuple[int, int, list[GroundingFinding]]


def _of_quotation(quotation: Quotation) -> Said:
    numbers = stated_numbers(folded(quotation.words))
    if quotation.honest:
        return len(numbers), 0, []
    expected = "the words of the text, one for one"
    found = [
        GroundingFinding(GroundingViolation.WRONG_VALUE, number.text, quotation.tag, quotation.words, expected)
        for number in numbers
    ]
    return len(numbers), len(numbers), found


def _of_passage(passage: Passage, reading: PassageReading, book: EvidenceBook, documents: Documents) -> Said:
    judge = Judge(reading, book, documents, passage)
    count, found = 0, []
    for index, stated in enumerate(reading.numbers):
        problem = judge.problem(index)
        if stated.start < passage.own:
            continue
        count += 1
        if problem is not None:
            found.append(GroundingFinding(problem.kind, stated.text, problem.tag, passage.shown, problem.expected))
    wrong = len(found)
    found += _loose_tags(passage, reading, book)
    return count, wrong, found


def _loose_tags(passage: Passage, reading: PassageReading, book: EvidenceBook) -> Iterator[GroundingFinding]:
    """Tags that stand behind no number must be of rows too."""
    taken = {place for number in reading.numbers for place in range(number.end, number.stop)}
    for match in TAG.finditer(passage.text, passage.own):
        if match.start() not in taken:
            for citation in citations(match.group()[1:-1]):
                if cited(citation, book) is None:
                    yield GroundingFinding(GroundingViolation.UNKNOWN_ROW, "", citation.text, passage.shown, HOW)
