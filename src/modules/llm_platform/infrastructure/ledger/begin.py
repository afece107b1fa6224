"""The first half of a try, in one transaction: written down, and paid for in advance.

The row comes first. A unique index lets one row of an owner's key be out or answered, so a second try with the
same key writes nothing and finds the first instead: an answer to reuse, or a call that is still out. Then the
reservation is added to the accounts, which locks them until the commit, and the sums that come back are held
against the limits. A refused try takes its reservation back and stays in the ledger as failed.

Everybody locks a call's row before its accounts, and accounts in one order, so nobody waits in a ring.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from packages.core.messages import message
from src.modules.llm_platform.domain.errors import BudgetExhausted, PriceUnknown
from src.modules.llm_platform.domain.ledger import Begun, BudgetLimit, Budgets, CallAttempt, CallStatus, Reused
from src.modules.llm_platform.infrastructure.ledger.accounts import BudgetFigures, move, releasing, reserving
from src.modules.llm_platform.infrastructure.ledger.rows import OUT_OR_ANSWERED, calls

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


def refusal(
    attempt: CallAttempt, over: Sequence[tuple[str, BudgetLimit]], accounts: Mapping[str, BudgetFigures]
) -> Refusal | None:
    """The first budget that does not allow the try; the accounts hold its reservation already."""
    for name, limit in over:
        refused = _refused_by(name, limit, accounts[name], attempt)
        if refused is not None:
            return refused
    return None


def _refused_by(name: str, limit: BudgetLimit, account: BudgetFigures, attempt: CallAttempt) -> Refusal | None:
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


def _unpriced(kind: str, attempt: CallAttempt) -> PriceUnknown:
    return PriceUnknown(
        "llm_platform.price_unknown",
        model=attempt.model,
        alias=attempt.alias,
        details={"budget": kind, "alias": attempt.alias, "model": attempt.model},
    )


def _exhausted(
    kind: str, attempt: CallAttempt, sign: str, limit: Decimal | int, spent: Decimal | int, reserved: Decimal | int,
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


@dataclass(frozen=True, slots=True)
class StillOut:
    """A try with the same key has been sent and is not settled: by whom, and since when."""

    attempt_id: str
    process: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the ledger itself adds to a try."""

    attempt_id: str
    process: str
    day: date


Outcome = Begun | Reused | StillOut | Refusal


def begin(connection: Connection, budgets: Budgets, attempt: CallAttempt, stamp: Stamp) -> Outcome:
    while not _written(connection, attempt, stamp):
        # None: the one that was in the way has failed in the meantime.
        if (found := _same_key(connection, attempt)) is not None:
            return found
    over = list(budgets.over(attempt.scope, stamp.day))
    names = [name for name, _ in over]
    refused = refusal(attempt, over, move(connection, names, reserving(attempt.reserved)))
    if refused is None:
        return Begun(stamp.attempt_id)
    move(connection, names, releasing(attempt.reserved))
    connection.execute(_REFUSE, _refused(stamp.attempt_id, refused, attempt.started_at))
    return refused


_INSERT = {
    "sqlite": sqlite.insert(calls).values(status=CallStatus.STARTED.value).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(calls).values(status=CallStatus.STARTED.value).on_conflict_do_nothing(),
}
_SAME_KEY = select(calls.c.id, calls.c.status, calls.c.process, calls.c.started_at, calls.c.answer).where(
    calls.c.owner_id == bindparam("owner"),
    calls.c.key == bindparam("asked"),
    OUT_OR_ANSWERED,
)
_REFUSE = update(calls).where(calls.c.id == bindparam("attempt_id")).values(status=CallStatus.FAILED.value)


def _written(connection: Connection, attempt: CallAttempt, stamp: Stamp) -> bool:
    return connection.execute(_INSERT[connection.dialect.name], _values(attempt, stamp)).rowcount == 1


def _same_key(connection: Connection, attempt: CallAttempt) -> Reused | StillOut | None:
    asked = {"owner": attempt.scope.owner_id, "asked": attempt.key}
    row = connection.execute(_SAME_KEY, asked).one_or_none()
    if row is None:
        return None
    if row.status == CallStatus.COMPLETED.value:
        return Reused(json.loads(row.answer))
    return StillOut(row.id, row.process, row.started_at)


def _values(attempt: CallAttempt, stamp: Stamp) -> dict[str, object]:
    scope = attempt.scope
    return {
        "id": stamp.attempt_id,
        "process": stamp.process,
        "day": stamp.day,
        "call_id": attempt.call_id,
        "number": attempt.number,
        "owner_id": scope.owner_id,
        "caller": scope.caller,
        "run_id": scope.run_id,
        "agent": scope.agent,
        "step": scope.step,
        "alias": attempt.alias,
        "provider": attempt.provider,
        "model": attempt.model,
        "prompt_hash": attempt.prompt_hash,
        "schema_hash": attempt.schema_hash,
        "key": attempt.key,
        "reserved_money": attempt.reserved.money,
        "reserved_tokens": attempt.reserved.tokens,
        "started_at": attempt.started_at,
    }


def _refused(attempt_id: str, refused: Refusal, at: datetime) -> dict[str, object]:
    nothing = {"charged_money": Decimal(0), "charged_tokens": 0, "cost": Decimal(0), "latency_ms": 0}
    return nothing | {
        "attempt_id": attempt_id,
        "error_code": refused.code,
        "error_message": refused.message,
        "finished_at": at,
    }
