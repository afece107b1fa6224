"""A file of rows into rows, with a report of every line; nothing is stored here."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.errors import BadRows, Leak
from packages.domain.market_data.rows import Row
from packages.infra.providers.market_data.bars.csv_shape import holds_bars
from packages.infra.providers.market_data.bars.evidence.guess import Guess
from packages.infra.providers.market_data.bars.report import RowRefusal
from packages.infra.providers.market_data.files.actions import action_rows
from packages.infra.providers.market_data.files.companies import company_rows
from packages.infra.providers.market_data.files.figures import estimate_rows, valuation_rows
from packages.infra.providers.market_data.files.funding import funding_rows
from packages.infra.providers.market_data.files.kinds import FileKind, kind_of_file
from packages.infra.providers.market_data.files.macro import macro_rows
from packages.infra.providers.market_data.files.reading import FileReading, RowOptions
from packages.infra.providers.market_data.files.statements import statement_rows
from packages.infra.providers.market_data.files.tables import TEXT_SUFFIXES, FileTable, read_table
from packages.infra.providers.market_data.files.texts import calendar_rows, news_rows

_HEAD = 200
_READERS: dict[FileKind, Callable[[FileReading], list[Row]]] = {
    FileKind.STATEMENTS: statement_rows,
    FileKind.VALUATIONS: valuation_rows,
    FileKind.NEWS: news_rows,
    FileKind.ESTIMATES: estimate_rows,
    FileKind.CALENDAR: calendar_rows,
    FileKind.ACTIONS: action_rows,
    FileKind.MACRO: macro_rows,
    FileKind.FUNDING: funding_rows,
    FileKind.COMPANIES: company_rows,
}


@dataclass(frozen=True, slots=True)
class RowsReport:
    """`rows_read == rows_taken + rows_repeated + rows_unused + rows_refused`, always; in a wide table
    each figure counts.

    `left_out` says what was of no use, and how often; `rows` are not stored yet. `choices`: those of the guesses that a
    person can change by an answer."""

    path: Path
    kind: FileKind
    source: str
    rows_read: int
    rows_taken: int
    rows_repeated: int
    rows_unused: int
    rows_refused: int
    refused_for: dict[str, int]
    refusals: tuple[RowRefusal, ...]
    repairs: dict[str, int]
    left_out: dict[str, int]
    guesses: tuple[str, ...]
    rows: tuple[Row, ...]
    choices: tuple[Guess, ...] = ()

    @property
    def symbols(self) -> tuple[str, ...]:
        """Whom the rows are about."""
        about = (getattr(row, "symbol", None) for row in self.rows)
        return tuple(sorted({str(symbol) for symbol in about if symbol is not None}))


def kind_of_path(path: Path, asked: str | None = None) -> FileKind:
    """Without reading more than the head of the file; bars may have no heading at all."""
    if asked is None and path.suffix.lower() in TEXT_SUFFIXES and path.is_file() and holds_bars(path):
        return FileKind.BARS
    return kind_of_file(read_table(path, _HEAD), asked)[0]


def read_rows(path: Path, options: RowOptions, now: datetime, kind: str | None = None) -> RowsReport:
    """Raises `BadRows` where the columns are of no kind that is known, or nothing could be read."""
    table = read_table(path)
    if not table.lines:
        raise BadRows("market_data.no_rows", path=path.name)
    found, said = kind_of_file(table, kind)
    if found not in _READERS:
        raise BadRows("market_data.bad_kind", kind=found, known=list(_READERS))
    reading = FileReading(table, options, now)
    rows = [row for row in _READERS[found](reading) if _plausible(reading, row)]
    return _report(table, found, said, reading, rows)


def _plausible(reading: FileReading, row: Row) -> bool:
    try:
        refuse_implausible(row)
    except Leak:
        reading.tally.taken -= 1
        reading.refuse(0, "too_early")
        return False
    return True


def _report(table: FileTable, kind: FileKind, said: list[str], reading: FileReading, rows: list[Row]) -> RowsReport:
    tally = reading.tally
    refused = tally.refused_for.total()
    choices = (*reading.units.guesses(), *reading.choices)
    return RowsReport(
        path=table.path,
        kind=kind,
        source=reading.options.source,
        rows_read=tally.read,
        rows_taken=tally.taken,
        rows_repeated=tally.repeated,
        rows_unused=tally.read - tally.taken - tally.repeated - refused,
        rows_refused=refused,
        refused_for=dict(tally.refused_for.most_common()),
        refusals=tuple(sorted(tally.refusals, key=lambda refusal: refusal.line)),
        repairs=dict(tally.repairs),
        left_out=reading.said_left_out(),
        guesses=(table.says, *said, *reading.said_guesses(), *(guess.why for guess in choices)),
        rows=tuple(rows),
        choices=choices,
    )
