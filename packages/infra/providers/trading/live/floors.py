"""Opens the floor of a deployment: its bars through the as-of door, its broker, its paper account."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from packages.core.clock import Clock
from packages.domain.market_data.door import Views
from packages.domain.strategy.model import Strategy
from packages.domain.trading.deployments.model import Deployment
from packages.infra.db.paper_accounts import PaperAccounts, UnknownPaperAccount
from packages.infra.providers.trading.adapters.paper import PaperBroker, open_paper_account
from packages.infra.providers.trading.adapters.paper_state import PaperState, opening_of
from packages.infra.providers.trading.live.brokers import AccountBrokers, paper_account_id
from packages.infra.providers.trading.live.floor import PanelFloor
from packages.infra.providers.trading.live.hours import Timetables
from packages.infra.providers.trading.live.loading import DeployedBars, PinnedStrategies, load_bars

Refresh = Callable[[Strategy], Awaitable[None]]  # brings the newest bars into the store


async def nothing_newer(strategy: Strategy) -> None:
    """Where somebody else looks after the store."""


@dataclass(frozen=True, slots=True)
class PanelFloors:
    """The runtime's `Floors`."""

    strategies: PinnedStrategies
    views: Views
    brokers: AccountBrokers
    paper: PaperAccounts
    timetables: Timetables
    clock: Clock
    refresh: Refresh = nothing_newer

    async def open(self, deployment: Deployment, since: datetime) -> PanelFloor:
        strategy = await self.strategies.of(deployment)
        await self.refresh(strategy)
        now = self.clock.now()
        deployed = await load_bars(strategy, self.views(now), deployment, since)
        broker = await self.brokers.of(deployment)
        timetable = self.timetables.of(deployed.strategy.universe.market)
        floor = await asyncio.to_thread(PanelFloor, deployment.id, deployed, broker, timetable, now)
        if isinstance(broker, PaperBroker):
            floor.refuse_restated(await self._state(broker, deployment, deployed))
        return floor

    async def _state(self, broker: PaperBroker, deployment: Deployment, deployed: DeployedBars) -> PaperState:
        """Of an account that is opened when there is none."""
        with suppress(UnknownPaperAccount):
            return await broker.state()
        await open_paper_account(
            self.paper,
            account_id=paper_account_id(deployment),
            owner_id=deployment.owner_id,
            opening=opening_of(deployed.panel, deployed.terms, deployed.compiled.places),
            at=self.clock.now(),
        )
        return await broker.state()
