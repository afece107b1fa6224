"""A file of bars of several instruments, one below the other: each is imported by itself, and lines keep
their numbers."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.bars.guesses import roles_of
from packages.infra.providers.market_data.bars.report import ImportReport, RowRefusal
from packages.infra.providers.market_data.files.tables import (
    JSON_SUFFIXES,
    FileTable,
    TableLine,
    is_too_large,
    read_table,
)


def is_for_each(path: Path) -> bool:
    """Whether a column names more than one instrument, or the bars stand in a JSON file."""
    if path.suffix.lower() in JSON_SUFFIXES:
        return True
    if "instrument" not in roles_of(read_table(path, 1).headings) or is_too_large(path):
        return False
    return len(_by_instrument(read_table(path))) > 1


def import_each(path: Path, import_one: Callable[[Path, str | None], ImportReport]) -> Iterator[ImportReport]:
    """`import_one` is given a file of one instrument, and the instrument where a column names it."""
    table = read_table(path)
    with TemporaryDirectory(prefix="parley-bars-") as folder:
        for name, lines in _by_instrument(table).items():
            part = Path(folder) / f"{path.stem}.csv"
            with part.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(table.headings)
                writer.writerows(line.cells for line in lines)
            yield _as_of_file(import_one(part, name or None), path, lines)


def _by_instrument(table: FileTable) -> dict[str, list[TableLine]]:
    place = roles_of(table.headings).get("instrument")
    found: dict[str, list[TableLine]] = {}
    for line in table.lines:
        found.setdefault("" if place is None else _canonical(line.cells[place]), []).append(line)
    return found


def _canonical(text: str) -> str:
    try:
        return str(parse_symbol(text))
    except BadSymbol:
        return text


def _as_of_file(report: ImportReport, path: Path, lines: list[TableLine]) -> ImportReport:
    refusals = [RowRefusal(lines[refusal.line - 2].number, refusal.reason) for refusal in report.refusals]
    return replace(report, path=path, refusals=tuple(refusals))
