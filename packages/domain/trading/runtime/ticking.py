"""One bar of one deployment, in the order of decision 0014: broker, risk watch, decision, orders; and what a stop
cancels or closes."""

from dataclasses import dataclass, replace
from datetime import datetime

from packages.core.clock import Clock
from packages.core.errors import Conflict, Unavailable
from packages.core.events import NewEvent
from packages.core.ids import derived_id
from packages.domain.trading.broker import Broker, BrokerAccount, RetryTimeouts
from packages.domain.trading.decisions import AccountState, Book, Decision
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.execution.account_orders import AccountOrders
from packages.domain.trading.execution.model import BookedOrder, EquityPoint, Intent, JournalPage, Position, signals_of
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.orders import OrderStatus, OrderType
from packages.domain.trading.risk.limits import EquityMarks, first_marks, watch
from packages.domain.trading.runtime.gating import Gating, breach_event, risk_state
from packages.domain.trading.runtime.guards import GuardKeeper
from packages.domain.trading.runtime.performance import paid_in
from packages.domain.trading.runtime.ports import TradingVenue

_FAILED = (OrderStatus.REJECTED, OrderStatus.LAPSED)
_PAUSES = RetryTimeouts()
_LATEST = 200
_CANCELS_ENTRIES = (LifecycleState.HALTED, LifecycleState.BLOCKED, LifecycleState.STOPPING)


async def heed(deployment: Deployment, orders: AccountOrders, bar: datetime | None) -> None:
    """May be done again at any time; what a broker let lapse of a closing is ordered anew on the next bar."""
    if deployment.state in _CANCELS_ENTRIES:
        await orders.cancel_entries(deployment.id)
    if deployment.flatten:
        when = "" if bar is None else bar.isoformat()
        await orders.flatten(deployment.id, f"{deployment.changes}:{when}")


async def leave_again(journal: OrderJournal, broker: Broker, deployment_id: str, now: datetime) -> None:
    """An exit that a broker refused or let lapse is ordered anew, after pauses that grow: a signal comes once, and
    the position has to go. A broker that is given bars keeps an exit until it is done."""
    if broker.capabilities.sizes_at_fill:
        return
    exits = [each for each in await journal.orders(deployment_id, JournalPage(_LATEST)) if _leaves(each)]
    for position in await journal.positions(deployment_id):
        mine = [each for each in exits if each.request.symbol == position.symbol and _is_of(each, position)]
        if not mine or mine[0].status not in _FAILED or position.closable <= 0:
            continue
        last = mine[0]
        if last.updated_at + _PAUSES.after(len(mine)) <= now:
            name = derived_id("order", deployment_id, "again", last.id)
            order = replace(last.request, client_order_id=name, quantity=position.closable)
            await journal.commit_request(deployment_id, f"again:{last.id}", [Intent(order)])


def _leaves(order: BookedOrder) -> bool:
    return not order.is_entry and order.request.type is OrderType.MARKET


def _is_of(order: BookedOrder, position: Position) -> bool:
    return position.since is not None and order.created_at >= position.since


async def is_settled(deployment: Deployment, journal: OrderJournal) -> bool:
    """Whether a stop has nothing left to do. Without `flatten` positions stay, and exits at work end with the stop."""
    orders = await journal.open_orders(deployment.id)
    if any(order.is_entry for order in orders):
        return False
    if not deployment.flatten:
        return True
    return not orders and not any(each.quantity for each in await journal.positions(deployment.id))


class BrokerQuiet(Unavailable):
    """The broker does not answer at this moment: what it has done is not known, so nothing is decided."""


class PricesRestated(Conflict):
    """The store has another close of a bar that the paper account has traded already, as after a split."""


class NotEnoughMoney(Conflict):
    """The account has less than the deployment is to trade with."""


_WATCHED = (LifecycleState.RUNNING, LifecycleState.PAUSED)


