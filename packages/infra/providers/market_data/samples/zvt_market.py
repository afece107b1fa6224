"""What else the A-share sample has: distributions of its companies, margin loans, northbound trades and market PE."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import CorporateAction, Instrument, MacroPoint
from packages.domain.market_data.sessions import end_of_day, known_before_open
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.files.actions import planned
from packages.infra.providers.market_data.samples.catalogue import Sample

# Table, code, column, our series, unit: what the Shanghai and Shenzhen exchanges publish of each day.
_SERIES = (
    ("margin_trading_summary", "000001", "margin_value", "CN.MARGIN_BALANCE_SH", "CNY"),
    ("margin_trading_summary", "399106", "margin_value", "CN.MARGIN_BALANCE_SZ", "CNY"),
    ("cross_market_summary", "310001", "buy_amount", "CN.NORTHBOUND_BUY_SH", "CNY"),
    ("cross_market_summary", "310001", "sell_amount", "CN.NORTHBOUND_SELL_SH", "CNY"),
    ("cross_market_summary", "310002", "buy_amount", "CN.NORTHBOUND_BUY_SZ", "CNY"),
    ("cross_market_summary", "310002", "sell_amount", "CN.NORTHBOUND_SELL_SZ", "CNY"),
    ("stock_summary", "000001", "pe", "CN.MARKET_PE_SH", "x"),
    ("stock_summary", "399106", "pe", "CN.MARKET_PE_SZ", "x"),
)


def distribution_source(sample: Sample) -> str:
    """Apart from the bars: their prices have the distributions in them already."""
    return f"{sample.source}-dividends"


def zvt_actions(
    sample: Sample, database: sqlite3.Connection, instruments: Mapping[Symbol, Instrument]
) -> Iterator[CorporateAction]:
    """Plans that were carried out; two of one day are one distribution."""
    codes = {symbol.text.partition(".")[0]: symbol for symbol in sample.symbols}
    query = "select distinct code, announce_date, dividend_date, dividend from dividend_detail"
    found: dict[str, CorporateAction] = {}
    for code, announced, ex_date, plan in database.execute(f"{query} where dividend_date is not null order by 1, 3, 2"):
        symbol = codes.get(code)
        if symbol is None:
            continue
        for kind, value in planned(plan or "").items():
            first_day = date.fromisoformat(ex_date[:10])
            announced_on = date.fromisoformat(announced[:10]) if announced else None
            known = max(known_before_open(first_day, announced_on), instruments[symbol].known_at)
            row = CorporateAction(
                source=distribution_source(sample), known_at=known, symbol=symbol, ex_date=first_day, kind=kind,
                value=value,
            )  # fmt: skip
            before = found.get(row.id)
            found[row.id] = row if before is None else replace(row, value=before.value + value)
    yield from found.values()


def zvt_series(sample: Sample, database: sqlite3.Connection) -> Iterator[MacroPoint]:
    """Published the next morning at the latest, so known when the next day is over."""
    for table, code, column, series, unit in _SERIES:
        query = f"select timestamp, {column} from {table} where code = ? and {column} is not null order by timestamp"  # noqa: S608
        for stamp, value in database.execute(query, (code,)):
            day = date.fromisoformat(stamp[:10])
            yield MacroPoint(
                source=sample.source, known_at=end_of_day(day + timedelta(days=1)), series=series, period_end=day,
                value=Decimal(repr(value)), unit=unit,
            )  # fmt: skip
