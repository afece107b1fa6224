"""The ledger over the SQL database: nothing is sent that is not in the ledger, and nothing is paid twice.

A try is `started` when it is written, and ends `completed`, `failed` or `interrupted`. When its process dies in
between, the row stays `started`: nobody knows whether the maker was paid. It is recovered, that is, made
`interrupted` with its reservation counted as spent, once the lock of the process that wrote it is free or it has
been out for longer than any call may take. That happens when a server starts (`recover`), and when a try with the
same key finds it, so that a run which is resumed right after a crash continues at once. A try whose key is still
out in a living process is refused with `CallInFlight`.

Whoever calls may be cancelled at any moment: a transaction that has been begun is ended all the same, and a try
that was written for a caller who has left is taken back, because it was never sent.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from typing import TypeVar

from sqlalchemy import and_, case, func, select

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Sentence, message
from packages.infra.db.engine import Database
from packages.infra.db.writes import writes_to
from packages.infra.queue.executor_locks import Liveness
from src.modules.llm_platform.domain.errors import BudgetExhausted, CallInFlight, PriceUnknown
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    Budgets,
    BudgetState,
    CallAttempt,
    CallLine,
    CallScope,
    CallStatus,
    MoneyAndTokens,
    Reused,
    UsageLine,
)
from src.modules.llm_platform.infrastructure.ledger.accounts import BudgetFigures, states
from src.modules.llm_platform.infrastructure.ledger.begin import Outcome, Stamp, StillOut, begin
from src.modules.llm_platform.infrastructure.ledger.rows import accounts, calls
from src.modules.llm_platform.infrastructure.ledger.settle import UnknownAttempt, interrupt, settle

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


LONGEST_CALL = timedelta(minutes=15)

T = TypeVar("T")


class SqlLedger:
    """Use it inside `running()`, or call `aclose()` at the end."""

    def __init__(
        self, database: Database, budgets: Budgets, clock: Clock, ids: Ids, longest_call: timedelta = LONGEST_CALL
    ) -> None:
        self._database = database
        self._budgets = budgets
        self._clock = clock
        self._ids = ids
        self._longest_call = longest_call
        self._writes = writes_to(database, "NORMAL")
        self._liveness = Liveness(database.url, ids, "llm")

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SqlLedger"]:
        """Recovers what the dead left, and lets go of the lock at the end."""
        try:
            await self.recover()
            yield self
        finally:
            await self.aclose()

    async def begin(self, attempt: CallAttempt) -> Begun | Reused:
        await self._liveness.hold()
        while True:
            outcome = await self._begin(attempt)
            match outcome:
                case BudgetExhausted() | PriceUnknown():
                    raise outcome
                case StillOut():
                    await self._interrupt_if_lost(attempt, outcome)
                case Begun() | Reused():
                    return outcome

    async def settle(self, attempt_id: str, settlement: AttemptEnd) -> None:
        work = partial(settle, budgets=self._budgets, attempt_id=attempt_id, settlement=settlement)
        await _to_its_end(self._writes.run(work))

    async def recover(self) -> int:
        """How many calls were found that nobody waits for any more."""
        await self._liveness.hold()
        started = select(calls.c.id, calls.c.process, calls.c.started_at).where(
            calls.c.status == CallStatus.STARTED.value
        )
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(started)).all()
        out = [StillOut(*row) for row in rows]
        gone = {name: await self._liveness.is_gone(name) for name in {still.process for still in out}}
        lost = [still for still in out if gone[still.process] or self._is_overdue(still)]
        return sum([await self._interrupt(still.attempt_id) for still in lost])

    async def usage(self, owner_id: str, since: date, until: date) -> Sequence[UsageLine]:
        return await usage(self._database, owner_id, since, until)

    async def budgets(self, owner_id: str, run_id: str | None = None) -> Sequence[BudgetState]:
        return await budget_states(self._database, self._budgets, owner_id, run_id, self._today())

    async def calls(self, owner_id: str, run_id: str | None = None, limit: int = 100) -> Sequence[CallLine]:
        return await latest_calls(self._database, owner_id, run_id, limit)

    async def aclose(self) -> None:
        await self._liveness.aclose()
        await self._writes.aclose()

    async def _begin(self, attempt: CallAttempt) -> Outcome:
        stamp = Stamp(self._ids.new(), self._liveness.name, self._today())
        try:
            return await _to_its_end(
                self._writes.run(partial(begin, budgets=self._budgets, attempt=attempt, stamp=stamp))
            )
        except asyncio.CancelledError:
            await self._take_back(attempt, stamp.attempt_id)
            raise

    async def _interrupt_if_lost(self, attempt: CallAttempt, still: StillOut) -> None:
        if not self._is_overdue(still) and not await self._liveness.is_gone(still.process):
            raise CallInFlight(attempt.scope.run_id, attempt.scope.agent, still.since)
        await self._interrupt(still.attempt_id)

    async def _interrupt(self, attempt_id: str) -> bool:
        work = partial(interrupt, budgets=self._budgets, attempt_id=attempt_id, now=self._clock.now())
        return await _to_its_end(self._writes.run(work))

    async def _take_back(self, attempt: CallAttempt, attempt_id: str) -> None:
        with suppress(UnknownAttempt):  # it was not even written
            await self.settle(attempt_id, _never_sent(attempt))

    def _is_overdue(self, still: StillOut) -> bool:
        return self._clock.now() - still.since > self._longest_call

    def _today(self) -> date:
        return self._clock.now().astimezone(UTC).date()


async def _to_its_end(work: asyncio.Future[T]) -> T:
    """Waits for the work even when the caller is cancelled, and only then passes the cancellation on."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise


def _never_sent(attempt: CallAttempt) -> AttemptEnd:
    return AttemptEnd(
        status=CallStatus.FAILED,
        charged=MoneyAndTokens(money=Decimal(0), tokens=0),
        cost=Decimal(0),
        usage=None,
        latency_ms=0,
        finished_at=attempt.started_at,
        error_code="cancelled",
        error_message=Sentence(message("llm_platform.call_never_sent")),
    )
