"""Four processes that spend at once from one budget spend no more than one would."""

from contextlib import ExitStack
from pathlib import Path

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from tests.conformance.ledger_conformance import amount, state
from tests.forked import Spoken, spoken_to
from tests.src.modules.llm_platform.infrastructure.ledger import crowd_script


async def test_four_processes_with_50_tries_each_pass_exactly_the_50_that_the_budget_holds(
    database: Database, home: Path
) -> None:
    clock = SystemClock()
    with ExitStack() as stack:
        crowd = [stack.enter_context(spoken_to(crowd_script.__name__, database.url.for_async, "50")) for _ in range(4)]
        assert [_line(process) for process in crowd] == ["ready"] * 4
        _go(crowd)
        counts = [tuple(map(int, _line(process).split())) for process in crowd]
        assert sum(passed for passed, _ in counts) == 50
        assert sum(refused for _, refused in counts) == 150
        async with SqlLedger(database, crowd_script.BUDGETS, clock, Ids(clock)).running() as ledger:
            assert (await state(ledger, "run")).reserved == amount("50", 5000)
            _go(crowd)
            assert [process.wait(timeout=60) for process in crowd] == [0] * 4
            assert (await state(ledger, "run")).reserved == amount("0", 0)
            assert (await state(ledger, "run")).spent == amount("12.5", 1500)


def _line(process: Spoken) -> str:
    return process.stdout.readline().strip()


def _go(crowd: list[Spoken]) -> None:
    for process in crowd:
        process.stdin.write("go\n")
        process.stdin.flush()
