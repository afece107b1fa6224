"""The ledger over the SQL database: nothing is sent that is not in the book, and nothing is paid twice.

A try is `started` when it is written, and ends `completed`, `failed` or `interrupted`. When its process dies in
between, the row stays `started`: nobody knows whether the maker was paid. It is recovered, that is, made
`interrupted` with its reservation counted as spent, once the lock of the process that wrote it is free or it has
been out for longer than any call may take. That happens when a desk starts (`recover`), and when a try with the
same key finds it, so that a run which is resumed right after a crash goes on at once. A try whose key is still
out in a living process is refused with `CallInFlight`.

Whoever calls may be cancelled at any moment: a transaction that has been begun is ended all the same, and a try
that was written for a caller who has left is taken back, because it was never sent.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, timedelta
from decimal import Decimal
from functools import partial
from typing import TypeVar

from sqlalchemy import select

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from packages.infra.db.writes import writes_to
from packages.infra.queue.executor_locks import Liveness
from src.modules.llm_platform.domain.budgets import Budgets
from src.modules.llm_platform.domain.errors import BudgetExhausted, CallInFlight, PriceUnknown
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    BudgetState,
    CallAttempt,
    CallLine,
    CallStatus,
    MoneyAndTokens,
    Reused,
    UsageLine,
)
from src.modules.llm_platform.infrastructure.ledger.begin import Outcome, Stamp, StillOut, begin
from src.modules.llm_platform.infrastructure.ledger.rows import calls
from src.modules.llm_platform.infrastructure.ledger.settle import UnknownAttempt, interrupt, settle
from src.modules.llm_platform.infrastructure.ledger.usage import budget_states, latest_calls, usage

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
        error_message="The caller left before the call was sent.",
    )
