"""What time it is for a deployment: now, or the close that its replay has come to, a session further with each tick."""

from datetime import datetime
from typing import Protocol

from packages.core.clock import Clock
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import UnknownBook
from packages.domain.trading.execution.ports import OrderJournal


class MarketSessions(Protocol):
    """The days of the market that a deployment trades."""

    async def day_begins(self, deployment: Deployment) -> datetime | None:
        """When the day that it is to be replayed from begins; None where it is no replay."""
        ...

    async def next_close(self, deployment: Deployment, after: datetime) -> datetime | None: ...


class DeploymentTime:
    """How far a replay has come follows from the last bar in its book, so a restart goes on from there; what is kept
    here only carries it over sessions in which nothing traded."""

    def __init__(self, clock: Clock, journal: OrderJournal, sessions: MarketSessions) -> None:
        self._clock = clock
        self._journal = journal
        self._sessions = sessions
        self._reached: dict[str, datetime] = {}

    async def replay_began(self, deployment: Deployment) -> datetime | None:
        return await self._sessions.day_begins(deployment)

    async def now(self, deployment: Deployment) -> datetime:
        begins = await self._sessions.day_begins(deployment)
        return self._clock.now() if begins is None else await self._replayed(deployment, begins)

    async def step(self, deployment: Deployment) -> datetime | None:
        """Now; of a replay the close of its next session, None when that has not been yet."""
        begins = await self._sessions.day_begins(deployment)
        if begins is None:
            return self._clock.now()
        close = await self._sessions.next_close(deployment, await self._replayed(deployment, begins))
        if close is None or close > self._clock.now():
            return None
        self._reached[deployment.id] = close
        return close

    async def _replayed(self, deployment: Deployment, begins: datetime) -> datetime:
        bar = await self._last_bar(deployment.id)
        close = begins if bar is None else await self._sessions.next_close(deployment, bar)
        return max(close or begins, self._reached.get(deployment.id, begins))

    async def _last_bar(self, deployment_id: str) -> datetime | None:
        try:
            return (await self._journal.ledger(deployment_id)).bar
        except UnknownBook:
            return None
