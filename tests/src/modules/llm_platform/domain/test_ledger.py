"""The words of the ledger."""

from decimal import Decimal

from src.modules.llm_platform.domain.ledger import BudgetState, CallScope, CallStatus, MoneyAndTokens


def test_a_budget_of_which_nothing_is_out_has_nothing_reserved() -> None:
    state = BudgetState(name="run", money_limit=None, token_limit=None, spent=MoneyAndTokens(money=None, tokens=3))
    assert state.reserved == MoneyAndTokens(money=Decimal(0), tokens=0)


def test_an_unknown_amount_is_not_zero() -> None:
    assert MoneyAndTokens(money=None, tokens=0) != MoneyAndTokens(money=Decimal(0), tokens=0)


def test_a_try_ends_in_one_of_three_ways() -> None:
    assert {status.value for status in CallStatus} - {"started"} == {"completed", "failed", "interrupted"}


def test_a_call_outside_of_a_run_has_no_run() -> None:
    assert CallScope(owner_id="ann", caller="chat").run_id is None
