"""What it takes to know companies on every bar: reading their reports, making steps of them, and ranking by figures.

`python -m benchmarks.company_figures [companies]` prints processor time, the best of three, beside the clock.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TypeVar

import numpy as np

from packages.domain.backtest.expressions.company import CompanyColumns
from packages.domain.backtest.fundamentals.record import CompanyRecord, CompanyRows, company_record
from packages.domain.backtest.market.needs import CompanyNeeds
from packages.domain.market_data.rows import FinancialFact, Statement
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.company_fields import FundamentalField
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.whole_kind import history_of_items
from packages.settings.database import DatabaseUrl

NEEDS = CompanyNeeds((FundamentalField.EPS, FundamentalField.ROE), reports=True)
LINES = (*NEEDS.items, "revenue", "operating_cost", "operating_profit", "total_assets", "total_liabilities")
YEARS = range(2013, 2024)
NOW = datetime(2024, 6, 28, tzinfo=UTC)
DAYS = 2_520
T = TypeVar("T")


def reports(symbol: Symbol, rng: Random) -> Iterator[FinancialFact]:
    """Forty-four quarters of the year so far, one in ten of them restated."""
    for year in YEARS:
        for quarter, (month, day) in enumerate(((3, 31), (6, 30), (9, 30), (12, 31)), start=1):
            end = date(year, month, day)
            known_at = datetime(year, month, day, 10, tzinfo=UTC) + timedelta(days=rng.randint(20, 60))
            for item in LINES:
                told = _fact(symbol, item, end, quarter, rng, known_at, 1)
                yield told
                if rng.random() < 0.1:
                    yield _fact(symbol, item, end, quarter, rng, known_at + timedelta(days=40), 2)


def _fact(
    symbol: Symbol, item: str, end: date, quarter: int, rng: Random, known_at: datetime, version: int
) -> FinancialFact:
    is_flow = not item.startswith(("equity", "shares", "total_assets", "total_liabilities", "preferred_equity"))
    return FinancialFact(
        source="made",
        known_at=known_at,
        symbol=symbol,
        statement=Statement.INCOME if is_flow else Statement.BALANCE,
        item=item,
        period_end=end,
        value=Decimal(rng.randint(900, 1100) * (quarter if is_flow else 4)),
        unit="shares" if item.startswith("shares") else "CNY",
        version=version,
    )


def best(work: Callable[[], T], name: str) -> T:
    processors, clocks, made_of = [], [], []
    for _ in range(3):
        began, started = process_time(), perf_counter()
        made_of.append(work())
        processors.append(process_time() - began)
        clocks.append(perf_counter() - started)
    print(f"{name:<60} {min(processors):8.3f} s of processors {min(clocks):8.3f} s by the clock")
    return made_of[-1]


async def measured(folder: Path, count: int) -> None:
    symbols = [parse_symbol(f"{600000 + number}.SH") for number in range(count)]
    database = Database(DatabaseUrl(f"sqlite:///{folder / 'rows.db'}"))
    await upgrade(database)
    rows = SqlMarketRows(database)
    facts = [fact for number, symbol in enumerate(symbols) for fact in reports(symbol, Random(number))]
    began = process_time()
    await rows.add(facts, datetime(2000, 1, 1, tzinfo=UTC))
    print(f"{count} companies, {len(facts):,} rows, written in {process_time() - began:.1f} s of processors")
    began, started = process_time(), perf_counter()
    told = await history_of_items(database, NEEDS.items, NOW)
    print(f"{len(told):,} rows of {len(NEEDS.items)} lines read in {process_time() - began:.2f} s of processors,")
    print(f"{perf_counter() - started:.2f} s by the clock")
    records = best(lambda: made(symbols, told), "steps of EPS and ROE of all companies")
    on_bars(records)
    await database.aclose()


def made(symbols: list[Symbol], told: Sequence[FinancialFact]) -> list[CompanyRecord]:
    own: dict[Symbol, list[FinancialFact]] = {symbol: [] for symbol in symbols}
    for fact in sorted(told, key=lambda fact: (fact.known_at, fact.version)):
        own[fact.symbol].append(fact)
    return [
        company_record(
            CompanyRows(symbol=symbol.text, currency="CNY", facts=facts, actions=(), events=(), last=NOW.date()),
            NEEDS.figures,
        )
        for symbol, facts in own.items()
    ]


def on_bars(records: list[CompanyRecord]) -> None:
    days = np.arange(np.datetime64("2014-01-02"), np.datetime64("2024-06-28"))
    time = days[np.is_busday(days)][-DAYS:].astype("datetime64[us]")
    close = np.linspace(10.0, 20.0, len(time))

    def columns() -> None:
        for record in records:
            known = CompanyColumns(record, Market.CN_STOCKS, Timeframe.D1, time)
            known.figure(FundamentalField.PE, close)
            known.figure(FundamentalField.ROE, close)

    best(columns, f"P/E and ROE on {DAYS:,} bars of all companies")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else 200))
