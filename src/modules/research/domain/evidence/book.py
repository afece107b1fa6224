"""The evidence that an expert was handed: rows under short tags, which the expert's text cites as `[E7]`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRow:
    """One citeable thing. A number has a `value` in `unit` (see `units.py`); a text (news) has a `text` instead.

    `metric`: which figure it is, as a key of the label table. `ends`: the day that its period ends on; None for what
    has no period (a house rule). `subject`: whose figure it is; empty for a rule or the market as a whole.
    """

    id: str
    metric: str
    value: Decimal | None
    unit: str
    period: str
    ends: date | None
    source: str
    known_at: datetime
    subject: str = ""
    text: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceBook:
    """Rows by tag, the labels of all metrics that the desk knows, and the names of the companies it knows."""

    rows: Mapping[str, EvidenceRow]
    labels: Mapping[str, Sequence[str]]
    companies: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def is_latest(self, row: EvidenceRow) -> bool:
        """Whether no row of the same figure and subject ends later: only then may its period go unsaid."""
        same = [r.ends for r in self.rows.values() if (r.metric, r.subject) == (row.metric, row.subject) and r.ends]
        return row.ends is None or row.ends >= max(same)

    @property
    def latest_known_at(self) -> datetime | None:
        return max((row.known_at for row in self.rows.values()), default=None)


def tagged(rows: Iterable[EvidenceRow]) -> dict[str, EvidenceRow]:
    """Tags in the order of the rows; a row that comes twice keeps its first tag."""
    unique = {row.id: row for row in rows}
    return {f"E{number}": row for number, row in enumerate(unique.values(), start=1)}
