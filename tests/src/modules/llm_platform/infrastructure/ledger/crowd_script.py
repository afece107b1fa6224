"""One of several processes that spend from the same budget at once: waits for a line, then begins all its tries."""

import asyncio
import sys
from decimal import Decimal

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from packages.settings.database import DatabaseUrl
from src.modules.llm_platform.domain.errors import BudgetExhausted
from src.modules.llm_platform.domain.ledger import Begun, BudgetLimit, Budgets
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from tests.conformance.ledger_conformance import attempt, completed

BUDGETS = Budgets(run=BudgetLimit(money=Decimal(50)))


async def main(url: str, tries: int) -> None:
    clock = SystemClock()
    database = Database(DatabaseUrl(url))
    async with SqlLedger(database, BUDGETS, clock, Ids(clock)).running() as ledger:
        print("ready", flush=True)
        sys.stdin.readline()
        begins = [ledger.begin(attempt(started_at=clock.now())) for _ in range(tries)]
        outcomes = await asyncio.gather(*begins, return_exceptions=True)
        passed = [outcome for outcome in outcomes if isinstance(outcome, Begun)]
        refused = [outcome for outcome in outcomes if isinstance(outcome, BudgetExhausted)]
        print(len(passed), len(refused), flush=True)
        sys.stdin.readline()
        for one in passed:
            await ledger.settle(one.attempt_id, completed())
    await database.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
