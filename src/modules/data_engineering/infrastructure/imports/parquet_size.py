"""How long an uploaded Parquet file says it is, before anything of it is unpacked."""

from pathlib import Path

import polars as pl

from packages.domain.market_data.errors import BadRows, TooMuchToImport
from packages.infra.providers.market_data.files.tables import PARQUET_SUFFIXES

_MOST_ROWS = 50_000_000


def refuse_long_parquet(path: Path) -> None:
    """A few bytes can stand for any number of equal rows."""
    if path.suffix.lower() not in PARQUET_SUFFIXES:
        return
    try:
        rows = int(pl.scan_parquet(path, hive_partitioning=False, glob=False).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise BadRows("market_data.not_parquet", path=path.name) from error
    if rows > _MOST_ROWS:
        raise TooMuchToImport(
            "market_data.import_too_many_rows", path=path.name, rows=f"{rows:,}", most=f"{_MOST_ROWS:,}"
        )
