"""What the call book costs: adding calls alone and in a crowd, checking its chain, and scoring it."""

import asyncio
import statistics
import sys
import time
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from src.modules.judge.application.call_book import OwnedCalls
from src.modules.judge.domain.call import Call
from src.modules.judge.domain.case import PriceRow
from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.settlement import Settlement, SettlementState
from src.modules.judge.domain.verdict import VerdictAction
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook

ALONE, CROWD, MANY = 200, 20, 5000
OWNER = "bench"
DAY = date(2026, 1, 5)
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
CLOSE = PriceRow(id="bar:000001.SZ:1d:2026-01-05:x", symbol="000001.SZ", day=DAY, value=Decimal(10), source="x")


async def main() -> None:
    if len(sys.argv) > 1:
        await _measure(DatabaseUrl(sys.argv[1]))
        return
    with TemporaryDirectory() as folder:
        await _measure(DatabaseUrl(f"sqlite:///{Path(folder) / 'parley.sqlite'}"))


async def _measure(url: DatabaseUrl) -> None:
    database = Database(url)
    await upgrade(database)
    book = SqlCallBook(database.engine)
    kind = "sqlite" if url.is_sqlite else "postgresql"
    alone = [await _timed(book.append([_call(f"alone-{n}")])) for n in range(ALONE)]
    print(f"{kind:10}  append, one at a time  median {_ms(statistics.median(alone))}")
    crowd = [book.append([_call(f"crowd-{n}")]) for n in range(ALONE)]
    started = time.perf_counter()
    for start in range(0, ALONE, CROWD):
        await asyncio.gather(*crowd[start : start + CROWD])
    print(f"{kind:10}  append, {CROWD} at once     {ALONE / (time.perf_counter() - started):,.0f} calls a second")
    calls = [_call(f"many-{n}") for n in range(MANY)]
    print(f"{kind:10}  append {MANY:,} together  {_ms(await _timed(book.append(calls)))}")
    print(f"{kind:10}  settle {MANY:,} together  {_ms(await _timed(book.settle([_end(one) for one in calls])))}")
    print(f"{kind:10}  verify {MANY + 2 * ALONE:,} entries   {_ms(await _timed(book.verify(OWNER)))}")
    print(f"{kind:10}  score {MANY:,} calls      {_ms(await _timed(OwnedCalls(OWNER, book).scores()))}")
    await database.aclose()


async def _timed(work: object) -> float:
    started = time.perf_counter()
    await work  # type: ignore[misc]
    return time.perf_counter() - started


def _call(name: str) -> Call:
    number = sum(name.encode())
    probability = 0.3 + (number % 41) / 100
    stages = ProbabilityStages(
        before_debate=0.5, after_bull=0.55, after_bear=0.52, after_resolution=0.53, after_judge=probability
    )
    return Call(
        id=name,
        owner_id=OWNER,
        session_id=name,
        symbol="000001.SZ",
        made_at=NOW,
        as_of=NOW - timedelta(minutes=number % 400),
        horizon_days=60,
        ends_on=DAY + timedelta(days=60),
        benchmark=None,
        benchmark_note="none",
        action=VerdictAction.HOLD,
        probability=probability,
        confidence=0.5,
        base=CLOSE,
        benchmark_base=None,
        stages=stages,
        base_rate=0.5,
        trailing_return=0.01,
        momentum_probability=0.55,
        engine="rules",
        model_alias=None,
        verdict={"reasoning": "The trend weighs more than the debt. " * 20},
    )


def _end(one: Call) -> Settlement:
    return Settlement(
        id=f"end-{one.id}",
        call_id=one.id,
        owner_id=OWNER,
        call_hash="0" * 64,
        settled_at=NOW,
        state=SettlementState.SETTLED,
        close=CLOSE,
        own_return=0.1,
        excess_return=0.1,
        outcome=sum(one.id.encode()) % 2,
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"


if __name__ == "__main__":
    asyncio.run(main())
