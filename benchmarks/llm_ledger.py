"""What the ledger costs in front of every model call: begin and settle together, one at a time and in a crowd."""

import asyncio
import statistics
import sys
import time
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    BudgetLimit,
    Budgets,
    CallAttempt,
    CallScope,
    CallStatus,
    MoneyAndTokens,
)
from src.modules.llm_platform.domain.requests import TokenUsage
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger

CALLS = 1000
CROWD = 50
_A_LOT = BudgetLimit(money=Decimal(1_000_000), tokens=10**12)
_ANSWER = "The margin of the company has risen for four quarters. " * 40


async def main() -> None:
    if len(sys.argv) > 1:
        await _measure(DatabaseUrl(sys.argv[1]))
        return
    with TemporaryDirectory() as folder:
        await _measure(DatabaseUrl(f"sqlite:///{Path(folder) / 'parley.sqlite'}"))


async def _measure(url: DatabaseUrl) -> None:
    database = Database(url)
    await upgrade(database)
    clock = SystemClock()
    budgets = Budgets(run=_A_LOT, user=_A_LOT, day=_A_LOT)
    async with SqlLedger(database, budgets, clock, Ids(clock)).running() as ledger:
        for n in range(50):
            await _call(ledger, f"warm{n}")
        both = [await _call(ledger, f"one{n}") for n in range(CALLS)]
        started = time.perf_counter()
        await asyncio.gather(*(_some(ledger, f"crowd{n}", CALLS // CROWD) for n in range(CROWD)))
        rate = CALLS / (time.perf_counter() - started)
        reused = [await _reuse(ledger, f"one{n}") for n in range(CALLS)]
    await database.aclose()
    kind = "sqlite" if url.is_sqlite else "postgresql"
    for label, seconds in (
        ("begin", [pair[0] for pair in both]),
        ("settle", [pair[1] for pair in both]),
        ("begin + settle", [sum(pair) for pair in both]),
        ("begin, reused", reused),
    ):
        print(f"{kind:10}  {label:15} median {_ms(statistics.median(seconds))}  p99 {_ms(_p99(seconds))}")
    print(f"{kind:10}  {CROWD} tasks at once {rate:,.0f} calls a second")


async def _some(ledger: SqlLedger, name: str, count: int) -> None:
    for n in range(count):
        await _call(ledger, f"{name}-{n}")


async def _call(ledger: SqlLedger, key: str) -> tuple[float, float]:
    before = time.perf_counter()
    begun = await ledger.begin(_attempt(key))
    between = time.perf_counter()
    if not isinstance(begun, Begun):
        raise SystemExit(f"{key} was asked before")
    await ledger.settle(begun.attempt_id, _settlement())
    return between - before, time.perf_counter() - between


async def _reuse(ledger: SqlLedger, key: str) -> float:
    before = time.perf_counter()
    await ledger.begin(_attempt(key))
    return time.perf_counter() - before


def _attempt(key: str) -> CallAttempt:
    return CallAttempt(
        call_id=key,
        number=1,
        scope=CallScope(owner_id="bench", caller="benchmark", run_id="run", agent="bull", step="opening"),
        key=key,
        alias="fast",
        provider="responses",
        model="model",
        prompt_hash="0" * 64,
        schema_hash=None,
        reserved=MoneyAndTokens(money=Decimal("0.01"), tokens=5000),
        started_at=datetime.now(UTC),
    )


def _settlement() -> AttemptEnd:
    return AttemptEnd(
        status=CallStatus.COMPLETED,
        charged=MoneyAndTokens(money=Decimal("0.004"), tokens=2000),
        cost=Decimal("0.004"),
        usage=TokenUsage(1500, 500),
        latency_ms=900,
        finished_at=datetime.now(UTC),
        answer=_ANSWER,
    )


def _p99(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:6.2f} ms"


if __name__ == "__main__":
    asyncio.run(main())
