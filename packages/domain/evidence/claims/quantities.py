"""The amounts that a sentence cites: each tag with the number that it bears out, if one does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, DecimalException

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG, Citation, Form, citations
from packages.domain.evidence.numbers import StatedNumber, off_by_unit, same_amount
from packages.domain.evidence.patterns import lazy_pattern

_CHANGES = ("_yoy", "_qoq", "_change", "_growth")
_GROWTH_NAMES = (
    "return_",
    "from_high",
    "from_low",
    "profit_growth",
    "revenue_growth",
    "index_return",
    "gdp_growth",
    "m2_growth",
)
_INFINITE = 400


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a tag stands for, at its place in the sentence. `place`: where its number begins, or the tag itself;
    `stop`: behind the tag. `rows`: its operands. `number`: as it is written, if it is."""

    place: int
    stop: int
    tag: str
    form: Form
    rows: tuple[EvidenceRow, ...]
    value: Decimal
    unit: str
    number: StatedNumber | None

    @property
    def row(self) -> EvidenceRow:
        return self.rows[0]

    @property
    def whole(self) -> bool:
        """A row itself, not something that is computed from rows."""
        return self.form is Form.ROW

    @property
    def latest(self) -> date:
        return max((row.ends for row in self.rows if row.ends), default=date.min)

    @property
    def is_change(self) -> bool:
        """Whether its sign says which way something went."""
        if self.whole:
            return is_change(self.row.metric)
        same = len({(row.metric.removesuffix("_quarter"), row.subject) for row in self.rows}) == 1
        return same and self.form in {Form.GROWTH, Form.DIFFERENCE}

    @property
    def pair(self) -> tuple[EvidenceRow, EvidenceRow] | None:
        """The two rows that it sets against each other."""
        if self.form not in {Form.GROWTH, Form.DIFFERENCE} or len(self.rows) != 2:
            return None
        return self.rows[0], self.rows[1]

    @property
    def change(self) -> int:
        """Which way it went, -1, 0 or 1, by the times of the rows and not by the order in which they are cited."""
        if self.whole or self.pair is None:
            return side(self.value)
        first, second = self.pair
        if first.ends and second.ends and first.ends != second.ends:
            old, new = sorted((first, second), key=lambda row: row.ends or date.min)
            return side(amount(new) - amount(old))
        return side(amount(first) - amount(second))


def is_change(metric: str) -> bool:
    """A score for growth is a level like any other score."""
    return not metric.startswith("score_") and (metric.endswith(_CHANGES) or metric.startswith(_GROWTH_NAMES))


def side(value: Decimal) -> int:
    return (value > 0) - (value < 0)


def amount(row: EvidenceRow) -> Decimal:
    return row.value if row.value is not None and row.value.is_finite() else Decimal(0)


def quantities(text: str, numbers: Sequence[StatedNumber], book: EvidenceBook) -> list[Quantity]:
    """In order of their tags. A number that stands before other words of its clause belongs to the tag behind them
    when that says the same amount."""
    found: list[Quantity] = []
    loose: list[StatedNumber] = []
    ahead = list(numbers)
    for start, stop, group in _groups(text):
        while ahead and ahead[0].start < start:
            loose.append(ahead.pop(0))
        loose = [number for number in loose if not found or number.start >= found[-1].stop]
        for place, citation in group:
            made = _quantity(place, stop, citation, book)
            if made is None:
                continue
            own = next((number for number in loose if _says(number, made, alone=len(group) == len(loose) == 1)), None)
            if own is not None:
                loose.remove(own)
                made = Quantity(own.start, stop, made.tag, made.form, made.rows, made.value, made.unit, own)
            found.append(made)
        loose = []
    return found


def _says(number: StatedNumber, made: Quantity, *, alone: bool) -> bool:
    """The digits must agree; a slip in the unit is found with the number."""
    if same_amount(number, made.value) or (alone and bool(number.citations)):
        return True
    return off_by_unit(number, made.value)


_NEXT = lazy_pattern(r"[ *_`]{0,4}(?=\[)")


def _groups(text: str) -> Iterator[tuple[int, int, list[tuple[int, Citation]]]]:
    """Tags that stand one behind the other."""
    group: list[tuple[int, Citation]] = []
    start = stop = -1
    for match in TAG.finditer(text):
        if group and not _NEXT.fullmatch(text, stop, match.start()) and match.start() != stop:
            yield start, stop, group
            group = []
        if not group:
            start = match.start()
        group += [(match.start(), citation) for citation in citations(match.group()[1:-1])]
        stop = match.end()
    if group:
        yield start, stop, group


def _quantity(place: int, stop: int, citation: Citation, book: EvidenceBook) -> Quantity | None:
    rows = tuple(row for tag in citation.operands if (row := book.rows.get(tag)) is not None)
    if not rows or len(rows) != len(citation.operands):
        return None
    if any(row.value is None or not row.value.is_finite() or abs(row.value.adjusted()) > _INFINITE for row in rows):
        return None
    made = _computed(citation.form, rows)
    return Quantity(place, stop, citation.text, citation.form, rows, *made, None) if made else None


def _computed(form: Form, rows: tuple[EvidenceRow, ...]) -> tuple[Decimal, str] | None:
    """More is read here than may be cited: whether the tag is allowed is judged with its number."""
    values = [amount(row) for row in rows]
    try:
        match form:
            case Form.ROW:
                return values[0], rows[0].unit
            case Form.GROWTH:
                return values[0] / values[1] - 1, "ratio"
            case Form.RATIO:
                return values[0] / values[1], "ratio" if rows[0].unit == rows[1].unit else "?"
            case Form.DIFFERENCE:
                return values[0] - values[1], "pp" if rows[0].unit == "ratio" else rows[0].unit
            case Form.SUM | Form.MEAN:
                total = sum(values, Decimal(0))
                return (total / len(values) if form is Form.MEAN else total), rows[0].unit
            case _:
                return None
    except DecimalException:
        return None
