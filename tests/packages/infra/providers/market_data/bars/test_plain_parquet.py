"""The plain reader agrees with the library on what it reads, and leaves everything else to it."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import NOTE, READ
from packages.infra.providers.market_data.bars.plain_parquet import note_in, plain_columns
from packages.infra.providers.market_data.bars.polars_parquet import columns_in
from packages.infra.providers.market_data.bars.polars_parquet import note_in as note_by_library
from tests.effort import examples
from tests.packages.infra.providers.market_data.bars.samples import APPLE, LATER, closes, daily, day

NAMES = ("time", "close")


def written(frame: pl.DataFrame, **options: Any) -> bytes:
    buffer = BytesIO()
    frame.write_parquet(buffer, **{"compression": "uncompressed", "statistics": False, **options})
    return buffer.getvalue()


def frame_of(rows: int, kinds: int = 10**9) -> pl.DataFrame:
    """`kinds`: how many different times there are; the library writes few of them as a dictionary."""
    return pl.DataFrame({"time": np.arange(rows) % kinds - rows // 2, "close": np.arange(rows) / 7})


@pytest.mark.parametrize("rows", [1, 63, 64, 8_191, 8_192, 300_000])
@pytest.mark.parametrize("row_group_size", [None, 100_000])
@pytest.mark.parametrize("kinds", [1, 2, 3, 200, 300, 10**9])
def test_the_columns_are_those_that_the_library_reads(rows: int, row_group_size: int | None, kinds: int) -> None:
    data = written(frame_of(rows, kinds), row_group_size=row_group_size)
    found = plain_columns(data, NAMES, rows)
    assert found is not None
    for mine, theirs in zip(found, columns_in([data], NAMES), strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize(
    "data",
    [
        written(frame_of(100), compression="zstd"),
        written(frame_of(100).with_columns(close=pl.when(pl.col("time") > 0).then("close"))),
        written(frame_of(100).cast({"close": pl.Float32})),
        written(frame_of(100).cast({"close": pl.String})),
        written(frame_of(100).drop("close")),
        written(frame_of(101)),
        b"",
        b"PAR1",
    ],
    ids=["compressed", "nulls", "short", "text", "missing", "other rows", "empty", "magic alone"],
)
def test_what_is_not_plain_is_left_to_the_library(data: bytes) -> None:
    assert plain_columns(data, NAMES, 100) is None


@given(st.lists(st.tuples(st.integers(0, 2_000), st.binary(min_size=1, max_size=6)), min_size=1, max_size=8))
@settings(max_examples=examples(200), deadline=None)
def test_damaged_bytes_are_left_to_the_library_or_read_to_the_right_length(damage: list[tuple[int, bytes]]) -> None:
    data = bytearray(written(frame_of(50)))
    for place, put in damage:
        start = len(data) - 1 - place % len(data)
        data[start : start + len(put)] = put
    found = plain_columns(bytes(data), NAMES, 50)
    assert found is None or [len(column) for column in found] == [50, 50]


def test_the_note_is_the_one_that_the_library_finds(tmp_path: Path) -> None:
    file = tmp_path / "noted.parquet"
    for note in ("{}", "长" * 5_000, 'parley.bars "quoted"'):
        file.write_bytes(written(frame_of(3), metadata={"before": "1", "parley.bars": note, "zz": "2"}))
        assert note_in(str(file), "parley.bars") == note_by_library(str(file), "parley.bars") == note
    assert note_in(str(file), "other") is None
    file.write_bytes(b"PAR1")
    assert note_in(str(file), "parley.bars") is None


def test_parts_that_are_not_plain_are_read_all_the_same(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({number: 10.0 + number for number in range(50)}), day(60))
    file = next(tmp_path.rglob("*.parquet"))
    noted = pl.read_parquet_metadata(file)[NOTE]
    packed = written(pl.read_parquet(file), compression="zstd", metadata={NOTE: noted})
    file.with_name(f"{hashlib.sha256(packed).hexdigest()}.parquet").write_bytes(packed)
    file.unlink()
    assert plain_columns(packed, READ, 50) is None
    read = ParquetBars(tmp_path).read(APPLE, Timeframe.D1, LATER)
    assert closes(read.columns) == {number: 10.0 + number for number in range(50)}
