"""What an import did with every row of a file: taken, dropped as a repetition, or refused with line and reason."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from packages.domain.market_data.rows import CorporateAction
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

LISTED = 20  # refusals shown one by one; all are counted


@dataclass(frozen=True, slots=True)
class RowRefusal:
    """A row that was not taken; `line` counts from 1 (in a Parquet file, rows do)."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`rows_read == rows_taken + rows_repeated + rows_refused`, always.

    `rows_written` of those taken were not stored before; `actions` are not stored yet."""

    path: Path
    symbol: Symbol
    timeframe: Timeframe
    source: str
    rows_read: int
    rows_taken: int
    rows_written: int
    rows_repeated: int
    rows_refused: int
    refused_for: dict[str, int]
    refusals: tuple[RowRefusal, ...]
    repairs: dict[str, int]
    first: datetime | None
    last: datetime | None
    guesses: tuple[str, ...]
    warnings: tuple[str, ...]
    actions: tuple[CorporateAction, ...]


@dataclass(slots=True)
class RowTally:
    """The counts while the file is being read."""

    read: int = 0
    taken: int = 0
    written: int = 0
    repeated: int = 0
    refused_for: Counter[str] = field(default_factory=Counter)
    refusals: list[RowRefusal] = field(default_factory=list)
    repairs: Counter[str] = field(default_factory=Counter)
    first: datetime | None = None
    last: datetime | None = None

    def refuse(self, lines: Iterable[int], reasons: Iterable[str]) -> None:
        for line, reason in zip(lines, reasons, strict=True):
            self.refused_for[reason] += 1
            if len(self.refusals) < LISTED:
                self.refusals.append(RowRefusal(line, reason))

    def repair(self, what: str, count: int) -> None:
        if count:
            self.repairs[what] += count

    def reach(self, first: datetime, last: datetime) -> None:
        self.first = first if self.first is None else min(self.first, first)
        self.last = last if self.last is None else max(self.last, last)
