"""Holding numbers and quotations to texts from outside: what a text does not say, nobody may say in its name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import Form, citations_behind
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import UNKNOWN
from packages.domain.evidence.naming import named_in
from packages.domain.evidence.numbers import StatedNumber, same_amount
from packages.domain.evidence.passages import folded, squeezed
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reading import PassageReading
from packages.domain.evidence.retelling.amounts import Amount, pairs_alike
from packages.domain.evidence.retelling.comparing import document_amounts, document_days

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
        """Word for word, in the same order; an ellipsis leaves something out. The mark that ends a quotation may be the
        sentence's own."""
        text = _plain_marks(squeezed(quotation))
        for ellipsis in _ELLIPSES:
            text = text.replace(ellipsis, "\n")
        place, document_text = 0, _plain_marks(self._of(row).squeezed)
        for part in text.strip(_ENDS).split("\n"):
            found = document_text.find(part, place)
            if found < 0:
                return False
            place = found + len(part)
        return True

    def problems(
        self, reading: PassageReading, index: int, row: EvidenceRow
    ) -> Iterator[tuple[GroundingViolation, str]]:
        """What the words around say of companies and dates is held to the document with its sentence."""
        document, stated = self._of(row), reading.numbers[index]
        if not document_bears(stated, [row]) and not document.states(stated):
            yield GroundingViolation.WRONG_VALUE, "a number that the text has, with its unit"
            return
        places = document.states(stated)
        if self._is_of_another(reading, index, document, places):
            yield GroundingViolation.INVENTED_METRIC, "the name that the text gives the number"
        said = reading.direction(index)
        directions = [document.reading.direction(place) for place in places]
        if said and directions and all(one is not None and one.sign != said.sign for one in directions):
            yield GroundingViolation.SIGN_FLIP, "the direction that the text tells"

    def _of(self, row: EvidenceRow) -> _Document:
        return self._read.setdefault(row.id, _Document(row, self._book))

    def _is_of_another(self, reading: PassageReading, index: int, document: _Document, places: Sequence[int]) -> bool:
        """Whether the text calls the number by the name of one figure, and the passage by that of another."""
        naming = reading.namings[index]
        figures = naming.figures - {UNKNOWN} if not naming.handed and not naming.also else frozenset[str]()
        names = [name for figure in figures for name in self._book.lexicon.names_of.get(figure, ())]
        if not names or not places or named_in(folded(document.row.text), names):
            return False
        documented = [document.reading.namings[place].figures - {UNKNOWN} for place in places]
        return all(one and not one & figures for one in documented)


_ENDS = ",.;。、\n"
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "「": '"', "」": '"', "《": '"', "》": '"'})


def _plain_marks(text: str) -> str:
    return text.translate(_APOSTROPHES)


def document_bears(stated: StatedNumber, rows: Sequence[EvidenceRow]) -> bool:
    """Whether one of these documents has the number, in any unit or language that makes it the same, or as the growth
    from one of its numbers to another."""
    return any(_bears(stated, row) for row in rows)


def _bears(stated: StatedNumber, row: EvidenceRow) -> bool:
    amounts = document_amounts(row.text)
    if any(_is_stated_as(stated, one) for one in amounts) or _is_in_name(stated, row.text):
        return True
    if stated.unit.dimension == "ratio":
        growths = (abs(one.value / other.value - 1) for one, other in pairs_alike(amounts))
        return any(same_amount(stated, growth) for growth in growths)
    return stated.unit.dimension == "plain" and stated.value in document_days(row.text)


def _is_in_name(stated: StatedNumber, text: str) -> bool:
    """A330, H20: digits that hang on a letter in the document too."""
    return stated.text.isdigit() and re.search(rf"[A-Za-z]-?{stated.text}(?!\d)", text) is not None


def _is_stated_as(stated: StatedNumber, amount: Amount) -> bool:
    if not _measures_fit(stated.unit.dimension, amount.measure):
        return False
    worth = amount.raw if _is_count(stated.unit.dimension, amount.measure) else amount.value
    reach = worth * _ABOUT if stated.about else Decimal(0)
    return same_amount(stated, worth) or abs(abs(stated.value) * stated.unit.scale - worth) <= reach


_ABOUT = Decimal("0.05")
_FRACTION = frozenset({"ratio", "points of percent", "basis points"})
_COUNTED = frozenset({"plain", "times", "shares"})


def _is_count(said: str, measure: str) -> bool:
    return said in _COUNTED or (measure == "plain" and said not in _FRACTION)


def _measures_fit(said: str, measure: str) -> bool:
    if said in _FRACTION:
        return measure == "percent"
    if said in _COUNTED:
        return True
    if said == "days":
        return measure in {"days", "plain"}
    return measure in {said.removesuffix("/share"), "money", "plain"}


def _same(stated: StatedNumber, own: StatedNumber) -> bool:
    dimensions = {stated.unit.dimension, own.unit.dimension}
    alike = len(dimensions) == 1 or "plain" in dimensions
    return alike and same_amount(stated, own.value * own.unit.scale)


_CLOSING = lazy_pattern(r"[」』”\"’》](?=(?P<gap>[ *_`]{0,4}|[^\[\]。.!?\n「」『』“”\"《》]{1,60})\[)")
_OPENING = {"」": "「", "』": "『", "”": "“", '"': '"', "’": "‘", "》": "《"}
_LONGEST = 600
_MOST_OPENINGS = 6
_QUOTATION_LENGTH = 12  # signs from which words in quotation marks are a quotation, though its tag comes only later


@dataclass(frozen=True, slots=True)
class Quotation:
    """From the opening mark to behind the tag, or to the closing mark when the tag comes later in the sentence.
    `honest`: the text has it word for word."""

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
        cited, end = citations_behind(plain, closing.end("gap"))
        row = book.rows.get(cited[0].operands[0]) if cited and cited[0].form is Form.ROW else None
        if row is None or row.value is not None or not row.text:
            continue
        found = _opened(text, plain, closing.start(), done, row, documents)
        later = bool(closing["gap"].strip(" *_`"))
        if found is None or (later and not _is_quoted(plain, found[0], closing.start(), honest=found[1])):
            continue
        done = closing.end() if later else end
        yield Quotation(found[0], done, text[found[0] + 1 : closing.start()], cited[0].text, found[1])


def _is_quoted(plain: str, start: int, closing: int, *, honest: bool) -> bool:
    """Words in marks whose tag comes later: a title or a byword is none."""
    return plain[closing] != "》" and (honest or closing - start > _QUOTATION_LENGTH)


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
