"""Excel workbooks: each sheet that holds something becomes a CSV file, which is read and doubted like any other."""

import csv
import os
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from packages.domain.market_data.errors import BadRows

WORKBOOK_SUFFIXES = (".xlsx",)
_MOST_BYTES = 512 * 2**20  # of the XML inside
_MOST_RATIO = 300  # cells repeat their tags, so that XML shrinks more than a table does
_SMALL = 4 * 2**20
_MOST_CELLS = 20_000_000
_BLOCK = 2**20
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{0,3})([0-9]{1,7})["']""")


def sheets_of(workbook: Path, folder: Path) -> Iterator[Path]:
    """One file a sheet, named like the workbook where there is one, else like the sheets."""
    _refuse_bombs(workbook)
    sheets = _read(workbook)
    filled = [(name, rows) for name, rows in sheets if any(any(row) for row in rows)]
    if not filled:
        raise BadRows("market_data.no_rows", path=workbook.name)
    folder.mkdir(parents=True, exist_ok=True)
    written = workbook.stat().st_mtime
    for number, (name, rows) in enumerate(filled):
        stem = workbook.stem if len(filled) == 1 else _file_stem(name) or f"{workbook.stem} {number + 1}"
        path = folder / f"{stem}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        os.utime(path, (written, written))
        yield path


def _read(workbook: Path) -> list[tuple[str, list[list[str]]]]:
    from python_calamine import CalamineError, CalamineWorkbook  # only where somebody has a workbook

    try:
        opened = CalamineWorkbook.from_path(workbook)
        return [
            (name, _texts(opened.get_sheet_by_name(name).to_python(skip_empty_area=False)))
            for name in opened.sheet_names
        ]
    except (CalamineError, OSError, ValueError) as error:
        raise BadRows("market_data.not_workbook", path=workbook.name) from error


def _texts(rows: Sequence[Sequence[object]]) -> list[list[str]]:
    return [[_text(cell) for cell in row] for row in rows]


def _text(cell: object) -> str:
    """Excel keeps a whole number as 12.0, and a day as an instant at midnight."""
    match cell:
        case bool():
            return str(cell)
        case float():
            return format(Decimal(repr(cell)), "f").removesuffix(".0")
        case datetime():
            return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
        case date() | time():
            return cell.isoformat()
        case timedelta():
            return str(cell)
        case _:
            return str(cell)


def _file_stem(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in " -_.=" else "_" for letter in name).strip(" .")[:80]


def _refuse_bombs(workbook: Path) -> None:
    """Before anything is read: the reader lays out every cell up to the last one, however few are filled."""
    try:
        with ZipFile(workbook) as opened:
            parts = opened.infolist()
            whole, packed = sum(part.file_size for part in parts), max(1, sum(part.compress_size for part in parts))
            is_bomb = whole > _MOST_BYTES or (whole > _SMALL and whole / packed > _MOST_RATIO)
            is_bomb = is_bomb or any(_cells(opened, part) > _MOST_CELLS for part in parts)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise BadRows("market_data.not_workbook", path=workbook.name) from error
    if is_bomb:
        raise BadRows("market_data.workbook_too_large", path=workbook.name, most=_MOST_BYTES // 2**20)


def _cells(opened: ZipFile, part: ZipInfo) -> int:
    """How many cells a sheet spans, by the last row and the last column that it names."""
    rows = columns = 1
    rest = b""
    with opened.open(part) as file:
        while block := file.read(_BLOCK):
            for column, row in _PLACE.findall(rest + block):
                rows, columns = max(rows, int(row)), max(columns, _column(column))
            rest = block[-32:]
    return rows * columns


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number
