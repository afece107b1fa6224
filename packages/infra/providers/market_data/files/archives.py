"""ZIP archives of tables, unpacked beside the store until their import is done."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.files.tables import READABLE

_MOST_BYTES = 20 * 2**30
_MOST_RATIO = 200  # prices as text shrink to a fifth; what shrinks so much more is no table


def unpacked(archive: Path, folder: Path) -> Iterator[Path]:
    """The tables in the archive, by name; one that was unpacked before is left as it is."""
    try:
        with ZipFile(archive) as opened:
            tables = [info for info in opened.infolist() if not info.is_dir() and _is_table(info)]
            _refuse_bombs(archive, tables)
            inside = folder / _key(archive)
            inside.mkdir(parents=True, exist_ok=True)
            found = [_unpack(opened, info, inside) for info in tables]
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadRows("market_data.bad_archive", path=archive.name) from error
    if not found:
        raise BadRows("market_data.no_files", path=archive)
    yield from sorted(found)


def remove_unpacked(archive: Path, folder: Path) -> None:
    shutil.rmtree(folder / _key(archive), ignore_errors=True)


def _is_table(info: ZipInfo) -> bool:
    name = PurePosixPath(info.filename).name
    return PurePosixPath(name).suffix.lower() in READABLE and not name.startswith((".", "__"))


def _refuse_bombs(archive: Path, tables: list[ZipInfo]) -> None:
    whole = sum(info.file_size for info in tables)
    packed = max(1, sum(info.compress_size for info in tables))
    if whole > _MOST_BYTES or (whole > 2**20 and whole / packed > _MOST_RATIO):
        raise BadRows("market_data.archive_too_large", path=archive.name, most=_MOST_BYTES // 2**30)


def _unpack(opened: ZipFile, info: ZipInfo, inside: Path) -> Path:
    """Under its name alone: folders in an archive, and paths that leave it, are of no account."""
    path = inside / PurePosixPath(info.filename).name
    if not (path.exists() and path.stat().st_size == info.file_size):
        with opened.open(info) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file, 2**20)
    written = datetime(*info.date_time, tzinfo=UTC).timestamp() if info.date_time[1] else 0
    os.utime(path, (written, written))
    return path


def _key(archive: Path) -> str:
    stat = archive.stat()
    told = f"{archive.resolve()}|{stat.st_size}|{stat.st_mtime_ns}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]
