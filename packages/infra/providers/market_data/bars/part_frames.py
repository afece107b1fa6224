"""Parts as frames: which rows of an import are new versions, how rows are written, and how they are read back.

Many small parts of one series become one: the new part names those it replaces, and from the instant it appears they
no longer count; so a crash at any point loses nothing and doubles nothing.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl

from packages.domain.market_data.bars import BarColumns, Instants, instant
from packages.infra.providers.market_data.bars.layout import unfinished_name
from packages.infra.providers.market_data.bars.parts import (
    COLUMNS,
    NOTE,
    READ,
    VALUES,
    BarPart,
    all_parts,
    all_verified,
    live,
    remove_replaced,
)

MANY = 16  # small parts of one source, at which an append merges them
_SMALL = 50_000  # rows; a part this big is left alone


def write_part(folder: Path, source: str, rows: pl.DataFrame, revisions: int, replaces: Sequence[str] = ()) -> Path:
    """Rows in the order of (time, known_at). The file appears whole or not at all."""
    note = _note(source, rows, revisions, replaces)
    buffer = BytesIO()
    named = pl.DataFrame([*rows[READ], _of_one_source(source).new_from_index(0, rows.height), rows["recorded_at"]])
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
    values = [pl.Series(name, getattr(columns, name)) for name in VALUES]
    return pl.DataFrame([instants("time", columns.time), *values, instants("known_at", columns.known_at)])


def instants(name: str, times: Instants) -> pl.Series:
    """As they are stored. By way of whole numbers, which takes a quarter of the time."""
    return pl.Series(name, times.view(np.int64)).cast(pl.Datetime("us", "UTC"))


@lru_cache(maxsize=256)
def _of_one_source(source: str) -> pl.Series:
    return pl.Series("source", [source], pl.Enum([source]))


def _note(source: str, rows: pl.DataFrame, revisions: int, replaces: Sequence[str]) -> dict[str, object]:
    instants = {name: rows[name].cast(pl.Int64) for name in ("time", "known_at")}
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


def new_versions(reported: pl.DataFrame, stored: pl.DataFrame | None, recorded_at: datetime) -> pl.DataFrame:
    """The reported rows that are not stored yet, with the column `revises`.

    A row that differs from the version known last is a correction: known from `recorded_at` on, and always after the
    version that it corrects, so that what was read as of an earlier instant stays as it was. A row that was reported
    before as of the same instant is no news, so that a sync or an import can be run again."""
    dated = reported.hstack([instants("recorded_at", np.full(reported.height, instant(recorded_at)))])
    if stored is None:
        return dated.hstack([pl.Series("revises", np.zeros(reported.height, bool))])
    latest = _reported_last(stored)
    by_then = _reported_last(stored.filter(pl.col("recorded_at") <= recorded_at))
    reported_before = pl.concat([latest, by_then, stored.filter(pl.col("recorded_at") == recorded_at)])
    fresh = dated.join(reported_before, on=["time", *VALUES], how="anti", maintain_order="left")
    fresh = fresh.join(latest.select("time", known_before="known_at"), on="time", how="left", maintain_order="left")
    return fresh.select(
        *(name for name in COLUMNS if name != "known_at"),
        known_at=pl.max_horizontal("known_at", *_after_the_one_before()),
        revises=pl.col("known_before").is_not_null(),
    )


def _reported_last(stored: pl.DataFrame) -> pl.DataFrame:
    return stored.group_by("time", maintain_order=True).last()


def _after_the_one_before() -> tuple[pl.Expr, pl.Expr]:
    corrects = pl.col("known_before").is_not_null()
    moment_later = pl.col("known_before") + timedelta(microseconds=1)
    return pl.when(corrects).then("recorded_at"), moment_later


def merge_small(folder: Path, at_least: int) -> None:
    """Source by source; only for the one who holds the folder."""
    small = [part for part in live(all_parts(folder)) if part.rows < _SMALL]
    for source in sorted({part.source for part in small}):
        mergeable = [part for part in small if part.source == source]
        if len(mergeable) >= at_least:
            _merge(folder, source, mergeable)


def _merge(folder: Path, source: str, parts: Sequence[BarPart]) -> None:
    revisions = sum(part.revisions for part in parts)
    write_part(folder, source, read_rows(parts), revisions, [part.name for part in parts])
    remove_replaced(folder)
