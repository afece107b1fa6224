"""Whether the words say the right sign of a number, and the right way from one level to another."""

import re

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import Form
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reading import PassageReading

_TO = lazy_pattern(r"\s?(?:to|至|到)\b|\s?(?:至|到)", re.IGNORECASE)


def side_of(reading: PassageReading, index: int) -> int:
    """-1 or 1, as the number itself says, or the words with it; without either it is positive."""
    stated = reading.numbers[index]
    if stated.signed:
        return -1 if stated.value < 0 else 1
    direction = reading.direction(index)
    return direction.sign if direction else 1


def moved_otherwise(reading: PassageReading, index: int, row: EvidenceRow, book: EvidenceBook) -> bool:
    """Whether a level is said to be reached by a rise where it fell, or the other way round."""
    movement = reading.movement(index)
    if movement is None:
        return False
    before, behind = (_like(reading, place, row, book) for place in (index - 1, index + 1))
    if movement.kind == "from":
        onwards = _TO.match(reading.text, reading.numbers[index].stop) is not None
        return _contradicts(movement.sign, row, behind if onwards else before)
    if before is None and behind is None:
        return _against_history(movement.sign, row, book)
    return _contradicts(movement.sign, before or behind, row)


def _like(reading: PassageReading, index: int, row: EvidenceRow, book: EvidenceBook) -> EvidenceRow | None:
    """The row of a number, when it is the same figure of the same subject at another time."""
    if not 0 <= index < len(reading.numbers) or not reading.numbers[index].citations:
        return None
    citation = reading.numbers[index].citations[0]
    other = book.rows.get(citation.operands[0]) if citation.form is Form.ROW else None
    same = other is not None and (other.metric, other.subject) == (row.metric, row.subject) and other.ends != row.ends
    return other if same else None


def _contradicts(sign: int, start: EvidenceRow | None, end: EvidenceRow | None) -> bool:
    if start is None or end is None or start.value is None or end.value is None:
        return False
    return sign * (end.value - start.value) < 0


def _against_history(sign: int, row: EvidenceRow, book: EvidenceBook) -> bool:
    """Whether every earlier row of the figure says otherwise."""
    rows = book.history.get((row.metric, row.subject), ())
    earlier = [other for other in rows if other.ends and row.ends and other.ends < row.ends]
    return bool(earlier) and all(_contradicts(sign, other, row) for other in earlier)
