"""Real bars, from the files beside the checkout, as series and as panels."""

import csv
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path

import numpy as np

from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.panel_loading import BarStretch, panel_of
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction, Instrument
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

DATA = Path(__file__).parents[5] / "shared" / "data"
HAS_REAL_DATA = DATA.is_dir()
NO_REAL_DATA = "../shared/data is not beside the checkout"

# The index is no instrument of the desk; it stands in for a future.
FILES: Mapping[str, tuple[str, Symbol]] = {
    "000001.SZ": ("cn_000001.SZ_daily.csv", parse_symbol("000001.SZ")),
    "000002.SZ": ("cn_000002.SZ_daily.csv", parse_symbol("000002.SZ")),
    "AAPL": ("us_AAPL_daily.csv", parse_symbol("AAPL")),
    "NVDA": ("us_NVDA_1999-2014_daily.csv", parse_symbol("NVDA")),
    "YHOO": ("us_YHOO_1996-2015_daily.csv", parse_symbol("YHOO")),
    "ETH-USD": ("crypto_ETH.csv", parse_symbol("ETH-USD")),
    "index_5m": ("index_2006_5min.csv", Symbol("IDX=F", Market.FUTURES)),
}
TOGETHER: Mapping[str, tuple[str, ...]] = {
    "a_shares": ("000001.SZ", "000002.SZ"),
    "us_stocks": ("AAPL", "NVDA", "YHOO"),
}
_FRANKFURT_IN_WINTER = timedelta(hours=1)


@cache
def real_panels() -> Mapping[str, Panel]:
    """By ticker (`index_5m` for the five-minute index), and the A-shares and the American stocks side by side."""
    alone = {name: real_panel(name) for name in FILES}
    return {**alone, **{name: real_panel(*members) for name, members in TOGETHER.items()}}


def real_panel(*names: str) -> Panel:
    told = [real_told(name) for name in names]
    return panel_of(told, BarStretch(told[0].series.timeframe, None, None)).panel


def real_told(name: str) -> TickerBars:
    """The file as a store would tell it. Prices of American files have splits taken out already."""
    _, symbol = FILES[name]
    instrument = Instrument(
        source="file",
        known_at=datetime(1990, 1, 1, tzinfo=UTC),
        symbol=symbol,
        name_en=name,
        name_zh=name,
        exchange="",
        currency="",
    )
    return TickerBars(real_series(name), instrument, tuple(_dividends(symbol, _rows(name))))


def real_series(name: str) -> BarSeries:
    """Raw bars."""
    rows, (_, symbol) = _rows(name), FILES[name]
    is_intraday = "time" in rows[0]
    read: Callable[[Mapping[str, str]], datetime] = _five_minutes_before if is_intraday else _session
    volume = "volume" if "volume" in rows[0] else "vol"
    open_, high, low, close, traded = (
        np.array([float(row[column]) for row in rows]) for column in ("open", "high", "low", "close", volume)
    )
    return assemble(
        symbol,
        Timeframe.M5 if is_intraday else Timeframe.D1,
        "file",
        time=np.array([read(row) for row in rows], dtype="datetime64[us]"),
        open_=open_,
        high=high,
        low=low,
        close=close,
        volume=traded,
    )


@cache
def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / FILES[name][0]).open(newline="") as text:
        return [{column.lower(): value for column, value in row.items()} for row in csv.DictReader(text)]


def _session(row: Mapping[str, str]) -> datetime:
    return datetime.fromisoformat((row.get("date") or row["datetime"])[:10])


def _five_minutes_before(row: Mapping[str, str]) -> datetime:
    """The file labels bars by their end, in Frankfurt's time."""
    end = datetime.fromisoformat(f"{row['date']}T{row['time']}")
    return end - _FRANKFURT_IN_WINTER - timedelta(minutes=5)


def _dividends(symbol: Symbol, rows: Iterable[Mapping[str, str]]) -> Iterable[CorporateAction]:
    for row in rows:
        if float(row.get("dividend", 0)):
            yield CorporateAction(
                source="file",
                known_at=datetime(1990, 1, 1, tzinfo=UTC),
                symbol=symbol,
                ex_date=date.fromisoformat(row["date"]),
                kind=ActionKind.DIVIDEND,
                value=Decimal(row["dividend"]),
            )
