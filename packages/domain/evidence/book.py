"""The evidence that an expert was handed: rows under short tags, which the expert's text cites as `[E7]`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property

from packages.domain.evidence.findings import Grounding
from packages.domain.evidence.lexicon import Lexicon, lexicon_of


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


# No slots: what is derived from the rows is kept beside them once it was asked for.
@dataclass(frozen=True)
class EvidenceBook:
    """Rows by tag, the labels of all metrics that are known, and the names of known companies.

    `about`: whom the report is about; anybody else's figure needs a name in its sentence. Empty: nobody in particular.
    """

    rows: Mapping[str, EvidenceRow]
    labels: Mapping[str, Sequence[str]]
    companies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    about: str = ""

    @cached_property
    def lexicon(self) -> Lexicon:
        """The names to look for in a text, in a form that is quick to look up."""
        return lexicon_of(self.labels, self.companies)

    @cached_property
    def checked(self) -> dict[str, Grounding]:
        """What texts came to that were held to it."""
        return {}

    @cached_property
    def metrics(self) -> frozenset[str]:
        return frozenset(row.metric for row in self.rows.values())

    @cached_property
    def parties(self) -> Mapping[str, Sequence[str]]:
        """Of the known companies those that its rows are of or that its texts name: short names are only theirs."""
        named = (
            mention for row in self.rows.values() if row.text for mention in self.lexicon.companies.found(row.text)
        )
        symbols = {self.about, *(row.subject for row in self.rows.values())}.union(*(one.whats for one in named))
        return {symbol: self.companies[symbol] for symbol in sorted(symbols) if symbol in self.companies}

    @cached_property
    def history(self) -> Mapping[tuple[str, str], Sequence[EvidenceRow]]:
        """The rows of each figure of each subject, oldest first; those without a period are left out."""
        found: dict[tuple[str, str], list[EvidenceRow]] = {}
        for row in sorted((row for row in self.rows.values() if row.ends), key=lambda row: row.ends or date.min):
            found.setdefault((row.metric, row.subject), []).append(row)
        return found

    def latest(self, metric: str, subject: str) -> date | None:
        rows = self.history.get((metric, subject))
        return rows[-1].ends if rows else None

    def is_latest(self, row: EvidenceRow) -> bool:
        """Whether no row of the same figure and subject ends later: only then may its period go unsaid."""
        newest = self.latest(row.metric, row.subject)
        return row.ends is None or newest is None or row.ends >= newest

    @property
    def latest_known_at(self) -> datetime | None:
        return max((row.known_at for row in self.rows.values()), default=None)


def tagged(rows: Iterable[EvidenceRow]) -> dict[str, EvidenceRow]:
    """Tags in the order of the rows; a row that comes twice keeps its first tag."""
    unique = {row.id: row for row in rows}
    return {f"E{number}": row for number, row in enumerate(unique.values(), start=1)}
