"""A CSV or Parquet file of bars, of whoever's making, into the store: inspected, then confirmed by what was said."""

from datetime import datetime
from pathlib import Path

from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.inspect import BATCH_BYTES, confirm_bars, inspect_bars
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.bars.report import ImportReport


def import_file(
    path: Path,
    store: ParquetBars,
    *,
    symbol: str | None = None,
    timeframe: str | None = None,
    timezone: str | None = None,
    source: str | None = None,
    label: Label | None = None,
    adjusted: bool = False,
    recorded_at: datetime,
    batch_bytes: int = BATCH_BYTES,
) -> ImportReport:
    """Options left None are found out and said in the report, or asked for by a named error.

    `label`: whether intraday bars carry the time at which they start or end, by the clock of `timezone`. `adjusted`:
    the prices are not those that were paid, so the source is named so; the actions are in them."""
    prices = "adjusted" if adjusted else None
    given = {"symbol": symbol, "timeframe": timeframe, "timezone": timezone, "label": label, "prices": prices}
    asked = Answers({what: value for what, value in given.items() if value is not None})
    inspection = inspect_bars(path, asked, recorded_at, batch_bytes=batch_bytes)
    return confirm_bars(inspection, store, recorded_at, source=source)
