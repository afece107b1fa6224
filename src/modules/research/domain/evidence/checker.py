"""The checker: every number of a text is bound to a row that says so, or it is a violation with a name."""

from collections.abc import Iterator

from src.modules.research.domain.evidence.book import EvidenceBook
from src.modules.research.domain.evidence.derivations import HOW, TAG, citations, cited
from src.modules.research.domain.evidence.documents import Documents, Quotation, quotations
from src.modules.research.domain.evidence.findings import Grounding, GroundingFinding, GroundingViolation
from src.modules.research.domain.evidence.judging import Judge
from src.modules.research.domain.evidence.numbers import stated_numbers
from src.modules.research.domain.evidence.passages import Passage, blanked, folded, passages
from src.modules.research.domain.evidence.reading import PassageReading

__all__ = ["Grounding", "GroundingFinding", "GroundingViolation", "check"]


def check(text: str, book: EvidenceBook) -> Grounding:
    """Never raises, whatever the text."""
    documents = Documents(book)
    quoted = list(quotations(text, book, documents))
    said = [_of_quotation(quotation) for quotation in quoted]
    rest = blanked(text, ((quotation.start, quotation.end) for quotation in quoted))
    said += [_of_passage(passage, book, documents) for passage in passages(rest, text)]
    numbers = sum(count for count, _, _ in said)
    wrong = sum(count for _, count, _ in said)
    return Grounding(numbers, numbers - wrong, tuple(finding for _, _, found in said for finding in found))


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


def _of_passage(passage: Passage, book: EvidenceBook, documents: Documents) -> Said:
    reading = PassageReading.of(passage.text, book)
    judge = Judge(reading, book, documents)
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
