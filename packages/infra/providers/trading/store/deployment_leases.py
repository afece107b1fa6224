"""Leases of deployments in the SQL database: of several processes one keeps a deployment at work at a time."""

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, update

from packages.core.clock import Clock
from packages.infra.db.base import insert_missing
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.deployment_rows import DeploymentLeaseRow as Row

TERM = timedelta(seconds=15)


class SqlLeases:
    """`Leases` of one process, the `holder`. A lease is renewed when half of it is over; of a process that died it is
    taken over at its end. Who is slower than its lease shares the work for a moment, which the journal allows."""

    def __init__(self, database: Database, clock: Clock, holder: str, term: timedelta = TERM) -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._term = term
        self._until: dict[str, datetime] = {}

    async def hold(self, deployment_id: str) -> bool:
        now = self._clock.now()
        until = self._until.get(deployment_id)
        if until is not None and until - now > self._term / 2:
            return True
        if not await self._is_free(deployment_id, now):
            return False
        return await self._take(deployment_id, now)

    async def let_go(self) -> None:
        """So that another process need not wait for their end."""
        self._until.clear()
        async with self._database.write() as session:
            await session.execute(delete(Row).where(Row.holder == self._holder))

    async def _is_free(self, deployment_id: str, now: datetime) -> bool:
        """Read first: who only waits writes nothing."""
        async with self._database.read() as session:
            found = await session.get(Row, deployment_id)
            return found is None or found.holder == self._holder or found.until <= now

    async def _take(self, deployment_id: str, now: datetime) -> bool:
        until = now + self._term
        mine = {"holder": self._holder, "until": until}
        is_free = or_(Row.holder == self._holder, Row.until <= now)
        take = update(Row).where(Row.deployment_id == deployment_id, is_free).values(**mine)
        async with self._database.write() as session:
            await insert_missing(session, Row, [{"deployment_id": deployment_id, **mine}])
            taken = await session.scalar(take.returning(Row.deployment_id))
        if taken is None:
            return False
        self._until[deployment_id] = until
        return True
