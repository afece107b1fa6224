"""The runtime of deployments: ticks, and what a person asks of a deployment while it is at work."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.events import NewEvent
from packages.core.messages import Message, word
from packages.domain.market_data.errors import NoData
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.broker import Broker, Mode
from packages.domain.trading.callers import Caller
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.deployments.clearing import EntryGate
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState
from packages.domain.trading.deployments.model import Blocker, Deployment, NotCleared, UnknownDeployment
from packages.domain.trading.deployments.ports import DeploymentStore
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.errors import WrongMode
from packages.domain.trading.execution.account_orders import AccountOrders, Outbox
from packages.domain.trading.execution.differences import Difference
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.risk.switches import Switches
from packages.domain.trading.runtime.ports import Brokers, TradingVenue, TradingVenues
from packages.domain.trading.runtime.replay import DeploymentTime
from packages.domain.trading.runtime.ticking import NotEnoughMoney, Ticking, heed, is_settled, leave_again

HoldsUp = Callable[[Deployment], Awaitable[Message | None]]  # what keeps a deployment from trading


async def _nothing(deployment: Deployment) -> Message | None:
    return None


class RuntimeService:
    """Everything may be done again after a crash. Within a process one thing is done at a time for a deployment;
    between processes the journal takes the first decision on a bar, and a broker the first order of an id."""

    def __init__(
        self,
        store: DeploymentStore,
        deployments: DeploymentService,
        journal: OrderJournal,
        outbox: Outbox,
        switches: Switches,
        approvals: Approvals,
        brokers: Brokers,
        venues: TradingVenues,
        time: DeploymentTime,
        clock: Clock,
        holds_up: HoldsUp = _nothing,
    ) -> None:
        self._store = store
        self._deployments = deployments
        self._journal = journal
        self._outbox = outbox
        self._switches = switches
        self._approvals = approvals
        self._brokers = brokers
        self._venues = venues
        self._time = time
        self._clock = clock
        self._holds_up = holds_up
        self._ticking = Ticking(journal, deployments, clock)
        self._account_orders: dict[str, AccountOrders] = {}
        self._owners: dict[str, str] = {}
        self._began: dict[str, datetime] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def start(self, caller: Caller, deployment_id: str) -> Deployment:
        """Bars and broker have to answer before anything begins; the book is opened with the money that is there."""
        found = await self._deployments.get(caller.user_id, deployment_id)
        async with self._locks[deployment_id]:
            now = await self._time.now(found)
            venue = await self._opened(found, await self.began(found) or now, now)
            account = await venue.broker.account()
            if account.mode is not found.mode:
                raise WrongMode(
                    "trading.wrong_mode",
                    account_mode=word("mode", account.mode),
                    deployment_mode=word("mode", found.mode),
                )
            ledger = await self._journal.open_book(found.id, found.owner_id, account.cash)
            if ledger.start_cash < venue.capital:
                raise NotEnoughMoney("trading.not_enough_money", cash=f"{account.cash:f}")
            started = await self._deployments.start(caller, deployment_id)
            await self._orders(started, venue.broker).reconcile(started.id)
            await self._outbox.deliver(started.id)
            return started

    async def _opened(self, deployment: Deployment, since: datetime, now: datetime) -> TradingVenue:
        """Bars that are not there are told of as everywhere else, and not as those of a backtest."""
        try:
            return await self._venues.open(deployment, since, now)
        except NoData as error:
            said = await self._holds_up(deployment) or blocked_because(Blocker.DATA_MISSING)
            raise NotCleared(said, Blocker.DATA_MISSING) from error

    async def pause(self, caller: Caller, deployment_id: str, reason: str = "") -> Deployment:
        return await self._deployments.pause(caller, deployment_id, reason)

    async def resume(self, caller: Caller, deployment_id: str, reason: str = "") -> Deployment:
        return await self._deployments.resume(caller, deployment_id, reason)

    async def stop(self, caller: Caller, deployment_id: str, *, flatten: bool, reason: str = "") -> Deployment:
        """Entries at work are cancelled at once; positions, where asked, are ordered out at the market."""
        stopped = await self._deployments.stop(caller, deployment_id, flatten=flatten, reason=reason)
        return await self.attend(deployment_id) if stopped.state is LifecycleState.STOPPING else stopped

    async def tick(self, deployment_id: str) -> int:
        """How many bars were decided on. A broker that is given bars gets every one that was missed, in turn; for a
        real one only the newest counts."""
        deployment = await self.find(deployment_id)
        since = await self.began(deployment)
        if not deployment.state.is_at_work or since is None:
            return 0
        now = await self._time.step(deployment)
        if now is None:
            await self._end_replay(deployment)
            return 0
        venue = await self._venues.open(deployment, since, now)  # may wait for a source, which stops nobody else
        async with self._locks[deployment_id]:
            deployment = await self.find(deployment_id)
            if not deployment.state.is_at_work:
                return 0
            orders = self._orders(deployment, venue.broker)
            decided = await self._bars(deployment, venue, orders)
            if deployment.mode is Mode.REPLAY:
                await self._journal.notify(deployment_id, [NewEvent("session_replayed", {"until": now.isoformat()})])
            await self._finish(deployment_id)
            return decided

    async def attend(self, deployment_id: str, *, ask_broker: bool = True) -> Deployment:
        """Between two bars: kill switches, stops, what waits to be sent, and, if asked, what the broker has done."""
        async with self._locks[deployment_id]:
            deployment = await self.find(deployment_id)
            if not deployment.state.is_at_work:
                return deployment
            broker = await self._brokers.of(deployment)
            orders = self._orders(deployment, broker)
            if ask_broker:
                await orders.sync(deployment_id)
                await leave_again(self._journal, broker, deployment_id, self._clock.now())
            await self._obey_switches(deployment, orders)
            ledger = await self._journal.ledger(deployment_id)
            await heed(deployment, orders, ledger.bar)
            await orders.send(deployment_id)
            return await self._finish(deployment_id)

    async def heed_switches(self, deployment_id: str) -> None:
        """Beside a tick that takes long, and between the tries of one that fails: a kill switch waits for neither."""
        deployment = await self.find(deployment_id)
        switch = await self._switches.stopping(deployment.owner_id, deployment_id)
        if switch is None or not deployment.state.is_at_work:
            return
        async with self._locks[deployment_id]:
            await self._orders(deployment, await self._brokers.of(deployment)).cancel_entries(deployment_id)
            await self._outbox.deliver(deployment_id)

    async def reconcile(self, deployment_id: str) -> tuple[Difference, ...]:
        async with self._locks[deployment_id]:
            deployment = await self.find(deployment_id)
            orders = self._orders(deployment, await self._brokers.of(deployment))
            found = await orders.reconcile(deployment_id)
            await self._outbox.deliver(deployment_id)
            return found

    async def report_failure(self, deployment_id: str, error: BaseException) -> None:
        """A named error with its own words; of any other only the kind, which is for the log to explain."""
        failure = {"code": "internal", "message": ""}
        if isinstance(error, ParleyError):
            failure = {"code": error.code, "message": error.message}
        await self._journal.notify(deployment_id, [NewEvent("tick_failed", {**failure, "kind": type(error).__name__})])
        await self._outbox.deliver(deployment_id)

    async def find(self, deployment_id: str) -> Deployment:
        owner_id = self._owners.get(deployment_id) or await self._store.owner_of(deployment_id)
        found = None if owner_id is None else await self._store.find(owner_id, deployment_id)
        if found is None:
            raise UnknownDeployment("trading.unknown_deployment")
        self._owners[deployment_id] = found.owner_id
        return found

    async def began(self, deployment: Deployment) -> datetime | None:
        """When it was first started, a replay on the day that it was asked for; its first bar is the first that was
        over after that, and stays so."""
        if deployment.id not in self._began:
            history = await self._store.history(deployment.owner_id, deployment.id)
            first = next((change.at for change in history if change.action is DeploymentAction.START), None)
            if first is None:
                return None
            self._began[deployment.id] = await self._time.replay_began(deployment) or first
        return self._began[deployment.id]

    async def _bars(self, deployment: Deployment, venue: TradingVenue, orders: AccountOrders) -> int:
        ledger = await self._journal.ledger(deployment.id)
        pending = [bar for bar in venue.bars if ledger.bar is None or bar > ledger.bar]
        if venue.replays:
            await orders.send(deployment.id)  # what a tick that died had meant comes before the next bar
        elif not pending:
            await orders.sync(deployment.id)
            await orders.send(deployment.id)
        due = pending if venue.replays else pending[-1:]
        for bar in due:
            deployment = await self.find(deployment.id)
            await self._obey_switches(deployment, orders)
            await self._ticking.bar(deployment, venue, orders, bar)
        return len(due)

    async def _end_replay(self, deployment: Deployment) -> None:
        """No further bar will come: entries that wait are cancelled, exits that wait stay as they are."""
        async with self._locks[deployment.id]:
            await self._orders(deployment, await self._brokers.of(deployment)).cancel_entries(deployment.id)
            await self._deployments.end_replay(deployment)
            await self._journal.notify(deployment.id, [NewEvent("replay_ended", {})])
            await self._outbox.deliver(deployment.id)

    async def _obey_switches(self, deployment: Deployment, orders: AccountOrders) -> None:
        """Entries that are at work already go too; the gate refuses new ones by itself."""
        if await self._switches.stopping(deployment.owner_id, deployment.id) is not None:
            await orders.cancel_entries(deployment.id)

    async def _finish(self, deployment_id: str) -> Deployment:
        deployment = await self.find(deployment_id)
        if deployment.state is LifecycleState.STOPPING and await is_settled(deployment, self._journal):
            deployment = await self._deployments.settle(deployment)
        await self._outbox.deliver(deployment_id)
        return deployment

    def _orders(self, deployment: Deployment, broker: Broker) -> AccountOrders:
        if deployment.id not in self._account_orders:
            gate = EntryGate(deployment.owner_id, self._store, self._switches, self._approvals)
            self._account_orders[deployment.id] = AccountOrders(self._journal, broker, self._clock, gate)
        return self._account_orders[deployment.id]
