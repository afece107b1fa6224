"""Holding numbers and quotations to texts from outside: what a text does not say, nobody may say in its name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import Form, citations_behind
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import UNKNOWN
from packages.domain.evidence.moves import side_of
from packages.domain.evidence.naming import named_in
from packages.domain.evidence.numbers import StatedNumber, same_amount
from packages.domain.evidence.passages import folded, squeezed
from packages.domain.evidence.periods import PeriodMention, PeriodWording
from packages.domain.evidence.reading import PassageReading

_ELLIPSES = ("...", "…")


@dataclass(frozen=True)
class _Document:
    """A text, read once."""

    row: EvidenceRow
    book: EvidenceBook

    @cached_property
    def reading(self) -> PassageReading:
        return PassageReading.of(folded(self.row.text).replace("\n", " 。"), self.book)

    @cached_property
    def squeezed(self) -> str:
        return squeezed(self.row.text)

    def states(self, stated: StatedNumber) -> list[int]:
        """The places among its numbers of those that are the same."""
        return [place for place, own in enumerate(self.reading.numbers) if _same(stated, own)]


class Documents:
    """The texts of a book, each read when it is first cited."""

    def __init__(self, book: EvidenceBook) -> None:
        self._book = book
        self._read: dict[str, _Document] = {}

    def quotes(self, quotation: str, row: EvidenceRow) -> bool:
        """Word for word, in the same order; an ellipsis leaves something out."""
        text = squeezed(quotation)
        for ellipsis in _ELLIPSES:
            text = text.replace(ellipsis, "\n")
        place = 0
        for part in text.split("\n"):
            found = self._of(row).squeezed.find(part, place)
            if found < 0:
                return False
            place = found + len(part)
        return True

    def bears(self, stated: StatedNumber, row: EvidenceRow) -> bool:
        """Whether a text has the number, whatever stands around it."""
        return bool(self._of(row).states(stated))

    def problems(
        self, reading: PassageReading, index: int, row: EvidenceRow
    ) -> Iterator[tuple[GroundingViolation, str]]:
        document, stated = self._of(row), reading.numbers[index]
        places = document.states(stated)
        if not places:
            yield GroundingViolation.WRONG_VALUE, "a number that the text has, with its unit"
            return
        named = reading.owners[index]
        mentioned = frozenset[str]().union(*(mention.whats for mention in document.reading.companies))
        if named and row.subject not in named and not named & mentioned:
            yield GroundingViolation.WRONG_COMPANY, "a company that the text names"
        if not self._names_it(reading, index, document):
            yield GroundingViolation.INVENTED_METRIC, "the name that the text gives the number"
        periods = reading.timings[index].periods if not reading.timings[index].open else ()
        if not all(_mentions_time(document, period) for period in periods):
            yield GroundingViolation.WRONG_PERIOD, "a time that the text tells"
        if not any(_side(document.reading, place) == side_of(reading, index) for place in places):
            yield GroundingViolation.SIGN_FLIP, "the direction that the text tells"

    def _of(self, row: EvidenceRow) -> _Document:
        return self._read.setdefault(row.id, _Document(row, self._book))

    def _names_it(self, reading: PassageReading, index: int, document: _Document) -> bool:
        naming = reading.namings[index]
        figures = naming.figures - {UNKNOWN} if not naming.handed else frozenset[str]()
        names = [name for figure in figures for name in self._book.lexicon.names_of.get(figure, ())]
        return not names or bool(naming.also) or named_in(folded(document.row.text), names)


def _same(stated: StatedNumber, own: StatedNumber) -> bool:
    dimensions = {stated.unit.dimension, own.unit.dimension}
    alike = len(dimensions) == 1 or "plain" in dimensions
    return alike and same_amount(stated, own.value * own.unit.scale)


def _side(reading: PassageReading, place: int) -> int:
    return side_of(reading, place)


def _mentions_time(document: _Document, period: PeriodMention) -> bool:
    """In the text, or the day on which it came out."""
    if period.wording is not PeriodWording.DATES:
        return True
    try:
        published = date.fromisoformat(document.row.period)
    except ValueError:
        published = None
    if published is not None and period.first <= published <= period.last:
        return True
    own = [other for other in document.reading.periods if other.wording is PeriodWording.DATES]
    return any(other.first <= period.last and period.first <= other.last for other in own)


_CLOSING = re.compile(r"[」』”\"’》](?=[ *_`]{0,4}\[)")
_OPENING = {"」": "「", "』": "『", "”": "“", '"': '"', "’": "‘", "》": "《"}
_LONGEST = 600
_MOST_OPENINGS = 6


@dataclass(frozen=True, slots=True)
class Quotation:
    """From the opening mark to behind the tag. `honest`: the text has it word for word."""

    start: int
    end: int
    words: str
    tag: str
    honest: bool


def quotations(text: str, book: EvidenceBook, documents: Documents) -> Iterator[Quotation]:
    """Those that cite a text. Marks inside of a quotation are part of it, so the longest honest reading counts."""
    plain = folded(text)
    done = 0
    for closing in _CLOSING.finditer(plain):
        cited, end = citations_behind(plain, closing.end())
        row = book.rows.get(cited[0].operands[0]) if cited and cited[0].form is Form.ROW else None
        if row is None or row.value is not None or not row.text:
            continue
        found = _opened(text, plain, closing.start(), done, row, documents)
        if found is not None:
            yield Quotation(found[0], end, text[found[0] + 1 : closing.start()], cited[0].text, found[1])
            done = end


def _opened(
    text: str, plain: str, closing: int, done: int, row: EvidenceRow, documents: Documents
) -> tuple[int, bool] | None:
    mark = _OPENING[plain[closing]]
    earliest = max(done, closing - _LONGEST, plain.rfind("\n", 0, closing) + 1)
    places: list[int] = []
    place = plain.rfind(mark, earliest, closing)
    while place >= 0 and len(places) < _MOST_OPENINGS:
        places.append(place)
        place = plain.rfind(mark, earliest, place)
    honest = [place for place in places if documents.quotes(text[place + 1 : closing], row)]
    if honest:
        return min(honest), True
    return (places[0], False) if places else None
