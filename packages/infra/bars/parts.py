"""One immutable Parquet file of bars, named by the hash of its bytes: a name that does not fit is corrupt data."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl

from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.errors import CorruptData
from packages.infra.bars.layout import PART, FileKey, unfinished_name

VALUES = ("open", "high", "low", "close", "volume")
_READ: tuple[str, ...] = ("time", *VALUES, "known_at")
COLUMNS = (*_READ, "recorded_at")
_NOTE = "parley.bars"
_WORTH_THREADS = 8


@dataclass(frozen=True, slots=True)
class Part:
    """What the footer of a part tells; instants are microseconds since 1970 in UTC.

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


def write_part(folder: Path, source: str, rows: pl.DataFrame, revisions: int, replaces: Sequence[str] = ()) -> Path:
    """Rows in the order of (time, known_at). The file appears whole or not at all."""
    note = _note(source, rows, revisions, replaces)
    buffer = BytesIO()
    named = rows.select(*_READ, pl.lit(source, dtype=pl.Enum([source])).alias("source"), "recorded_at")
    # Prices compress to half, but then take four times as long to read.
    named.write_parquet(buffer, compression="uncompressed", statistics=False, metadata={_NOTE: json.dumps(note)})
    path = folder / f"{hashlib.sha256(buffer.getbuffer()).hexdigest()}.parquet"
    unfinished = folder / unfinished_name(path.name)
    with unfinished.open("wb") as file:
        file.write(buffer.getbuffer())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    _settle(folder)
    return path


@lru_cache(maxsize=65_536)
def read_part(key: FileKey) -> Part:
    """The footer alone, in some 30 µs."""
    if not PART.fullmatch(key.name):
        raise corrupt(key.path, "it is not a file that Parley wrote")
    try:
        note = json.loads(pl.read_parquet_metadata(key.path)[_NOTE])
        return Part(key, replaces=tuple(note.pop("replaces")), **note)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError, KeyError, TypeError) as error:
        raise corrupt(key.path, "its footer is damaged") from error


def read_rows(parts: Sequence[Part]) -> pl.DataFrame:
    """All rows of these parts, in the order of (time, known_at), with `recorded_at`."""
    scanned = pl.scan_parquet(_all_verified(parts), hive_partitioning=False)
    return scanned.select(COLUMNS).collect().sort("time", "known_at")


def read_columns(parts: Sequence[Part]) -> list[BarColumns]:
    """The columns of each part; many parts are decoded in one go, which takes a third of the time."""
    scan = pl.scan_parquet(_all_verified(parts), hive_partitioning=False, use_statistics=False, parallel="none")
    frame = scan.select(pl.col(_READ).to_physical()).collect().rechunk()
    together = {name: frame[name].to_numpy() for name in _READ}
    ends = np.cumsum([part.rows for part in parts]).tolist()
    return [_cut(together, end - part.rows, end) for part, end in zip(parts, ends, strict=True)]


def frame_of(columns: BarColumns) -> pl.DataFrame:
    """Columns as they are written, without `recorded_at`."""
    return pl.DataFrame({name: getattr(columns, name) for name in _READ}).with_columns(
        pl.col("time", "known_at").dt.replace_time_zone("UTC")
    )


def corrupt(path: str, why: str) -> CorruptData:
    return CorruptData(
        f"{path} cannot be read as stored bars: {why}. Move the file away, then load the bars again "
        "with `parley data sync` or `parley data import`.",
        details={"file": path},
    )


def _note(source: str, rows: pl.DataFrame, revisions: int, replaces: Sequence[str]) -> dict[str, object]:
    instants = {name: rows[name].to_physical() for name in ("time", "known_at")}
    return {
        "source": source,
        "first": instants["time"].min(),
        "last": instants["time"].max(),
        "known_from": instants["known_at"].min(),
        "known_to": instants["known_at"].max(),
        "rows": rows.height,
        "revisions": revisions,
        "replaces": sorted(replaces),
    }


def _all_verified(parts: Sequence[Part]) -> list[bytes]:
    """Hashing takes a fifth of the time that reading does, and lets other threads run."""
    if len(parts) < _WORTH_THREADS:
        return [_verified(part) for part in parts]
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="bars") as pool:
        return list(pool.map(_verified, parts))


def _verified(part: Part) -> bytes:
    data = Path(part.key.path).read_bytes()
    if hashlib.sha256(data).hexdigest() != part.name.removesuffix(".parquet"):
        raise corrupt(part.key.path, "its bytes are not those that were written")
    return data


def _cut(together: Mapping[str, np.ndarray], start: int, end: int) -> BarColumns:
    """Copies, so that a kept part does not hold its neighbours in memory; read-only, since readers share them."""
    cut = {name: column[start:end].copy() for name, column in together.items()}
    for name in ("time", "known_at"):
        cut[name] = cut[name].view("datetime64[us]")
    for column in cut.values():
        column.flags.writeable = False
    return BarColumns(**cut)


def _settle(folder: Path) -> None:
    """Makes the new name itself survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
