"""Bars and report figures, made in one line each."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.rows import FinancialFact, Statement, Valuation
from packages.domain.market_data.sessions import bar_known_at, session_close
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

DATA = Path(__file__).parents[6] / "shared" / "data"
CHINESE, AMERICAN = parse_symbol("DEMO1.SZ"), parse_symbol("DEMO5")
LAST_DAY = date(2025, 12, 31)
AS_OF = datetime(2026, 1, 1, tzinfo=UTC)
_BALANCE = (
    *("total_assets", "total_liabilities", "equity_parent", "current_assets", "current_liabilities", "cash"),
    *("receivables", "inventory", "goodwill", "short_debt", "long_debt", "shares_total"),
)
_CASH_FLOW = ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow", "capex")


def columns(
    close: Sequence[float] | Floats,
    high: Sequence[float] | Floats | None = None,
    low: Sequence[float] | Floats | None = None,
    open_: Sequence[float] | Floats | None = None,
    volume: Sequence[float] | Floats | None = None,
    last: date = LAST_DAY,
) -> BarColumns:
    """One bar a day up to `last`, every day of the week."""
    end = np.asarray(close, dtype=np.float64)
    first = np.datetime64(last, "D") - np.timedelta64(max(0, len(end) - 1), "D")
    time = (first + np.arange(len(end))).astype("datetime64[us]")
    told = [end if given is None else np.asarray(given, dtype=np.float64) for given in (open_, high, low)]
    traded = np.full(len(end), 1000.0) if volume is None else np.asarray(volume, dtype=np.float64)
    known_at = bar_known_at(CHINESE.market, Timeframe.D1, time)
    return BarColumns(time, told[0], told[1], told[2], end, traded, known_at)


def series(bars: BarColumns, symbol: Symbol = CHINESE) -> BarSeries:
    return BarSeries(symbol, Timeframe.D1, "demo", "splits", bars)


def random_columns(seed: int, length: int = 250, last: date = LAST_DAY) -> BarColumns:
    """A seeded walk with a range, gaps and volume."""
    rng = np.random.default_rng(seed)
    close = 50.0 * np.exp(np.cumsum(rng.normal(0.0, 0.02, length)))
    open_ = close * np.exp(rng.normal(0.0, 0.012, length))
    high = np.maximum(open_, close) * np.exp(np.abs(rng.normal(0.0, 0.006, length)))
    low = np.minimum(open_, close) * np.exp(-np.abs(rng.normal(0.0, 0.006, length)))
    return columns(close, high, low, open_, np.round(rng.lognormal(12.0, 0.6, length)), last)


def real_columns(file: str) -> BarColumns:
    """A real file, dated anew: kernels do not look at days."""
    with (DATA / file).open(newline="") as text:
        rows = [{name.lower(): value for name, value in row.items()} for row in csv.DictReader(text)]
    told = {name: [float(row[name]) for row in rows] for name in ("open", "high", "low", "close")}
    volume = [float(row["volume" if "volume" in row else "vol"]) for row in rows]
    return columns(told["close"], told["high"], told["low"], told["open"], volume)


def fact(
    item: str,
    end: str | date,
    value: object,
    *,
    unit: str | None = None,
    symbol: Symbol = CHINESE,
    version: int = 1,
    source: str = "demo",
    statement: Statement | None = None,
) -> FinancialFact:
    day = date.fromisoformat(end) if isinstance(end, str) else end
    return FinancialFact(
        symbol=symbol,
        statement=statement or statement_of(item),
        item=item,
        period_end=day,
        value=Decimal(str(value)),
        unit=unit or ("shares" if item == "shares_total" else "CNY"),
        version=version,
        source=source,
        known_at=datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=30 * version),
    )


def statement_of(item: str) -> Statement:
    if item in _BALANCE:
        return Statement.BALANCE
    return Statement.CASH_FLOW if item in _CASH_FLOW else Statement.INCOME


def facts(item: str, told: Mapping[str, object], *, unit: str | None = None) -> list[FinancialFact]:
    """One item over several period ends."""
    return [fact(item, end, value, unit=unit) for end, value in told.items()]


def valuation(day: date, pe: object, pb: object = "2", ps: object = "3", worth: object = "1000") -> Valuation:
    def number(value: object) -> Decimal | None:
        return None if value is None else Decimal(str(value))

    return Valuation(
        symbol=CHINESE,
        day=day,
        pe_ttm=number(pe),
        pb=number(pb),
        ps_ttm=number(ps),
        market_value=number(worth),
        dividend_yield=None,
        source="demo",
        known_at=session_close(CHINESE.market, day).astimezone(UTC),
    )


def valuations(multiples: Iterable[object], last: date = LAST_DAY) -> list[Valuation]:
    """One a day up to `last`, all with the given PE."""
    told = list(multiples)
    return [valuation(last - timedelta(days=len(told) - 1 - place), pe) for place, pe in enumerate(told)]
