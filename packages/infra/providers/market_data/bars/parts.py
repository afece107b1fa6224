"""One immutable Parquet file of bars, named by the hash of its bytes: a name that does not fit is corrupt data.

A part that replaces others names them: from the instant it appears they no longer count.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from packages.core.messages import message
from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.errors import CorruptData
from packages.infra.providers.market_data.bars.layout import PART, FileKey, parquet_files
from packages.infra.providers.market_data.bars.plain_parquet import note_in, plain_columns

VALUES = ("open", "high", "low", "close", "volume")
READ: tuple[str, ...] = ("time", *VALUES, "known_at")
COLUMNS = (*READ, "recorded_at")
NOTE = "parley.bars"
_MANY = 8


@dataclass(frozen=True, slots=True)
class BarPart:
    """What the footer of a part says; instants are microseconds since 1970 in UTC.

    `revisions` counts the rows that correct an earlier one, `replaces` the parts whose rows are all in this one."""

    key: FileKey
    source: str
    first: int
    last: int
    known_from: int
    known_to: int
    rows: int
    revisions: int
    replaces: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.key.name


@lru_cache(maxsize=65_536)
def read_part(key: FileKey) -> BarPart:
    """The footer alone, in some 30 µs."""
    if not PART.fullmatch(key.name):
        raise corrupt(key.path, "market_data.not_written_by_parley")
    try:
        note = json.loads(note_in(key.path, NOTE) or _note_by_library(key.path))
        return BarPart(key, replaces=tuple(note.pop("replaces")), **note)
    except (ValueError, KeyError, TypeError) as error:
        raise corrupt(key.path, "market_data.footer_damaged") from error


def read_columns(parts: Sequence[BarPart]) -> list[BarColumns]:
    """The columns of each part; many parts are decoded by the library in one go, which takes a third of the time."""
    files = all_verified(parts)
    if len(parts) < _MANY:
        plain = [plain_columns(file, READ, part.rows) for file, part in zip(files, parts, strict=True)]
        found = [_columns(columns) for columns in plain if columns is not None]
        if len(found) == len(parts):
            return found
    return _columns_by_library(files, [part.rows for part in parts])


def all_verified(parts: Sequence[BarPart]) -> list[bytes]:
    """Their bytes. Hashing takes a fifth of the time that reading does, and lets other threads run."""
    if len(parts) < _MANY:
        return [_verified(part) for part in parts]
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="bars") as pool:
        return list(pool.map(_verified, parts))


def corrupt(path: str, why: str) -> CorruptData:
    return CorruptData(
        "market_data.stored_bars_unreadable",
        path=path,
        why=message(why),
        details={"file": path},
    )


def _verified(part: BarPart) -> bytes:
    data = Path(part.key.path).read_bytes()
    if hashlib.sha256(data).hexdigest() != part.name.removesuffix(".parquet"):
        raise corrupt(part.key.path, "market_data.bytes_changed")
    return data


def _note_by_library(path: str) -> str:
    from packages.infra.providers.market_data.bars.polars_parquet import (
        note_in as read,  # loading it takes longer than a read
    )

    return read(path, NOTE)


def _columns_by_library(files: Sequence[bytes], rows: Sequence[int]) -> list[BarColumns]:
    """Copies, so that a kept part does not hold its neighbours in memory."""
    from packages.infra.providers.market_data.bars.polars_parquet import (
        columns_in,  # loading it takes longer than a read
    )

    together = columns_in(files, READ)
    ends = np.cumsum(rows).tolist()
    spans = [slice(end - count, end) for end, count in zip(ends, rows, strict=True)]
    return [_columns([column[span].copy() for column in together]) for span in spans]


def _columns(read: Sequence[np.ndarray]) -> BarColumns:
    """Read-only, since readers share them."""
    columns = dict(zip(READ, read, strict=True))
    for name in ("time", "known_at"):
        columns[name] = columns[name].view("datetime64[us]")
    for column in columns.values():
        column.flags.writeable = False
    return BarColumns(**columns)


def all_parts(folder: Path) -> list[BarPart]:
    return [read_part(key) for key in parquet_files(folder)]


def live(parts: Iterable[BarPart]) -> list[BarPart]:
    """The parts whose rows count, in time order."""
    found = list(parts)
    replaced = {name for part in found for name in part.replaces}
    return sorted((part for part in found if part.name not in replaced), key=lambda part: (part.first, part.name))


def live_parts(folder: Path) -> list[BarPart]:
    """Of one series, by its own folder."""
    return live(all_parts(folder))


def remove_replaced(folder: Path) -> list[BarPart]:
    """What a compaction that died had left to take away; only for the one who holds the folder. Gives those that
    count."""
    found = all_parts(folder)
    counted = live(found)
    for part in set(found).difference(counted):
        Path(part.key.path).unlink(missing_ok=True)
    return counted
