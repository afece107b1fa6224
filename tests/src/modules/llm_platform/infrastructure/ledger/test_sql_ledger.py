"""The ledger in the database: what all ledgers do, and what only a shared, durable one can."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
from sqlalchemy import create_engine, text

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.errors import BudgetExhausted, CallInFlight
from src.modules.llm_platform.domain.ledger import Begun, BudgetLimit, Budgets, CallStatus, Reused
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from tests.conformance.ledger_conformance import (
    KeptLedger,
    LedgerConformance,
    LedgerHouse,
    amount,
    attempt,
    begun,
    completed,
    failed,
    state,
)
from tests.src.modules.llm_platform.infrastructure.ledger.houses import MemoryHouse, SqlHouse


@pytest.fixture
async def house(database: Database) -> AsyncIterator[SqlHouse]:
    house = SqlHouse(database)
    yield house
    await house.aclose()


class TestSqlLedger(LedgerConformance):
    """On both databases."""


class TestInMemoryLedger(LedgerConformance):
    @pytest.fixture
    def house(self) -> LedgerHouse:
        return MemoryHouse()


async def test_of_200_tries_at_once_exactly_those_pass_that_the_budget_holds(house: SqlHouse) -> None:
    budgets = Budgets(run=BudgetLimit(money=Decimal(50)))
    ledgers = [house.open(budgets) for _ in range(4)]
    tries = [ledger.begin(attempt(call_id=f"c{n}")) for n in range(50) for ledger in ledgers]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    passed = [outcome for outcome in outcomes if isinstance(outcome, Begun)]
    assert len(passed) == 50
    assert sum(isinstance(outcome, BudgetExhausted) for outcome in outcomes) == 150
    assert (await state(ledgers[0], "run")).reserved == amount("50", 5000)
    await asyncio.gather(*(ledgers[0].settle(one.attempt_id, completed()) for one in passed))
    assert (await state(ledgers[0], "run")).spent == amount("12.5", 1500)
    assert (await state(ledgers[0], "run")).reserved == amount("0", 0)


async def test_of_many_tries_with_one_key_one_is_sent(house: SqlHouse) -> None:
    ledgers = [house.open() for _ in range(4)]
    tries = [ledger.begin(attempt(key="k")) for _ in range(10) for ledger in ledgers]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    (sent,) = [outcome for outcome in outcomes if isinstance(outcome, Begun)]
    assert sum(isinstance(outcome, CallInFlight) for outcome in outcomes) == 39
    await ledgers[1].settle(sent.attempt_id, completed())
    assert await ledgers[2].begin(attempt(key="k")) == Reused("yes")


async def test_of_many_who_find_a_dead_question_one_asks_it_again(house: SqlHouse) -> None:
    dead, *alive = (house.open() for _ in range(4))
    await begun(dead, attempt(key="k"))
    await house.kill(dead)
    tries = [ledger.begin(attempt(key="k")) for _ in range(5) for ledger in alive]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(outcome, Begun) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, CallInFlight) for outcome in outcomes) == 14
    assert (await state(alive[0], "run")).spent == amount("1", 100)


async def test_writers_of_shared_accounts_do_not_wait_in_a_ring(house: SqlHouse) -> None:
    ledgers = [house.open() for _ in range(4)]

    async def spend(n: int) -> None:
        ledger = ledgers[n % 4]
        scope = {"owner_id": f"owner{n % 3}", "run_id": (None, "r1", "r2")[n % 3 - n % 2]}
        one = attempt(key=f"k{n % 40}", **scope)  # type: ignore[arg-type]
        try:
            outcome = await ledger.begin(one)
        except CallInFlight:
            return
        if isinstance(outcome, Begun):
            await ledger.settle(outcome.attempt_id, completed())

    async with asyncio.timeout(60):
        await asyncio.gather(*(spend(n) for n in range(400)), *(ledger.recover() for ledger in ledgers))
    for owner in ("owner0", "owner1", "owner2"):
        assert (await state(ledgers[0], "user", owner)).reserved == amount("0", 0)


async def test_a_caller_who_leaves_while_a_try_is_written_leaves_nothing_behind(house: SqlHouse) -> None:
    ledger = house.open()
    await ledger.settle(await begun(ledger, attempt()), completed(charged=amount("0", 0)))
    for pauses in range(12):
        beginning = asyncio.create_task(ledger.begin(attempt(key=f"k{pauses}")))
        for _ in range(pauses):
            await asyncio.sleep(0)
        beginning.cancel()
        await asyncio.wait([beginning])
        if not beginning.cancelled():
            outcome = beginning.result()
            assert isinstance(outcome, Begun)
            await ledger.settle(outcome.attempt_id, completed(charged=amount("0", 0)))
    assert (await state(ledger, "run")).reserved == amount("0", 0)
    assert (await state(ledger, "run")).spent == amount("0", 0)
    assert all(line.status is not CallStatus.STARTED for line in await ledger.calls("ann"))


async def test_a_settlement_is_written_although_its_caller_is_cancelled(house: SqlHouse) -> None:
    ledger = house.open()
    attempt_id = await begun(ledger, attempt(key="k"))
    settling = asyncio.create_task(ledger.settle(attempt_id, completed()))
    await asyncio.sleep(0)
    settling.cancel()
    await asyncio.wait([settling])
    assert settling.cancelled()
    assert await ledger.begin(attempt(key="k")) == Reused("yes")


async def test_a_desk_that_starts_recovers_what_the_last_one_left(database: Database) -> None:
    clock = SystemClock()
    async with SqlLedger(database, Budgets(), clock, Ids(clock)).running() as first:
        await begun(first, attempt(started_at=clock.now()))
        async with SqlLedger(database, Budgets(), clock, Ids(clock)).running() as second:
            assert [line.status for line in await second.calls("ann")] == [CallStatus.STARTED]
    async with SqlLedger(database, Budgets(), clock, Ids(clock)).running() as third:
        assert [line.status for line in await third.calls("ann")] == [CallStatus.INTERRUPTED]
        (line,) = await third.calls("ann")
        assert line.error_message is not None
        assert "may have been paid" in line.error_message


async def test_the_answer_is_told_to_nobody_but_its_owner_and_prompts_are_not_kept(
    house: SqlHouse, database: Database
) -> None:
    ledger = house.open()
    await ledger.settle(await begun(ledger, attempt(key="k")), completed(answer="secret view"))
    assert not isinstance(await ledger.begin(attempt(key="k", owner_id="bob")), Reused)
    async with database.engine.connect() as connection:
        (row, *_) = (await connection.execute(text("SELECT * FROM llm_calls ORDER BY finished_at"))).mappings().all()
    assert "prompt" not in row


async def test_the_look_ups_use_their_indexes(house: SqlHouse, database: Database) -> None:
    if database.url.file is None:
        pytest.skip("PostgreSQL prefers to read a small table whole")
    plans = {
        "SELECT * FROM llm_calls WHERE owner_id = 'a' AND key = 'k' AND key IS NOT NULL AND "
        "(status = 'started' OR status = 'completed' AND answer IS NOT NULL)": "uq_llm_calls_owner_id_key",
        "SELECT id FROM llm_calls WHERE status = 'started'": "ix_llm_calls_started",
        "SELECT * FROM llm_calls WHERE owner_id = 'a' ORDER BY started_at DESC LIMIT 5": (
            "ix_llm_calls_owner_id_started_at"
        ),
    }
    engine = create_engine(f"sqlite:///{database.url.file}")
    with engine.connect() as connection:
        for query, index in plans.items():
            plan = connection.execute(text(f"EXPLAIN QUERY PLAN {query}")).all()
            assert index in str(plan)
    engine.dispose()


async def test_a_key_whose_tries_fail_again_and_again_is_out_once_at_a_time(house: SqlHouse) -> None:
    ledgers = [house.open() for _ in range(4)]
    out, most = 0, 0

    async def try_often(ledger: KeptLedger) -> None:
        nonlocal out, most
        for _ in range(30):
            try:
                outcome = await ledger.begin(attempt(key="k"))
            except CallInFlight:
                continue
            assert isinstance(outcome, Begun)
            out += 1
            most = max(most, out)
            await asyncio.sleep(0)
            out -= 1
            await ledger.settle(outcome.attempt_id, failed(amount("0", 0)))

    await asyncio.gather(*(try_often(ledger) for ledger in ledgers for _ in range(3)))
    assert most == 1
    assert (await state(ledgers[0], "run")).reserved == amount("0", 0)


async def test_a_ledger_that_was_never_used_closes(house: SqlHouse) -> None:
    await house.kill(house.open())


async def test_all_questions_of_a_dead_process_are_asked_again_at_once(house: SqlHouse) -> None:
    dead, alive = house.open(), house.open()
    for n in range(20):
        await begun(dead, attempt(key=f"k{n}"))
    await house.kill(dead)
    outcomes = await asyncio.gather(*(alive.begin(attempt(key=f"k{n}")) for n in range(20)), return_exceptions=True)
    assert all(isinstance(outcome, Begun) for outcome in outcomes), outcomes


async def test_what_is_finer_than_the_book_counts_is_rounded_up_and_released_whole(house: SqlHouse) -> None:
    ledger = house.open(Budgets(run=BudgetLimit(money=Decimal("1e-12"))))
    finer = amount("1.5e-12", 1)
    for _ in range(2):
        with pytest.raises(BudgetExhausted):
            await ledger.begin(attempt(reserved=finer))
    assert (await state(ledger, "run")).reserved == amount("0", 0)
    roomy = house.open()
    await roomy.settle(await begun(roomy, attempt(reserved=finer)), completed(charged=finer))
    assert (await state(roomy, "run")).reserved == amount("0", 0)
    assert (await state(roomy, "run")).spent.money == Decimal("2e-12")
