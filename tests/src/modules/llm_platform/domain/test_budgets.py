"""Which budgets a call is counted against, and under which names."""

from datetime import date
from decimal import Decimal

from src.modules.llm_platform.domain.ledger import BudgetLimit, Budgets, CallScope

TODAY = date(2026, 1, 2)


def scope(owner_id: str = "ann", run_id: str | None = None) -> CallScope:
    return CallScope(owner_id=owner_id, caller="research", run_id=run_id)


def test_a_call_of_a_run_is_counted_against_the_run_the_user_and_the_desk() -> None:
    run, user, day = BudgetLimit(tokens=1), BudgetLimit(tokens=2), BudgetLimit(money=Decimal(3))
    over = dict(Budgets(run=run, user=user, day=day).over(scope(run_id="r1"), TODAY))
    assert over == {"run:ann:r1": run, "user:ann:2026-01-02": user, "day:2026-01-02": day}


def test_a_call_outside_of_a_run_has_no_run_budget() -> None:
    assert [name for name, _ in Budgets().over(scope(), TODAY)] == ["user:ann:2026-01-02", "day:2026-01-02"]


def test_accounts_are_always_named_in_one_order_so_that_nobody_waits_in_a_ring() -> None:
    for run_id in (None, "a", "z"):
        kinds = [name.partition(":")[0] for name, _ in Budgets().over(scope("zoe", run_id), TODAY)]
        assert kinds == [kind for kind in ("run", "user", "day") if kind in kinds]


def test_two_owners_share_only_the_budget_of_the_desk() -> None:
    ann, bob = (dict(Budgets().over(scope(owner, "r1"), TODAY)) for owner in ("ann", "bob"))
    assert set(ann) & set(bob) == {"day:2026-01-02"}


def test_a_limit_of_zero_is_a_limit() -> None:
    assert BudgetLimit(money=Decimal(0)).exists
    assert BudgetLimit(tokens=0).exists
    assert not BudgetLimit().exists
