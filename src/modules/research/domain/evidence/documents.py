"""Holding numbers to texts from outside: what a text does not say, nobody may say in its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from src.modules.research.domain.evidence.amounts import same_amount
from src.modules.research.domain.evidence.book import EvidenceBook, EvidenceRow
from src.modules.research.domain.evidence.findings import Violation
from src.modules.research.domain.evidence.folding import folded, squeezed
from src.modules.research.domain.evidence.moves import side_of
from src.modules.research.domain.evidence.naming import named_in
from src.modules.research.domain.evidence.numbers import Stated
from src.modules.research.domain.evidence.periods import PeriodMention, Told
from src.modules.research.domain.evidence.reading import Reading
from src.modules.research.domain.evidence.terms import UNKNOWN

_ELLIPSES = ("...", "…")


@dataclass(frozen=True)
class _Document:
    """A text, read once."""

    row: EvidenceRow
    book: EvidenceBook

    @cached_property
    def reading(self) -> Reading:
        return Reading.of(folded(self.row.text).replace("\n", " 。"), self.book)

    @cached_property
    def squeezed(self) -> str:
        return squeezed(self.row.text)

    def states(self, stated: Stated) -> list[int]:
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

    def problems(self, reading: Reading, index: int, row: EvidenceRow) -> Iterator[tuple[Violation, str]]:
        document, stated = self._of(row), reading.numbers[index]
        places = document.states(stated)
        if not places:
            yield Violation.WRONG_VALUE, "a number that the text has, with its unit"
            return
        named = reading.owners[index]
        told = frozenset[str]().union(*(mention.whats for mention in document.reading.companies))
        if named and row.subject not in named and not named & told:
            yield Violation.WRONG_COMPANY, "a company that the text names"
        if not self._names_it(reading, index, document):
            yield Violation.INVENTED_METRIC, "the name that the text gives the number"
        periods = reading.timings[index].periods if not reading.timings[index].open else ()
        if not all(_tells_time(document, period) for period in periods):
            yield Violation.WRONG_PERIOD, "a time that the text tells"
        if not any(_side(document.reading, place) == side_of(reading, index) for place in places):
            yield Violation.SIGN_FLIP, "the direction that the text tells"

    def _of(self, row: EvidenceRow) -> _Document:
        return self._read.setdefault(row.id, _Document(row, self._book))

    def _names_it(self, reading: Reading, index: int, document: _Document) -> bool:
        naming = reading.namings[index]
        figures = naming.figures - {UNKNOWN} if not naming.handed else frozenset[str]()
        names = [name for figure in figures for name in self._book.lexicon.names_of.get(figure, ())]
        return not names or bool(naming.also) or named_in(folded(document.row.text), names)


def _same(stated: Stated, own: Stated) -> bool:
    dimensions = {stated.unit.dimension, own.unit.dimension}
    alike = len(dimensions) == 1 or "plain" in dimensions
    return alike and same_amount(stated, own.value * own.unit.scale)


def _side(reading: Reading, place: int) -> int:
    return side_of(reading, place)


def _tells_time(document: _Document, period: PeriodMention) -> bool:
    """In the text, or the day on which it came out."""
    if period.told is not Told.DATES:
        return True
    try:
        published = date.fromisoformat(document.row.period)
    except ValueError:
        published = None
    if published is not None and period.first <= published <= period.last:
        return True
    own = [other for other in document.reading.periods if other.told is Told.DATES]
    return any(other.first <= period.last and period.first <= other.last for other in own)
