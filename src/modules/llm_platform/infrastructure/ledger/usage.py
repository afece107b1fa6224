"""What the book tells: what was used, what is left of the budgets, and the latest tries."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import and_, case, func, select

from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.budgets import Budgets
from src.modules.llm_platform.domain.ledger import BudgetState, CallLine, CallScope, CallStatus, UsageLine
from src.modules.llm_platform.infrastructure.ledger.accounts import BudgetFigures, states
from src.modules.llm_platform.infrastructure.ledger.rows import accounts, calls

_A_DAY = timedelta(days=1)


async def usage(database: Database, owner_id: str, since: date, until: date) -> Sequence[UsageLine]:
    # Bounds on the time let the index help; the day itself is what was counted in the budgets.
    earliest, latest = datetime.combine(since, time.min, UTC), datetime.combine(until, time.max, UTC)
    wanted = _USAGE.where(
        calls.c.owner_id == owner_id,
        calls.c.started_at.between(earliest - _A_DAY, latest + _A_DAY),
        calls.c.day.between(since, until),
    )
    async with database.engine.connect() as connection:
        rows = (await connection.execute(wanted)).mappings().all()
    return [
        UsageLine(
            day=row["day"],
            model=row["model"],
            caller=row["caller"],
            calls=row["tries"],
            failed=int(row["failed"]),
            input_tokens=int(row["input_tokens"]),
            output_tokens=int(row["output_tokens"]),
            cost=row["cost"],
            unpriced_calls=int(row["unpriced_calls"]),
        )
        for row in rows
    ]


async def budget_states(
    database: Database, budgets: Budgets, owner_id: str, run_id: str | None, today: date
) -> Sequence[BudgetState]:
    over = list(budgets.over(CallScope(owner_id=owner_id, caller="", run_id=run_id), today))
    wanted = select(accounts).where(accounts.c.name.in_([name for name, _ in over]))
    async with database.engine.connect() as connection:
        kept = states((await connection.execute(wanted)).all())
    found = [(name, limit, kept.get(name, BudgetFigures())) for name, limit in over]
    return [
        BudgetState(
            name=name.partition(":")[0],
            money_limit=limit.money,
            token_limit=limit.tokens,
            spent=account.spent,
            reserved=account.reserved,
        )
        for name, limit, account in found
    ]


async def latest_calls(database: Database, owner_id: str, run_id: str | None, limit: int) -> Sequence[CallLine]:
    """The newest first; with a run, only its tries."""
    wanted = _LINES.where(calls.c.owner_id == owner_id)
    if run_id is not None:
        wanted = wanted.where(calls.c.run_id == run_id)
    newest = wanted.order_by(calls.c.started_at.desc(), calls.c.number.desc(), calls.c.id.desc()).limit(limit)
    async with database.engine.connect() as connection:
        rows = (await connection.execute(newest)).mappings().all()
    return [CallLine(**{**row, "status": CallStatus(row["status"])}) for row in rows]


_FAILED = [CallStatus.FAILED.value, CallStatus.INTERRUPTED.value]
_UNPRICED = and_(calls.c.status == CallStatus.COMPLETED.value, calls.c.cost.is_(None))
_USAGE = (
    select(
        calls.c.day,
        calls.c.model,
        calls.c.caller,
        func.count().label("tries"),
        func.sum(case((calls.c.status.in_(_FAILED), 1), else_=0)).label("failed"),
        func.coalesce(func.sum(calls.c.input_tokens), 0).label("input_tokens"),
        func.coalesce(func.sum(calls.c.output_tokens), 0).label("output_tokens"),
        func.sum(calls.c.cost).label("cost"),
        func.sum(case((_UNPRICED, 1), else_=0)).label("unpriced_calls"),
    )
    .group_by(calls.c.day, calls.c.model, calls.c.caller)
    .order_by(calls.c.day, calls.c.model, calls.c.caller)
)
_LINES = select(
    calls.c.id.label("attempt_id"),
    *(
        calls.c[name]
        for name in (
            "call_id", "number", "caller", "run_id", "agent", "step", "alias", "model", "status", "cost",
            "input_tokens", "output_tokens", "latency_ms", "error_code", "error_message", "started_at", "finished_at",
        )
    ),
)  # fmt: skip
