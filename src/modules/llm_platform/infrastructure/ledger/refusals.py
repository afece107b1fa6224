"""Why a try may not be sent, in sentences that name the budget and say what to do."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from packages.core.messages import message
from src.modules.llm_platform.domain.budgets import Limit
from src.modules.llm_platform.domain.errors import BudgetExhausted, PriceUnknown
from src.modules.llm_platform.domain.ledger import Attempt
from src.modules.llm_platform.infrastructure.ledger.accounts import Figures

_WHOSE = {
    "run": message("llm_platform.budget_of_run"),
    "user": message("llm_platform.budget_of_user"),
    "day": message("llm_platform.budget_of_day"),
}
_WHAT_TO_DO = {
    "run": message("llm_platform.raise_limit_of_run"),
    "user": message("llm_platform.raise_limit_of_user"),
    "day": message("llm_platform.raise_limit_of_day"),
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
        "llm_platform.price_unknown",
        model=attempt.model,
        alias=attempt.alias,
        details={"budget": kind, "alias": attempt.alias, "model": attempt.model},
    )


def _exhausted(
    kind: str, attempt: Attempt, sign: str, limit: Decimal | int, spent: Decimal | int, reserved: Decimal | int,
    asked: Decimal | int,
) -> BudgetExhausted:  # fmt: skip
    return BudgetExhausted(
        "llm_platform.money_budget_exhausted" if sign else "llm_platform.token_budget_exhausted",
        whose=_WHOSE[kind],
        limit=f"{limit:,}",
        spent=f"{spent:,}",
        reserved=f"{reserved:,}",
        asked=f"{asked:,}",
        advice=_WHAT_TO_DO[kind],
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
