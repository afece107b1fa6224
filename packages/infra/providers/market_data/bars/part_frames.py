"""Parts as frames: how rows are written, and read back with all their columns to be told apart from new ones."""

import hashlib
import json
import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import polars as pl

from packages.domain.market_data.bars import BarColumns
from packages.infra.providers.market_data.bars.layout import unfinished_name
from packages.infra.providers.market_data.bars.parts import COLUMNS, NOTE, READ, BarPart, all_verified


def write_part(folder: Path, source: str, rows: pl.DataFrame, revisions: int, replaces: Sequence[str] = ()) -> Path:
    """Rows in the order of (time, known_at). The file appears whole or not at all."""
    note = _note(source, rows, revisions, replaces)
    buffer = BytesIO()
    named = rows.select(*READ, pl.lit(source, dtype=pl.Enum([source])).alias("source"), "recorded_at")
    # Prices compress to half, but then take four times as long to read.
    named.write_parquet(buffer, compression="uncompressed", statistics=False, metadata={NOTE: json.dumps(note)})
    path = folder / f"{hashlib.sha256(buffer.getbuffer()).hexdigest()}.parquet"
    unfinished = folder / unfinished_name(path.name)
    with unfinished.open("wb") as file:
        file.write(buffer.getbuffer())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    _settle(folder)
    return path


def read_rows(parts: Sequence[BarPart]) -> pl.DataFrame:
    """All rows of these parts, in the order of (time, known_at), with `recorded_at`."""
    scanned = pl.scan_parquet(all_verified(parts), hive_partitioning=False)
    return scanned.select(COLUMNS).collect().sort("time", "known_at")


def frame_of(columns: BarColumns) -> pl.DataFrame:
    """Columns as they are written, without `recorded_at`."""
    return pl.DataFrame({name: getattr(columns, name) for name in READ}).with_columns(
        pl.col("time", "known_at").dt.replace_time_zone("UTC")
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


def _settle(folder: Path) -> None:
    """Makes the new name itself survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
