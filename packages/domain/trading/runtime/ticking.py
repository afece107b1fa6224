"""One bar of one deployment, in the order of docs/decisions/0014: broker, watch, decide, gate, commit, send."""

from dataclasses import dataclass, replace
from datetime import datetime

from packages.core.clock import Clock
from packages.core.events import NewEvent
from packages.domain.trading.broker import BrokerAccount
from packages.domain.trading.decisions import Book, Decision
from packages.domain.trading.deployments.errors import Blocker
from packages.domain.trading.deployments.lifecycle import State
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.order_desk.desk import OrderDesk
from packages.domain.trading.order_desk.model import EquityPoint, signals_of
from packages.domain.trading.order_desk.ports import OrderJournal
from packages.domain.trading.risk.watch import EquityMarks, first_marks, watch
from packages.domain.trading.runtime.errors import BrokerQuiet
from packages.domain.trading.runtime.gating import Gating, breach_event, risk_state
from packages.domain.trading.runtime.guards import GuardKeeper
from packages.domain.trading.runtime.performance import paid_in
from packages.domain.trading.runtime.ports import Floor
from packages.domain.trading.runtime.stopping import heed, leave_again

_WATCHED = (State.RUNNING, State.PAUSED)


@dataclass(frozen=True, slots=True)
class Ticking:
    """The hands of a tick. What was done by a tick that died is found, and not done again."""

    journal: OrderJournal
    deployments: DeploymentService
    clock: Clock

    async def bar(self, deployment: Deployment, floor: Floor, desk: OrderDesk, bar: datetime) -> Deployment:
        await floor.trade(bar)
        await desk.sync(deployment.id)
        if desk.quiet_until is not None:
            raise BrokerQuiet("trading.broker_quiet", until=f"{desk.quiet_until:%H:%M:%S}")
        deployment = await self._watched(deployment, floor, bar)
        await heed(deployment, desk, bar)
        await leave_again(self.journal, floor.broker, deployment.id, self.clock.now())
        guards = GuardKeeper(self.journal, floor.broker, self.clock)
        await guards.keep(deployment.id, floor, bar)
        await self._decide(deployment, floor, guards, bar)
        await desk.send(deployment.id, bar)
        return deployment

    async def _watched(self, deployment: Deployment, floor: Floor, bar: datetime) -> Deployment:
        account = await self._own(deployment, floor)
        day = floor.day_of(bar)
        marks = (deployment.marks or first_marks(day, account.equity)).seen(day, account.equity)
        await self.deployments.mark(deployment.id, marks)
        await self.journal.record_equity(deployment.id, EquityPoint(bar, account.equity, account.cash))
        deployment = replace(deployment, marks=marks)
        deployment = await self._blocked(deployment, account)
        return await self._halted(deployment, marks)

    async def _own(self, deployment: Deployment, floor: Floor) -> BrokerAccount:
        """The account without the money that the deployment was not given, and without what was paid in or out since:
        a deposit hides no loss, and a withdrawal is none."""
        account, ledger = await floor.broker.account(), await self.journal.ledger(deployment.id)
        others = ledger.start_cash - floor.capital + await paid_in(self.journal, deployment.id)
        return replace(account, equity=account.equity - others, cash=account.cash - others)

    async def _blocked(self, deployment: Deployment, account: BrokerAccount) -> Deployment:
        """By an account that is not what it was taken for, or that may not trade."""
        if deployment.state in (State.BLOCKED, State.STOPPING):
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

    async def _decide(self, deployment: Deployment, floor: Floor, guards: GuardKeeper, bar: datetime) -> None:
        ledger = await self.journal.ledger(deployment.id)
        if ledger.bar is not None and bar <= ledger.bar:
            return
        decision = floor.decide(bar, await self._book(deployment.id, floor))
        positions = await self.journal.positions(deployment.id)
        closable = {each.symbol: each.closable for each in positions}
        kept = tuple(leave for leave in decision.exits if closable.get(leave.symbol, 0) > 0)
        decision = Decision(decision.bar, kept, decision.entries)
        marks = deployment.marks or first_marks(floor.day_of(bar), ledger.cash)
        state = await risk_state(self.journal, floor, deployment.id, bar, self.clock.now(), marks)
        await guards.let_go(deployment.id, [leave.symbol for leave in kept])
        gated = await Gating(deployment, floor, state).intents(floor.orders(decision, closable))
        await self.journal.commit_decision(deployment.id, bar, signals_of(decision), gated.intents, gated.notices)

    async def _book(self, deployment_id: str, floor: Floor) -> Book:
        """The journal's, with what the broker closes by itself."""
        book, leaving = await self.journal.book(deployment_id), await floor.leaving()
        if not leaving:
            return book
        holdings = (replace(each, is_leaving=each.is_leaving or each.symbol in leaving) for each in book.holdings)
        return replace(book, holdings=tuple(holdings))
