"""Compares the journal with the broker, and resolves each difference by the rule of docs/decisions/0014."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.money import Money
from packages.domain.trading.broker import Broker, RetryTimeouts
from packages.domain.trading.errors import UnknownOrder
from packages.domain.trading.execution.differences import Difference, DifferenceKind
from packages.domain.trading.execution.model import BookedOrder, BrokerAnswer, Position, is_ours, moved, total
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.execution.sending import answer_of, look_up
from packages.domain.trading.execution.syncing import Syncer
from packages.domain.trading.orders import BrokerOrder, OrderStatus

_DUST = Decimal("1e-12")  # of brokers that add fractions as floats


class Reconciler:
    """Reported cash and fills first, then orders, then shares, then cash: each may explain what comes after it."""

    def __init__(
        self, journal: OrderJournal, broker: Broker, clock: Clock, timeouts: RetryTimeouts, syncer: Syncer
    ) -> None:
        self._journal = journal
        self._broker = broker
        self._clock = clock
        self._timeouts = timeouts
        self._syncer = syncer

    async def reconcile(self, deployment_id: str) -> tuple[Difference, ...]:
        await self._syncer.read_cash(deployment_id)
        await self._syncer.read_fills(deployment_id)
        found = [*await self._compare_theirs(deployment_id), *await self._compare_ours(deployment_id)]
        shares = await self._compare_shares(deployment_id)
        if shares:
            await self._syncer.read_fills(deployment_id, from_the_start=True)
            shares = await self._compare_shares(deployment_id)
        found += shares
        if not shares:
            found += await self._compare_cash(deployment_id)
        await self._journal.record_differences(deployment_id, found)
        return tuple(found)

    async def _compare_theirs(self, deployment_id: str) -> list[Difference]:
        found = []
        for order in await self._broker.open_orders():
            ours = await self._journal.find(deployment_id, order.request.client_order_id)
            if ours is None and not is_ours(order.request.client_order_id):
                subject = order.request.client_order_id
                shown = f"{order.request.side} {order.request.symbol} {order.status}"
                found.append(Difference(DifferenceKind.FOREIGN_ORDER, subject, "", shown))
            elif ours is None or ours.status.is_final:
                found += await self._cancel_unmeant(order, ours)
            elif (difference := await self._take(ours, order)) is not None:
                found.append(difference)
        return found

    async def _cancel_unmeant(self, order: BrokerOrder, ours: BookedOrder | None) -> list[Difference]:
        """Looked at once more first: a list may be older than the last fill."""
        current = await self._broker.find(order.request.client_order_id)
        if current is None or current.status.is_final:
            return []
        subject = order.request.client_order_id
        try:
            after = await self._broker.cancel(subject)
        except UnknownOrder:
            return []
        meant = "" if ours is None else ours.status.value
        return [Difference(DifferenceKind.UNMEANT_ORDER, subject, meant, after.status.value)]

    async def _compare_ours(self, deployment_id: str) -> list[Difference]:
        found = []
        for order in await self._journal.open_orders(deployment_id):
            if order.status is OrderStatus.INTENDED:
                continue
            theirs = await look_up(self._broker, order.id)
            if theirs is not None:
                difference = await self._take(order, theirs)
            else:
                difference = await self._missing(order)
            if difference is not None:
                found.append(difference)
        return found

    async def _take(self, ours: BookedOrder, theirs: BrokerOrder) -> Difference | None:
        if moved(ours.status, theirs.status) is ours.status and ours.missing_since is None:
            return None
        after = await self._journal.record_answer(ours.deployment_id, ours.id, answer_of(theirs))
        if after.status is ours.status:
            return None
        return Difference(DifferenceKind.ORDER_STATE, ours.id, ours.status.value, theirs.status.value)

    async def _missing(self, order: BookedOrder) -> Difference | None:
        """Lost only when it was missing before, longer ago than a broker needs to show what it has. What was never
        answered is not lost: sending looks after it."""
        if order.status is OrderStatus.UNKNOWN or not order.broker_order_id:
            return None
        if order.missing_since is None or order.missing_since + self._timeouts.grace > self._clock.now():
            await self._journal.mark_missing(order.deployment_id, order.id)
            return None
        await self._syncer.read_fills(order.deployment_id, from_the_start=True)
        lapsed = BrokerAnswer(status=OrderStatus.LAPSED, why="lost_by_the_broker")
        after = await self._journal.record_answer(order.deployment_id, order.id, lapsed)
        if after.status is not OrderStatus.LAPSED:
            return None
        return Difference(DifferenceKind.LOST_ORDER, order.id, order.status.value, "")

    async def _compare_shares(self, deployment_id: str) -> list[Difference]:
        theirs = {position.symbol: position.quantity for position in await self._broker.positions()}
        ours = {position.symbol: position for position in await self._journal.positions(deployment_id)}
        return list(_share_differences(ours, theirs))

    async def _compare_cash(self, deployment_id: str) -> list[Difference]:
        account = await self._broker.account()
        if (await self._syncer.read_cash(deployment_id)).moves or await self._syncer.read_fills(deployment_id):
            return []  # the account was read before they happened; next time
        ledger = await self._journal.ledger(deployment_id)
        gap = Money(total(account.cash, ledger.cash.copy_negate()), account.currency).rounded().amount
        if not gap:
            return []
        await self._journal.record_other_cash(deployment_id, gap, "reconciled")
        return [Difference(DifferenceKind.CASH, account.currency, str(ledger.cash), str(account.cash), gap)]


def _share_differences(ours: Mapping[str, Position], theirs: Mapping[str, Decimal]) -> Iterator[Difference]:
    for symbol in sorted({*ours, *theirs}):
        meant = ours[symbol].quantity if symbol in ours else Decimal(0)
        there = theirs.get(symbol, Decimal(0))
        if abs(there - meant) > _DUST * max(abs(meant), abs(there)):
            kind = DifferenceKind.SHARES if symbol in ours else DifferenceKind.FOREIGN_POSITION
            yield Difference(kind, symbol, str(meant), str(there), there - meant)
