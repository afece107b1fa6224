"""No verdict on stale data and no call that is over: the judge under random clocks over random stores of bars.

What is stale, and which close is the newest raw one, is reckoned here by rules written apart from the product's.
`python -m benchmarks.random_calls [--trials 10000] [--clocks 20] [--seed 1] [--postgres URL]`
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sqlalchemy import text

from packages.core.ids import Ids
from packages.domain.market_data.calendar import CalendarEnds
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.sessions import local_day, session_close
from packages.domain.market_data.sources import marked_adjusted
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.row_reader import SqlRowReader
from packages.settings.database import DatabaseUrl
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.infrastructure.stores import SqlRowStore, ThreadedBars
from src.modules.judge.application.dtos import JudgeRequest, VerdictDTO
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.domain.ports import CallBooks
from src.modules.judge.infrastructure.call_rows import WALK_BACK
from src.modules.judge.infrastructure.judge_choice import LibraryJudgeMarket
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook

OWNER = "bench"
SYMBOLS = tuple(map(parse_symbol, ("000001.SZ", "600519.SH", "DEMO1.SZ", "AAPL", "DEMO5", "BTC-USD", "EURUSD=X")))
SOURCES = ("vendor", "file", "pack")
EARLIEST = date(2018, 1, 1)
SPAN = 365 * 8
LOOK_BACK = timedelta(days=5 * 365 + 60)
DAYS_OLD = 15
SESSIONS_OLD = 5
RAW, ADJUSTED = 10.0, 5.0
BARS_READ = 61
LOST = ("stale", "adjusted_price", "wrong_day", "refused_fresh")


@dataclass
class MovedClock:
    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True)
class RandomStore:
    """Bars of one instrument: the days of each raw source, and whether there is an adjusted one beside them."""

    symbol: Symbol
    bars: ParquetBars
    raw_days: dict[str, tuple[date, ...]]
    newest: tuple[date, ...]


async def main() -> int:
    asked = _arguments()
    with TemporaryDirectory() as folder:
        url = asked.postgres or f"sqlite:///{Path(folder) / 'parley.sqlite'}"
        return await run(Path(folder), DatabaseUrl(url), asked.trials, asked.clocks, asked.seed)


async def run(folder: Path, url: DatabaseUrl, trials: int, clocks: int, seed: int) -> int:
    """0 when nothing was missed; the figures are printed."""
    draw, started = Random(seed), time.perf_counter()
    database = Database(url)
    try:
        await upgrade(database)
        counts: Counter[str] = Counter()
        for first in range(0, trials, clocks):
            store = _store(folder / f"store-{first}", draw)
            for trial in range(first, min(first + clocks, trials)):
                name = f"run-{seed}-{started}-{trial}"
                counts.update(await _trial(store, database, folder, draw, name))
        counts.update(await _in_the_books(database))
    finally:
        await database.aclose()
    return _told(counts, trials, clocks, url, time.perf_counter() - started)


def _arguments() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--clocks", type=int, default=20, help="Clocks for each store.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", help="The URL of an empty PostgreSQL database; SQLite without it.")
    return parser.parse_args()


def _store(folder: Path, draw: Random) -> RandomStore:
    symbol, bars = draw.choice(SYMBOLS), ParquetBars(folder)
    raw: dict[str, tuple[date, ...]] = {}
    newest = []
    for source in draw.sample(SOURCES, draw.randint(1, len(SOURCES))):
        days = _days(symbol.market, draw)
        newest.append(days[-1])
        adjusted = draw.random() < 0.3
        _append(bars, symbol, source, days, adjusted=adjusted, late=draw.randint(0, 200))
        if not adjusted:
            raw[source] = tuple(days)
    return RandomStore(symbol, bars, raw, tuple(newest))


def _days(market: Market, draw: Random) -> list[date]:
    first = EARLIEST + timedelta(days=draw.randrange(SPAN))
    every = [first + timedelta(days=n) for n in range(draw.choice((3, 40, 400)))]
    kept = [day for day in every if market is Market.CRYPTO or day.weekday() < 5]
    return [day for day in kept if draw.random() > 0.03] or [first]


def _append(bars: ParquetBars, symbol: Symbol, source: str, days: list[date], *, adjusted: bool, late: int) -> None:
    times = np.array(days, dtype="datetime64[us]")
    prices = np.full(len(days), ADJUSTED if adjusted else RAW)
    columns = dict.fromkeys(("open_", "high", "low", "close", "volume"), prices)
    series = assemble(symbol, Timeframe.D1, source, time=times, **columns)
    at = datetime.combine(days[-1] + timedelta(days=late), datetime.min.time(), UTC)
    bars.append(marked_adjusted(series, at) if adjusted else series, at)


async def _trial(store: RandomStore, database: Database, home: Path, draw: Random, name: str) -> list[str]:
    clock = MovedClock(_instant(store, draw))
    as_of = clock.at - timedelta(days=draw.choice((0, 0, 0, 1, 3, 30, 400)), seconds=draw.randrange(3600))
    rows = SqlMarketRows(database)
    library = MarketLibrary(
        ThreadedBars(lambda: store.bars), SqlRowStore(rows), SqlRowReader(rows), partial(calendar_of, home=home), clock
    )
    books = CallBooks(SqlCallBook(database.engine), SqlCallBook(database.engine, WALK_BACK))
    service = JudgeService(OWNER, RulesJudge(), LibraryJudgeMarket(library), books, Ids(clock))
    request = JudgeRequest(
        symbol=str(store.symbol),
        expert_results={one: _report(as_of, draw) for one in ("technical_analyst", "financial_auditor")},
        debate_outcome=_debate(draw),
        horizon_days=draw.choice((1, 2, 3, 5, 10, 60, 730)),
        language=draw.choice(("zh", "en")),
        session_id=name,
        walk_back=draw.random() < 0.2,
    )
    return _judged(await service.run(request), store, as_of, home)


def _instant(store: RandomStore, draw: Random) -> datetime:
    """Half of them around the end of a source, where stale begins."""
    near = draw.choice(store.newest) + timedelta(days=draw.randint(-10, 25))
    day = near if draw.random() < 0.5 else EARLIEST + timedelta(days=draw.randrange(SPAN + 500))
    return datetime.combine(day, datetime.min.time(), UTC) + timedelta(seconds=draw.randrange(86_400))


def _report(as_of: datetime, draw: Random) -> dict[str, Any]:
    signal = draw.choice(("BULLISH", "BEARISH"))
    row = {"tag": "E1", "metric": "rsi14", "value": 60.0, "unit": "points", "known_at": as_of.isoformat()}
    evidence = {"as_of": as_of.isoformat(), "evidence": [row], "degraded": []}
    said = {"signal": signal, "confidence": 0.8, "summary_reasoning": "Trend.", "risk_warning": "Debt."}
    return {**said, **evidence, "grounding": {"numbers": 4, "bound": 4, "violations": []}}


def _debate(draw: Random) -> dict[str, Any]:
    point = {"dimension": "trend", "argument": "Trend", "evidence": "", "strength": "HIGH"}
    side = {"core_thesis": "So.", "supporting_arguments": [point]}
    return {
        "direction": draw.choice(("BULLISH", "BEARISH", "NEUTRAL")),
        "confidence": 0.8,
        "bull_case": side,
        "bear_case": side,
        "risk_matrix": [],
        "key_disagreements": [],
        "conflict_resolution": "So.",
    }


def _judged(verdict: VerdictDTO, store: RandomStore, as_of: datetime, home: Path) -> list[str]:
    """What the trial counts as."""
    days, market = _raw_days_read(store, as_of), store.symbol.market
    last = days[-1] if days else None
    is_fresh = last is not None and not _is_old(market, last, as_of, home) and not _has_holes(market, days, home)
    if verdict.action == "NO_CALL" and verdict.book:
        return ["refused_fresh"] if is_fresh else [f"no_call_{verdict.no_call_reason}"]
    found = ["called_walk_back" if verdict.book == "walk_back" else "called_live" if verdict.book else "called_over"]
    base = verdict.base_price
    if not is_fresh or base is None:
        return [*found, "stale"]
    found += ["adjusted_price"] if float(base.value) != RAW else []
    return found + (["wrong_day"] if base.day != last else [])


def _raw_days_read(store: RandomStore, as_of: datetime) -> list[date]:
    """The days of the source with most bars, and of the others what lies before and after those that are there."""
    known = {name: [day for day in days if _is_known(store, day, as_of)] for name, days in store.raw_days.items()}
    read: list[date] = []
    for name in sorted(known, key=lambda one: (-len(known[one]), one)):
        first, last = (read[0], read[-1]) if read else (date.max, date.min)
        read = sorted([*read, *(day for day in known[name] if day < first or day > last)])
    return read


def _is_known(store: RandomStore, day: date, as_of: datetime) -> bool:
    is_read = datetime.combine(day, datetime.min.time(), UTC) >= as_of - LOOK_BACK
    return is_read and session_close(store.symbol.market, day) <= as_of


def _has_holes(market: Market, days: list[date], home: Path) -> bool:
    """Counted day by day between the last bars; beyond the calendar only what lies further apart than a closure."""
    recent, calendar, missing = days[-BARS_READ:], calendar_of(market, home), 0
    for before, after in pairwise(recent):
        for day in (before + timedelta(days=n) for n in range(1, (after - before).days)):
            if calendar.first <= day <= calendar.last:
                missing += len(calendar.sessions(day, day))
            else:
                missing += day.weekday() < 5 and (after - before).days > DAYS_OLD
    return missing > SESSIONS_OLD


def _is_old(market: Market, last: date, as_of: datetime, home: Path) -> bool:
    today = local_day(market, as_of)
    if (today - last).days > DAYS_OLD:
        return True
    between = [last + timedelta(days=n) for n in range(1, (today - last).days)]
    try:
        sessions = set(calendar_of(market, home).sessions(last, max(last, today)).tolist())
    except CalendarEnds:
        return False
    return sum(day in sessions for day in between) > SESSIONS_OLD


async def _in_the_books(database: Database) -> Counter[str]:
    """Read back from the tables themselves."""
    counts: Counter[str] = Counter()
    async with database.sessions() as session:
        for table in ("calls", "walk_back_calls"):
            found = await session.execute(text(f"SELECT ends_on, made_on FROM {table} WHERE ends_on IS NOT NULL"))
            for ends_on, made_on in found:
                counts[f"{table} with an end"] += 1
                counts["over"] += table == "calls" and ends_on <= (made_on or "9999-12-31")
    for book in (SqlCallBook(database.engine), SqlCallBook(database.engine, WALK_BACK)):
        counts["broken"] += sum(not check.ok for check in await book.verify(OWNER))
    return counts


def _told(counts: Counter[str], trials: int, clocks: int, url: DatabaseUrl, seconds: float) -> int:
    kind = "sqlite" if url.is_sqlite else "postgresql"
    print(f"{kind}: {trials:,} clocks over {-(-trials // clocks):,} stores in {seconds:,.0f} s")
    for name, count in sorted(counts.items()):
        print(f"  {name:32} {count:,}")
    missed = sum(counts[name] for name in (*LOST, "over", "broken"))
    print(f"verdicts on stale data: {counts['stale']}; calls that are over: {counts['over']}; missed in all: {missed}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
