"""A run of many calls through the ledger, for the test that kills it; a file plays the maker who is paid."""

import asyncio
import os
import sys
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
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

OWNER, RUN = "ann", "run-1"
BUDGETS = Budgets(
    run=BudgetLimit(money=Decimal(1000)), user=BudgetLimit(tokens=10**9), day=BudgetLimit(money=Decimal(1000))
)
RESERVED = MoneyAndTokens(money=Decimal("0.01"), tokens=500)
CHARGED = MoneyAndTokens(money=Decimal("0.004"), tokens=120)
WORKERS = 4


class PaidMaker:
    """Writes down each request that it was paid for, so that no crash takes the record away, then answers."""

    def __init__(self, record: str) -> None:
        self._record = os.open(record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    async def generate(self, key: str) -> str:
        os.write(self._record, f"{key}\n".encode())
        os.fsync(self._record)
        await asyncio.sleep(0.001)
        return f"answer to {key}"


def ledger_on(database: Database) -> SqlLedger:
    clock = SystemClock()
    return SqlLedger(database, BUDGETS, clock, Ids(clock), timedelta(minutes=15))


async def run(url: str, record: str, calls: int, recover_first: bool) -> None:
    database, maker = Database(DatabaseUrl(url)), PaidMaker(record)
    ledger = ledger_on(database)
    if recover_first:
        await ledger.recover()
    keys = iter([f"question-{n}" for n in range(calls)])
    async with asyncio.TaskGroup() as group:
        for _ in range(WORKERS):
            group.create_task(_work(ledger, maker, keys))
    await ledger.aclose()
    await database.aclose()


async def _work(ledger: SqlLedger, maker: PaidMaker, keys: Iterator[str]) -> None:
    for key in keys:
        outcome = await ledger.begin(_attempt(key))
        if isinstance(outcome, Begun):
            answer = await maker.generate(key)
            await ledger.settle(outcome.attempt_id, _settlement(answer))
        elif outcome.answer != f"answer to {key}":
            raise SystemExit(f"{key} was given the answer {outcome.answer!r}")


def _attempt(key: str) -> CallAttempt:
    return CallAttempt(
        call_id=key,
        number=1,
        scope=CallScope(owner_id=OWNER, caller="research", run_id=RUN, agent="bull"),
        key=key,
        alias="fast",
        provider="responses",
        model="model",
        prompt_hash="0" * 64,
        schema_hash=None,
        reserved=RESERVED,
        started_at=SystemClock().now(),
    )


def _settlement(answer: str) -> AttemptEnd:
    return AttemptEnd(
        status=CallStatus.COMPLETED,
        charged=CHARGED,
        cost=CHARGED.money,
        usage=TokenUsage(100, 20),
        latency_ms=1,
        finished_at=SystemClock().now(),
        answer=answer,
    )


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "recover"))
