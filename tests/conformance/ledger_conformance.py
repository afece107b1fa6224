"""What every ledger must do, the fake and the real one alike."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Protocol

import pytest

from src.modules.llm_platform.application.ports import CallLedger
from src.modules.llm_platform.domain.errors import BudgetExhausted, CallInFlight, PriceUnknown
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    BudgetLimit,
    Budgets,
    BudgetState,
    CallAttempt,
    CallLine,
    CallScope,
    CallStatus,
    MoneyAndTokens,
    Reused,
)
from src.modules.llm_platform.domain.requests import TokenUsage
from src.modules.llm_platform.infrastructure.ledger.settle import UnknownAttempt
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
TODAY = NOW.date()
UNLIMITED = Budgets()


class KeptLedger(CallLedger, Protocol):
    """A ledger as the process that owns it sees it."""

    async def recover(self) -> int: ...

    async def calls(self, owner_id: str, run_id: str | None = None, limit: int = 100) -> Sequence[CallLine]: ...

    async def aclose(self) -> None: ...


class LedgerHouse(Protocol):
    """Opens ledgers on one book, each as a process of its own."""

    clock: StoppedClock

    def open(self, budgets: Budgets = UNLIMITED) -> KeptLedger: ...

    async def kill(self, ledger: KeptLedger) -> None:
        """As if its process had died."""
        ...


def amount(money: str | None, tokens: int = 0) -> MoneyAndTokens:
    return MoneyAndTokens(money=None if money is None else Decimal(money), tokens=tokens)


def attempt(
    key: str | None = None,
    reserved: MoneyAndTokens = MoneyAndTokens(money=Decimal(1), tokens=100),  # noqa: B008 - a frozen value
    owner_id: str = "ann",
    run_id: str | None = "r1",
    number: int = 1,
    call_id: str = "c1",
    model: str = "m",
    caller: str = "research",
    started_at: datetime = NOW,
) -> CallAttempt:
    return CallAttempt(
        call_id=call_id,
        number=number,
        scope=CallScope(owner_id=owner_id, caller=caller, run_id=run_id, agent="bull", step="1"),
        key=key,
        alias="fast",
        provider="responses",
        model=model,
        prompt_hash="p" * 64,
        schema_hash=None,
        reserved=reserved,
        started_at=started_at,
    )


def completed(
    answer: str | None = "yes",
    charged: MoneyAndTokens = MoneyAndTokens(money=Decimal("0.25"), tokens=30),  # noqa: B008 - a frozen value
    cost: str | None = "0.25",
    finished_at: datetime = NOW,
) -> AttemptEnd:
    return AttemptEnd(
        status=CallStatus.COMPLETED,
        charged=charged,
        cost=None if cost is None else Decimal(cost),
        usage=TokenUsage(20, 10, 5),
        latency_ms=7,
        finished_at=finished_at,
        answer=answer,
        response_id="resp_1",
    )


def failed(charged: MoneyAndTokens, message: str = "busy") -> AttemptEnd:
    return AttemptEnd(
        status=CallStatus.FAILED,
        charged=charged,
        cost=None,
        usage=None,
        latency_ms=3,
        finished_at=NOW,
        error_code="model_busy",
        error_message=message,
    )


async def begun(ledger: CallLedger, one: CallAttempt) -> str:
    outcome = await ledger.begin(one)
    assert isinstance(outcome, Begun)
    return outcome.attempt_id


async def state(ledger: CallLedger, name: str, owner_id: str = "ann", run_id: str | None = "r1") -> BudgetState:
    return {one.name: one for one in await ledger.budgets(owner_id, run_id)}[name]


class LedgerConformance:
    """Subclass it and give a `house` fixture."""

    async def test_a_try_is_reserved_in_every_account_and_charged_at_the_end(self, house: LedgerHouse) -> None:
        ledger = house.open()
        attempt_id = await begun(ledger, attempt())
        for name in ("run", "user", "day"):
            assert (await state(ledger, name)).reserved == amount("1", 100)
            assert (await state(ledger, name)).spent == amount("0", 0)
        await ledger.settle(attempt_id, completed())
        for name in ("run", "user", "day"):
            assert (await state(ledger, name)).reserved == amount("0", 0)
            assert (await state(ledger, name)).spent == amount("0.25", 30)

    async def test_settling_twice_changes_nothing(self, house: LedgerHouse) -> None:
        ledger = house.open()
        attempt_id = await begun(ledger, attempt(key="k"))
        await ledger.settle(attempt_id, completed())
        await ledger.settle(attempt_id, completed(answer="other", charged=amount("9", 9)))
        await ledger.settle(attempt_id, failed(amount("9", 9)))
        assert (await state(ledger, "run")).spent == amount("0.25", 30)
        assert await ledger.begin(attempt(key="k")) == Reused("yes")

    async def test_settling_what_nobody_began_is_an_error(self, house: LedgerHouse) -> None:
        with pytest.raises(UnknownAttempt, match="nothing"):
            await house.open().settle("nothing", completed())

    async def test_a_finished_answer_of_the_same_owner_and_key_is_reused(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt(key="k")), completed(answer="多头 \x00 \ud800 'ok'"))
        assert await ledger.begin(attempt(key="k", reserved=amount(None))) == Reused("多头 \x00 \ud800 'ok'")
        assert isinstance(await ledger.begin(attempt(key="other")), Begun)
        assert isinstance(await ledger.begin(attempt(key="k", owner_id="bob")), Begun)

    async def test_a_try_without_a_key_is_never_reused(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt()), completed())
        assert isinstance(await ledger.begin(attempt()), Begun)

    async def test_what_failed_or_brought_no_answer_is_asked_again(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt(key="k")), failed(amount("0", 0)))
        await ledger.settle(await begun(ledger, attempt(key="k", number=2)), completed(answer=None))
        assert isinstance(await ledger.begin(attempt(key="k", number=3)), Begun)

    async def test_an_empty_answer_is_an_answer(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt(key="k")), completed(answer=""))
        assert await ledger.begin(attempt(key="k")) == Reused("")

    async def test_a_question_that_is_out_is_not_sent_again(self, house: LedgerHouse) -> None:
        here, there = house.open(), house.open()
        attempt_id = await begun(here, attempt(key="k"))
        for ledger in (here, there):
            with pytest.raises(CallInFlight, match="wait for it"):
                await ledger.begin(attempt(key="k"))
        await here.settle(attempt_id, completed())
        assert await there.begin(attempt(key="k")) == Reused("yes")
        assert (await state(there, "run")).spent == amount("0.25", 30)

    async def test_a_question_of_a_process_that_died_is_asked_again_at_once(self, house: LedgerHouse) -> None:
        dead, alive = house.open(), house.open()
        await begun(dead, attempt(key="k"))
        await house.kill(dead)
        again = await begun(alive, attempt(key="k"))
        assert (await state(alive, "run")).spent == amount("1", 100)
        assert (await state(alive, "run")).reserved == amount("1", 100)
        await alive.settle(again, completed())
        assert {line.status for line in await alive.calls("ann")} == {CallStatus.COMPLETED, CallStatus.INTERRUPTED}

    async def test_recovery_counts_what_the_dead_had_out_as_spent_and_leaves_the_living_alone(
        self, house: LedgerHouse
    ) -> None:
        dead, alive = house.open(), house.open()
        lost = await begun(dead, attempt())
        mine = await begun(alive, attempt(key="mine"))
        await house.kill(dead)
        assert await alive.recover() == 1
        assert await alive.recover() == 0
        assert (await state(alive, "run")).spent == amount("1", 100)
        assert (await state(alive, "run")).reserved == amount("1", 100)
        await alive.settle(lost, completed())
        await alive.settle(mine, completed())
        assert (await state(alive, "run")).spent == amount("1.25", 130)

    async def test_a_call_that_is_out_for_longer_than_any_may_be_is_given_up(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await begun(ledger, attempt(key="k"))
        house.clock.move(minutes=14)
        assert await ledger.recover() == 0
        house.clock.move(minutes=2)
        assert isinstance(await ledger.begin(attempt(key="k", started_at=house.clock.now())), Begun)
        house.clock.move(minutes=16)
        assert await ledger.recover() == 1

    async def test_a_try_that_does_not_fit_is_refused_with_advice_and_stays_in_the_book(
        self, house: LedgerHouse
    ) -> None:
        ledger = house.open(Budgets(run=BudgetLimit(money=Decimal("1.5"))))
        await ledger.settle(await begun(ledger, attempt()), completed(charged=amount("0.75", 1)))
        with pytest.raises(
            BudgetExhausted, match=r"this run is \$1\.5: \$0\.75 is spent.*may need \$1\..*raise"
        ) as told:
            await ledger.begin(attempt(key="k", number=2))
        assert told.value.details["budget"] == "run"
        assert told.value.details["limit"] == "1.5"
        refused, _ = await ledger.calls("ann", "r1")
        assert (refused.status, refused.error_code) == (CallStatus.FAILED, "budget_exhausted")
        assert refused.cost == Decimal(0)
        assert refused.error_message is not None
        assert "$1.5" in refused.error_message
        assert (await state(ledger, "run")).reserved == amount("0", 0)
        assert isinstance(await ledger.begin(attempt(reserved=amount("0.75", 1))), Begun)

    async def test_exactly_what_is_left_may_be_spent(self, house: LedgerHouse) -> None:
        ledger = house.open(Budgets(user=BudgetLimit(money=Decimal("2"), tokens=200)))
        await begun(ledger, attempt())
        await begun(ledger, attempt())
        with pytest.raises(BudgetExhausted, match="you today"):
            await ledger.begin(attempt(reserved=amount("0.000000000001", 0)))
        with pytest.raises(BudgetExhausted, match="200 tokens: 0 is spent, 200 is set aside"):
            await ledger.begin(attempt(reserved=amount("0", 1)))

    async def test_each_kind_of_budget_is_kept_by_itself(self, house: LedgerHouse) -> None:
        ledger = house.open(
            Budgets(run=BudgetLimit(tokens=100), user=BudgetLimit(tokens=200), day=BudgetLimit(tokens=300))
        )
        await begun(ledger, attempt(run_id="r1"))
        with pytest.raises(BudgetExhausted, match="this run"):
            await ledger.begin(attempt(run_id="r1"))
        await begun(ledger, attempt(run_id="r2"))
        with pytest.raises(BudgetExhausted, match="you today"):
            await ledger.begin(attempt(run_id=None))
        await begun(ledger, attempt(owner_id="bob", run_id="r1"))
        with pytest.raises(BudgetExhausted, match="the whole desk today"):
            await ledger.begin(attempt(owner_id="eve", run_id="r1"))

    async def test_a_new_day_has_new_budgets_and_a_call_is_settled_on_the_day_it_was_begun(
        self, house: LedgerHouse
    ) -> None:
        ledger = house.open(Budgets(day=BudgetLimit(tokens=100)))
        late = await begun(ledger, attempt())
        house.clock.move(days=1)
        await begun(ledger, attempt(started_at=house.clock.now()))
        await ledger.settle(late, completed())
        assert (await state(ledger, "day")).reserved.tokens == 100
        assert (await state(ledger, "day")).spent.tokens == 0

    async def test_a_money_budget_needs_a_price_and_a_token_budget_does_not(self, house: LedgerHouse) -> None:
        ledger = house.open(Budgets(day=BudgetLimit(money=Decimal(1))))
        with pytest.raises(PriceUnknown, match=r"configuration 'fast' \(0 for a local model\)"):
            await ledger.begin(attempt(reserved=amount(None, 10)))
        (refused,) = await ledger.calls("ann")
        assert refused.error_code == "price_unknown"
        assert isinstance(
            await house.open(Budgets(day=BudgetLimit(tokens=10))).begin(attempt(reserved=amount(None, 10))), Begun
        )

    async def test_unpriced_spending_is_unknown_and_not_zero(self, house: LedgerHouse) -> None:
        ledger = house.open()
        one = await begun(ledger, attempt(reserved=amount(None, 100)))
        await ledger.settle(one, completed(charged=amount(None, 30), cost=None))
        assert (await state(ledger, "run")).spent == amount(None, 30)
        await ledger.settle(await begun(ledger, attempt()), failed(amount(None, 0)))
        assert (await state(ledger, "run")).spent == amount("0", 30)

    async def test_a_fraction_of_a_cent_is_kept_exactly(self, house: LedgerHouse) -> None:
        ledger = house.open()
        for _ in range(3):
            one = await begun(ledger, attempt(reserved=amount("0.100000000001", 1)))
            await ledger.settle(one, completed(charged=amount("0.100000000001", 1), cost="0.100000000001"))
        assert (await state(ledger, "run")).spent.money == Decimal("0.300000000003")
        (line,) = await ledger.usage("ann", TODAY, TODAY)
        assert line.cost == Decimal("0.300000000003")

    async def test_usage_is_told_by_day_model_and_caller(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt(model="a")), completed())
        await ledger.settle(await begun(ledger, attempt(model="a")), completed(cost=None))
        await ledger.settle(await begun(ledger, attempt(model="a")), failed(amount("1", 100)))
        await begun(ledger, attempt(model="b", caller="chat"))
        await begun(ledger, attempt(owner_id="bob"))
        house.clock.move(days=1)
        await ledger.settle(await begun(ledger, attempt(model="a")), completed(cost=None))
        first, second, third = await ledger.usage("ann", TODAY, date(2026, 1, 3))
        assert (first.day, first.model, first.caller) == (TODAY, "a", "research")
        assert (first.calls, first.failed, first.unpriced_calls) == (3, 1, 1)
        assert (first.input_tokens, first.output_tokens, first.cost) == (40, 20, Decimal("0.25"))
        assert (second.model, second.caller, second.calls, second.failed, second.cost) == ("b", "chat", 1, 0, None)
        assert (third.day, third.cost, third.unpriced_calls) == (date(2026, 1, 3), None, 1)
        assert await ledger.usage("ann", date(2026, 1, 3), date(2026, 1, 3)) == [third]
        assert await ledger.usage("eve", TODAY, TODAY) == []

    async def test_retries_are_listed_the_newest_first_and_only_the_owners_own(self, house: LedgerHouse) -> None:
        ledger = house.open()
        message = "refused: Incorrect API key provided: sk-live-0123456789abcdef. " + "x" * 1000
        await ledger.settle(await begun(ledger, attempt(number=1)), failed(amount("0", 0), message))
        await ledger.settle(await begun(ledger, attempt(number=2)), completed())
        await begun(ledger, attempt(run_id="r2", call_id="c2", started_at=NOW.replace(minute=5)))
        await begun(ledger, attempt(owner_id="bob"))
        newest, second, first = await ledger.calls("ann")
        assert (newest.run_id, newest.status, newest.finished_at) == ("r2", CallStatus.STARTED, None)
        assert (second.call_id, second.number, second.status, second.cost) == (
            "c1", 2, CallStatus.COMPLETED, Decimal("0.25"),
        )  # fmt: skip
        assert (first.number, first.error_code, first.latency_ms) == (1, "model_busy", 3)
        assert first.error_message is not None
        assert "0123456789" not in first.error_message
        assert len(first.error_message) == 500
        assert [line.number for line in await ledger.calls("ann", "r1")] == [2, 1]
        assert len(await ledger.calls("ann", limit=1)) == 1

    async def test_the_states_of_other_owners_runs_are_not_told(self, house: LedgerHouse) -> None:
        ledger = house.open()
        await ledger.settle(await begun(ledger, attempt()), completed())
        assert (await state(ledger, "run", "bob", "r1")).spent == amount("0", 0)
        assert [one.name for one in await ledger.budgets("bob")] == ["user", "day"]
