"""Rows of one figure of one subject at several times, and which way they went."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.claims.figures import comparable, is_mark
from packages.domain.evidence.claims.quantities import amount, side


@dataclass(frozen=True, slots=True)
class Run:
    """Oldest first, at least two."""

    rows: tuple[EvidenceRow, ...]

    @property
    def metric(self) -> str:
        return self.rows[0].metric

    @property
    def subject(self) -> str:
        return self.rows[0].subject

    @property
    def change(self) -> int:
        return side(amount(self.rows[-1]) - amount(self.rows[0]))

    @property
    def steps(self) -> list[int]:
        return [side(amount(new) - amount(old)) for old, new in pairwise(self.rows)]


def runs(rows: Iterable[EvidenceRow]) -> list[Run]:
    """The runs among some rows; house lines and averages of prices make none."""
    found: dict[tuple[str, str, str], list[EvidenceRow]] = {}
    for row in rows:
        if row.ends is not None and row.value is not None and not is_mark(row.metric):
            found.setdefault((row.metric, row.subject, row.unit), []).append(row)
    made = []
    for group in found.values():
        ordered = sorted(group, key=lambda row: row.ends or date.min)
        alike = [row for row in ordered if comparable(row, ordered[-1])]
        if len({row.ends for row in alike}) > 1:
            made.append(Run(tuple(alike)))
    return made


def past_of(row: EvidenceRow, book: EvidenceBook) -> Sequence[EvidenceRow]:
    """The rows of the same figure and subject that end earlier, oldest first."""
    history = book.history.get((row.metric, row.subject), ())
    return [
        other
        for other in history
        if other.ends and row.ends and other.ends < row.ends and comparable(other, row) and other.value is not None
    ]


def run_until(row: EvidenceRow, book: EvidenceBook) -> Run | None:
    past = past_of(row, book)
    return Run((*past, row)) if past else None
