"""Whatever happens in whatever order, no budget is overspent, nothing stays reserved, and the book adds up."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from packages.core.errors import ParleyError
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    BudgetLimit,
    Budgets,
    BudgetState,
    CallStatus,
    MoneyAndTokens,
    Reused,
)
from src.modules.llm_platform.infrastructure.ledger.rows import calls
from tests.conformance.ledger_conformance import KeptLedger, LedgerHouse, attempt
from tests.effort import examples
from tests.fakes.clock import StoppedClock
from tests.src.modules.llm_platform.infrastructure.ledger.houses import MemoryHouse, SqlHouse

BUDGETS = Budgets(
    run=BudgetLimit(money=Decimal("0.9"), tokens=500),
    user=BudgetLimit(tokens=900),
    day=BudgetLimit(money=Decimal("1.7")),
)
_DAYS = count()


@dataclass(frozen=True)
class Step:
    """One thing that happens in one of two processes; `pick` chooses among the tries that are out."""

    what: str
    process: int
    pick: int
    key: str | None
    run: str | None
    cents: int
    tokens: int
    share: int


STEPS = st.builds(
    Step,
    what=st.sampled_from(["begin"] * 5 + ["complete"] * 3 + ["fail", "die", "recover", "settle again"]),
    process=st.integers(0, 1),
    pick=st.integers(0, 20),
    key=st.sampled_from([None, "k1", "k2", "k3"]),
    run=st.sampled_from([None, "r1", "r2"]),
    cents=st.integers(0, 60),
    tokens=st.integers(0, 300),
    share=st.integers(0, 10),
)


@dataclass
class Story:
    """Plays steps against one house and remembers what came of each."""

    house: LedgerHouse
    owner_id: str
    ledgers: list[KeptLedger] = field(default_factory=list)
    out: list[tuple[int, str, MoneyAndTokens]] = field(default_factory=list)
    ended: list[tuple[str, MoneyAndTokens]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    async def play(self, step: Step) -> None:
        match step.what:
            case "begin":
                await self._begin(step)
            case "complete" | "fail" if self.out:
                await self._settle(step, *self.out.pop(step.pick % len(self.out)))
            case "settle again" if self.ended:
                attempt_id, charged = self.ended[step.pick % len(self.ended)]
                await self.ledgers[step.process].settle(attempt_id, self._settlement(step, charged))
            case "die":
                await self.house.kill(self.ledgers[step.process])
                self.out = [one for one in self.out if one[0] != step.process]
                self.ledgers[step.process] = self.house.open(BUDGETS)
            case "recover":
                self.told.append(f"recovered {await self.ledgers[step.process].recover()}")
            case _:
                pass
        await self._check()

    async def finish(self) -> None:
        for process, attempt_id, reserved in self.out:
            await self.ledgers[process].settle(attempt_id, self._ended(CallStatus.COMPLETED, reserved, "late"))
        await self.ledgers[0].recover()
        for one in await self._states():
            assert one.reserved == MoneyAndTokens(money=Decimal(0), tokens=0)

    async def _begin(self, step: Step) -> None:
        reserved = MoneyAndTokens(money=Decimal(step.cents) / 100, tokens=step.tokens)
        one = attempt(
            key=step.key and f"{self.owner_id}-{step.key}",
            reserved=reserved,
            owner_id=self.owner_id,
            run_id=step.run,
            started_at=self.house.clock.now(),
        )
        try:
            outcome = await self.ledgers[step.process].begin(one)
        except ParleyError as error:
            self.told.append(error.message)
            return
        self.told.append(outcome.answer if isinstance(outcome, Reused) else "begun")
        if isinstance(outcome, Begun):
            self.out.append((step.process, outcome.attempt_id, reserved))

    async def _settle(self, step: Step, process: int, attempt_id: str, reserved: MoneyAndTokens) -> None:
        await self.ledgers[process].settle(attempt_id, self._settlement(step, reserved))
        self.ended.append((attempt_id, reserved))

    def _settlement(self, step: Step, reserved: MoneyAndTokens) -> AttemptEnd:
        status = CallStatus.COMPLETED if step.what == "complete" else CallStatus.FAILED
        charged = MoneyAndTokens(
            money=(reserved.money or 0) * Decimal(step.share) / 10, tokens=reserved.tokens * step.share // 10
        )
        return self._ended(status, charged, f"answer {step.cents}")

    def _ended(self, status: CallStatus, charged: MoneyAndTokens, answer: str) -> AttemptEnd:
        return AttemptEnd(
            status=status,
            charged=charged,
            cost=charged.money,
            usage=None,
            latency_ms=1,
            finished_at=self.house.clock.now(),
            answer=answer if status is CallStatus.COMPLETED else None,
        )

    async def _states(self) -> list[BudgetState]:
        of_runs = [await self.ledgers[0].budgets(self.owner_id, run) for run in ("r1", "r2")]
        return [*of_runs[0], *of_runs[1]]

    async def _check(self) -> None:
        for one in await self._states():
            assert one.spent.money is not None
            assert one.reserved.money is not None
            assert min(one.reserved.money, one.spent.money) >= 0
            assert min(one.reserved.tokens, one.spent.tokens) >= 0
            assert one.money_limit is None or one.spent.money + one.reserved.money <= one.money_limit
            assert one.token_limit is None or one.spent.tokens + one.reserved.tokens <= one.token_limit


def _story(house: LedgerHouse) -> Story:
    # A day of its own: the desk's account is shared by all owners of a day.
    day = next(_DAYS)
    house.clock = StoppedClock(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day))
    return Story(house, f"owner{day}", [house.open(BUDGETS), house.open(BUDGETS)])


@settings(max_examples=examples(300), deadline=None)
@given(steps=st.lists(STEPS, max_size=60))
async def test_no_order_of_events_overspends_in_memory(steps: list[Step]) -> None:
    story = _story(MemoryHouse())
    for step in steps:
        await story.play(step)
    await story.finish()


@pytest.fixture
async def house(database: Database) -> AsyncIterator[SqlHouse]:
    house = SqlHouse(database)
    yield house
    await house.aclose()


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEPS, max_size=30))
async def test_no_order_of_events_overspends_in_the_database(house: SqlHouse, steps: list[Step]) -> None:
    await _play_beside_the_fake(house, steps)


@pytest.mark.trust
@settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEPS, max_size=60))
async def test_hundreds_of_orders_of_events_do_not_overspend(house: SqlHouse, steps: list[Step]) -> None:
    await _play_beside_the_fake(house, steps)


async def _play_beside_the_fake(house: SqlHouse, steps: list[Step]) -> None:
    """The database says the same as the fake, step by step, and its accounts are the sums of its rows."""
    story, reference = _story(house), _story(MemoryHouse())
    reference.owner_id, reference.house.clock = story.owner_id, story.house.clock
    reference.ledgers = [reference.house.open(BUDGETS), reference.house.open(BUDGETS)]
    for step in steps:
        await story.play(step)
        await reference.play(step)
    assert story.told == reference.told
    assert await story._states() == await reference._states()
    await story.finish()
    await house.aclose()
    await _check_sums(house.database, story)


async def _check_sums(database: Database, story: Story) -> None:
    sums = select(func.sum(calls.c.charged_money), func.sum(calls.c.charged_tokens))
    async with database.engine.connect() as connection:
        money, tokens = (await connection.execute(sums.where(calls.c.owner_id == story.owner_id))).one()
    ledger = SqlHouse(database, story.house.clock).open(BUDGETS)
    user, desk = await ledger.budgets(story.owner_id)
    await ledger.aclose()
    assert user.spent == desk.spent == MoneyAndTokens(money=money or Decimal(0), tokens=int(tokens or 0))
