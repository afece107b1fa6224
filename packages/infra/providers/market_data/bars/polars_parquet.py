"""Reads Parquet of any coding with Polars: many files in one go, and what the plain reader does not know."""

from collections.abc import Sequence

import numpy as np
import polars as pl


def note_in(path: str, name: str) -> str:
    """What the writer noted in the footer under this name; a `ValueError` where the footer cannot be read."""
    try:
        return pl.read_parquet_metadata(path)[name]
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ValueError(str(error)) from error


def columns_in(files: Sequence[bytes], names: Sequence[str]) -> list[np.ndarray]:
    """A column for each name, one file below the other."""
    scan = pl.scan_parquet(list(files), hive_partitioning=False, use_statistics=False, parallel="none")
    frame = scan.select(pl.col(names).to_physical()).collect().rechunk()
    return [frame[name].to_numpy() for name in names]
