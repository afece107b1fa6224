"""A file as a table of texts: CSV in any coding and separator, Parquet, or JSON; nothing judged yet."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from pathlib import Path

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.csv_shape import CsvShape, encoding_of
from packages.infra.providers.market_data.files.cells import DayWriting
from packages.infra.providers.market_data.files.headings import known_headings

_LINES_BEFORE_HEADING = 30
_MOST_BYTES = 512 * 2**20
_HEAD_BYTES = 2**20
_MOST_ABOVE = 1_000
JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")
PARQUET_SUFFIXES = (".parquet", ".pq")
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
READABLE = (*TEXT_SUFFIXES, *PARQUET_SUFFIXES, *JSON_SUFFIXES)


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line below the heading; `number` counts from 1, in a Parquet or JSON file by rows."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileTable:
    """Every line has as many cells as there are headings; `ragged` are the numbers of those that had others. `above`:
    what stands before the heading."""

    path: Path
    headings: tuple[str, ...]
    lines: tuple[TableLine, ...]
    ragged: tuple[int, ...]
    says: str
    above: str = ""


def read_table(path: Path, most_lines: int | None = None) -> FileTable:
    """`most_lines`: for whoever only looks at what kind of file it is."""
    if not path.is_file():
        raise BadRows("market_data.no_file", path=path)
    if most_lines is None and is_too_large(path):
        raise BadRows("market_data.file_too_large", path=path.name, most=f"{_MOST_BYTES // 2**20}")
    suffix = path.suffix.lower()
    if suffix in PARQUET_SUFFIXES:
        return _parquet(path, most_lines)
    return _json(path, most_lines) if suffix in JSON_SUFFIXES else _csv(path, most_lines)


def is_too_large(path: Path) -> bool:
    """For a table that is held in memory as a whole."""
    return path.stat().st_size > _MOST_BYTES


def _csv(path: Path, most_lines: int | None) -> FileTable:
    with path.open("rb") as file:
        raw = file.read() if most_lines is None else file.read(_HEAD_BYTES)
    encoding = encoding_of(raw)
    text = raw.decode(encoding, "replace")
    if most_lines is not None and len(raw) == _HEAD_BYTES:
        text = text[: text.rindex("\n")] if "\n" in text else text
    before, separator, headings = _heading(path, text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    records = _sound(path, reader)
    above = " ".join(cell for cells in islice(records, before - 1) for cell in cells if cell.strip())
    found = [(reader.line_num, cells) for cells in islice(records, 1, None)]
    filled = [(number, cells) for number, cells in found if any(cell.strip() for cell in cells)]
    shape = CsvShape(encoding, separator, {}, len(headings), before, is_plain=False)
    return replace(_table(path, headings, filled[:most_lines], shape.says), above=above[:_MOST_ABOVE])


def _sound(path: Path, reader: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error as error:
        raise BadRows("market_data.not_a_table", path=path.name) from error


def _heading(path: Path, text: str) -> tuple[int, str, list[str]]:
    """How many records stand before the first row, the separator and the headings: the line with most that are known,
    and two at least, or else the first in which periods go across."""
    head = "\n".join(text.splitlines()[:_LINES_BEFORE_HEADING])
    best: tuple[int, int, str, list[str]] | None = None
    for separator in ",;\t|":
        for number, cells in enumerate(_sound(path, csv.reader(io.StringIO(head), delimiter=separator)), start=1):
            known = known_headings(cells)
            if known < 2 and len(cells) > 1 and all(DayWriting().read(cell) for cell in cells[1:]):
                known = 2
            if known >= 2 and (best is None or (known, -number) > (best[0], -best[1])):
                best = (known, number, separator, cells)
    if best is None:
        raise BadRows("market_data.unknown_columns", path=path.name, columns=head.splitlines()[0][:200] if head else "")
    return best[1], best[2], best[3]


def _table(path: Path, headings: Sequence[str], lines: Iterable[tuple[int, Sequence[str]]], says: str) -> FileTable:
    width = len(headings)
    kept, ragged = [], []
    for number, cells in lines:
        if len(cells) == width or (len(cells) > width and not any(cell.strip() for cell in cells[width:])):
            kept.append(TableLine(number, tuple(cell.strip() for cell in cells[:width])))
        else:
            ragged.append(number)
    return FileTable(
        path, tuple(heading.strip().strip("\ufeff") for heading in headings), tuple(kept), tuple(ragged), says
    )


def _parquet(path: Path, most_lines: int | None) -> FileTable:
    try:
        frame = pl.read_parquet(path, n_rows=most_lines, hive_partitioning=False, glob=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise BadRows("market_data.not_parquet", path=path.name) from error
    rows = ((number, [_text(value) for value in row]) for number, row in enumerate(frame.iter_rows(), start=1))
    return _table(path, frame.columns, rows, Sentence(message("market_data.import.parquet")))


def _json(path: Path, most_lines: int | None) -> FileTable:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        objects = _objects(path, text)
    except (ValueError, RecursionError) as error:
        raise BadRows("market_data.not_json", path=path.name) from error
    headings = list(dict.fromkeys(name for one in objects for name in one))
    rows = ((n, [_text(one.get(name)) for name in headings]) for n, one in enumerate(objects[:most_lines], start=1))
    return _table(path, headings, rows, Sentence(message("market_data.import.json")))


def _objects(path: Path, text: str) -> list[Mapping[str, object]]:
    """A list of objects, the only list inside an object, an object of columns, or one object a line."""
    if path.suffix.lower() != ".json":
        return [json.loads(line, parse_float=Decimal) for line in text.splitlines() if line.strip()]
    parsed = json.loads(text, parse_float=Decimal)
    if isinstance(parsed, dict):
        lists = [value for value in parsed.values() if isinstance(value, list)]
        if lists and len(lists) == len(parsed) and not any(isinstance(one, dict) for one in lists[0]):
            return [dict(zip(parsed, row, strict=False)) for row in zip(*lists, strict=False)]
        parsed = next((value for value in lists if all(isinstance(one, dict) for one in value)), None)
    if not isinstance(parsed, list) or not all(isinstance(one, dict) for one in parsed):
        raise ValueError("no list of objects")
    return parsed


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return "" if value != value else format(Decimal(repr(value)), "f")
        case Decimal():
            return format(value, "f")
        case datetime() | date():
            return value.isoformat()
        case _:
            return str(value)
