"""Why a try may not be sent, in sentences that name the budget and say what to do."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from src.modules.llm_platform.domain.budgets import Limit
from src.modules.llm_platform.domain.errors import BudgetExhausted, PriceUnknown
from src.modules.llm_platform.domain.ledger import Attempt
from src.modules.llm_platform.infrastructure.ledger.accounts import Figures

_WHOSE = {"run": "this run", "user": "you today", "day": "the whole desk today"}
_WHAT_TO_DO = {
    "run": "raise the limit of a run, or start a smaller one",
    "user": "raise the limit of a user, or go on tomorrow (UTC)",
    "day": "raise the limit of the desk, or go on tomorrow (UTC)",
}

Refusal = BudgetExhausted | PriceUnknown


def refusal(attempt: Attempt, over: Sequence[tuple[str, Limit]], accounts: Mapping[str, Figures]) -> Refusal | None:
    """The first budget that does not allow the try; the accounts hold its reservation already."""
    for name, limit in over:
        refused = _refused_by(name, limit, accounts[name], attempt)
        if refused is not None:
            return refused
    return None


def _refused_by(name: str, limit: Limit, account: Figures, attempt: Attempt) -> Refusal | None:
    kind = name.partition(":")[0]
    if limit.money is not None:
        if attempt.reserved.money is None:
            return _unpriced(kind, attempt)
        spent, reserved = account.spent_money, account.reserved_money - attempt.reserved.money
        if spent + account.reserved_money > limit.money:
            return _exhausted(kind, attempt, "$", limit.money, spent, reserved, attempt.reserved.money)
    if limit.tokens is not None and account.spent_tokens + account.reserved_tokens > limit.tokens:
        asked = attempt.reserved.tokens
        return _exhausted(kind, attempt, "", limit.tokens, account.spent_tokens, account.reserved_tokens - asked, asked)
    return None


def _unpriced(kind: str, attempt: Attempt) -> PriceUnknown:
    return PriceUnknown(
        f"There is a budget in money, and nobody has stated what {attempt.model} costs: set the price of the model "
        f"configuration {attempt.alias!r} (0 for a local model).",
        details={"budget": kind, "alias": attempt.alias, "model": attempt.model},
    )


def _exhausted(
    kind: str, attempt: Attempt, sign: str, limit: Decimal | int, spent: Decimal | int, reserved: Decimal | int,
    asked: Decimal | int,
) -> BudgetExhausted:  # fmt: skip
    unit = "" if sign else " tokens"
    return BudgetExhausted(
        f"The budget for {_WHOSE[kind]} is {sign}{limit:,}{unit}: {sign}{spent:,} is spent, {sign}{reserved:,} is set "
        f"aside for calls that are out, and this call may need {sign}{asked:,}. To go on, {_WHAT_TO_DO[kind]}.",
        details={
            "budget": kind,
            "unit": "USD" if sign else "tokens",
            "limit": str(limit),
            "spent": str(spent),
            "reserved": str(reserved),
            "asked": str(asked),
            "alias": attempt.alias,
        },
    )
