"""ZIP archives and workbooks of tables, unpacked beside the store until their import is done."""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.files.tables import READABLE
from packages.infra.providers.market_data.files.workbooks import WORKBOOK_SUFFIXES, sheets_of

MOST_UNPACKED = 20 * 2**30
_MOST_FILES = 50_000
TABLE_SUFFIXES = (*READABLE, *WORKBOOK_SUFFIXES)
PACKED_SUFFIXES = (".zip", *WORKBOOK_SUFFIXES)
_LONGEST_NAME = 120
_MOST_RATIO = 200  # prices as text shrink to a fifth; what shrinks so much more is no table


def unpacked(packed: Path, folder: Path, most_bytes: int = MOST_UNPACKED) -> Iterator[Path]:
    """The tables in an archive or a workbook, by name."""
    if packed.suffix.lower() in WORKBOOK_SUFFIXES:
        yield from sheets_of(packed, folder / _key(packed))
        return
    for path in _members(packed, folder, most_bytes):
        if path.suffix.lower() in WORKBOOK_SUFFIXES:
            yield from sheets_of(path, path.with_name(f"{path.name} sheets"))
        else:
            yield path


def _members(archive: Path, folder: Path, most_bytes: int) -> list[Path]:
    """One that was unpacked before is left as it is."""
    try:
        with ZipFile(archive) as opened:
            tables = [info for info in opened.infolist() if not info.is_dir() and _is_table(info)]
            _refuse_bombs(archive, tables, most_bytes)
            inside = folder / _key(archive)
            found = [_unpack(opened, info, place) for info, place in _places(tables, inside)]
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadRows("market_data.bad_archive", path=archive.name) from error
    if not found:
        raise BadRows("market_data.no_files", path=archive.name)
    return sorted(found)


def _places(tables: list[ZipInfo], inside: Path) -> Iterator[tuple[ZipInfo, Path]]:
    """Under its name alone: folders in an archive, and paths that leave it, are of no account; but two files of one
    name in different folders are two files."""
    seen: Counter[str] = Counter()
    for info in tables:
        name = PurePosixPath(info.filename).name[-_LONGEST_NAME:]
        seen[name.lower()] += 1
        number = seen[name.lower()]
        folder = inside if number == 1 else inside / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        yield info, folder / name


def remove_unpacked(archive: Path, folder: Path) -> None:
    shutil.rmtree(folder / _key(archive), ignore_errors=True)


def _is_table(info: ZipInfo) -> bool:
    name = PurePosixPath(info.filename).name
    return PurePosixPath(name).suffix.lower() in TABLE_SUFFIXES and not name.startswith((".", "__"))


def _refuse_bombs(archive: Path, tables: list[ZipInfo], most_bytes: int) -> None:
    whole = sum(info.file_size for info in tables)
    packed = max(1, sum(info.compress_size for info in tables))
    is_bomb = whole > 2**20 and whole / packed > _MOST_RATIO
    if whole > most_bytes or is_bomb or len(tables) > _MOST_FILES:
        raise BadRows("market_data.archive_too_large", path=archive.name, most=f"{most_bytes / 2**30:.3g}")


def _unpack(opened: ZipFile, info: ZipInfo, path: Path) -> Path:
    if not (path.exists() and path.stat().st_size == info.file_size):
        with opened.open(info) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file, 2**20)
    written = _written(info)
    os.utime(path, (written, written))
    return path


def _written(info: ZipInfo) -> float:
    """0 where the archive has no day, or one that no calendar has."""
    try:
        return datetime(*info.date_time, tzinfo=UTC).timestamp()
    except ValueError:
        return 0


def _key(archive: Path) -> str:
    stat = archive.stat()
    identity = f"{archive.resolve()}|{stat.st_size}|{stat.st_mtime_ns}"
    return hashlib.sha256(identity.encode()).hexdigest()[:16]