@dataclass(frozen=True, slots=True)
class Ticking:
    """The hands of a tick. What was done by a tick that died is found, and not done again."""

    journal: OrderJournal
    deployments: DeploymentService
    clock: Clock

    async def bar(
        self, deployment: Deployment, venue: TradingVenue, orders: AccountOrders, bar: datetime
    ) -> Deployment:
        await venue.trade(bar)
        await orders.sync(deployment.id)
        if orders.quiet_until is not None:
            raise BrokerQuiet("trading.broker_quiet", until=f"{orders.quiet_until:%H:%M:%S}")
        deployment = await self._watched(deployment, venue, bar)
        await heed(deployment, orders, bar)
        await leave_again(self.journal, venue.broker, deployment.id, self.clock.now())
        guards = GuardKeeper(self.journal, venue.broker, self.clock)
        await guards.keep(deployment.id, venue, bar)
        await self._decide(deployment, venue, guards, bar)
        await orders.send(deployment.id, bar)
        return deployment

    async def _watched(self, deployment: Deployment, venue: TradingVenue, bar: datetime) -> Deployment:
        account = await self._own(deployment, venue)
        day = venue.day_of(bar)
        marks = (deployment.marks or first_marks(day, account.equity)).seen(day, account.equity)
        await self.deployments.mark(deployment.id, marks)
        await self.journal.record_equity(deployment.id, EquityPoint(bar, account.equity, account.cash))
        deployment = replace(deployment, marks=marks)
        deployment = await self._blocked(deployment, account)
        return await self._halted(deployment, marks)

    async def _own(self, deployment: Deployment, venue: TradingVenue) -> BrokerAccount:
        """The account without the money that the deployment was not given, and without what was paid in or out since:
        a deposit hides no loss, and a withdrawal is none."""
        account, ledger = await venue.broker.account(), await self.journal.ledger(deployment.id)
        others = ledger.start_cash - venue.capital + await paid_in(self.journal, deployment.id)
        return replace(account, equity=account.equity - others, cash=account.cash - others)

    async def _blocked(self, deployment: Deployment, account: BrokerAccount) -> Deployment:
        """By an account that is not what it was taken for, or that may not trade."""
        if deployment.state in (LifecycleState.BLOCKED, LifecycleState.STOPPING):
            return deployment
        if account.mode is not deployment.mode:
            why = f"the account is {account.mode}, the deployment is {deployment.mode}"
            return await self._block(deployment, Blocker.ACCOUNT_MODE, why)
        if account.is_blocked:
            return await self._block(deployment, Blocker.ACCOUNT_BLOCKED, account.why_blocked or "blocked")
        return deployment

    async def _block(self, deployment: Deployment, blocker: Blocker, why: str) -> Deployment:
        blocked = await self.deployments.block(deployment, blocker, why)
        await self.journal.notify(deployment.id, [NewEvent("deployment_blocked", {"code": blocker.value, "why": why})])
        return blocked

    async def _halted(self, deployment: Deployment, marks: EquityMarks) -> Deployment:
        halt = watch(deployment.limits, marks)
        if halt is None or deployment.state not in _WATCHED:
            return deployment
        halted = await self.deployments.halt(deployment, halt)
        await self.journal.notify(deployment.id, [breach_event("halted", halt)])
        return halted

    async def _decide(self, deployment: Deployment, venue: TradingVenue, guards: GuardKeeper, bar: datetime) -> None:
        ledger = await self.journal.ledger(deployment.id)
        if ledger.bar is not None and bar <= ledger.bar:
            return
        decision = venue.decide(bar, await self._book(deployment, venue))
        positions = await self.journal.positions(deployment.id)
        closable = {each.symbol: each.closable for each in positions}
        kept = tuple(leave for leave in decision.exits if leave.sizing or closable.get(leave.symbol, 0) > 0)
        decision = Decision(decision.bar, kept, decision.entries)
        marks = deployment.marks or first_marks(venue.day_of(bar), ledger.cash)
        state = await risk_state(self.journal, venue, deployment.id, bar, self.clock.now(), marks)
        await guards.let_go(deployment.id, [leave.symbol for leave in kept])
        gated = await Gating(deployment, venue, state).intents(venue.orders(decision, closable))
        await self.journal.commit_decision(deployment.id, bar, signals_of(decision), gated.intents, gated.notices)

    async def _book(self, deployment: Deployment, venue: TradingVenue) -> Book:
        """The journal's, with what the broker closes by itself, and with the account's state where rules read it."""
        book, leaving = await self.journal.book(deployment.id), await venue.leaving()
        if leaving:
            holdings = (
                replace(each, is_leaving=True, is_called=True) if each.symbol in leaving else each
                for each in book.holdings
            )
            book = replace(book, holdings=tuple(holdings))
        states, marks = await venue.holding_states(), deployment.marks
        if states is None or marks is None:
            return book
        holdings = (replace(each, state=states.get(each.symbol)) for each in book.holdings)
        return replace(book, holdings=tuple(holdings), account=AccountState(float(marks.equity), float(marks.peak)))
