"""Orders of one broker account: sends intents, reads what happened, and hands notices to the event log."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.events import Event, EventLog, NewEvent
from packages.core.ids import derived_id
from packages.domain.trading.broker import Broker, Quiet, RetryTimeouts
from packages.domain.trading.execution.differences import Difference
from packages.domain.trading.execution.model import BookedOrder, Committed, Intent, Position
from packages.domain.trading.execution.ports import Notices, OrderJournal, SendGate, open_gate
from packages.domain.trading.execution.reconciling import Reconciler
from packages.domain.trading.execution.sending import Sender
from packages.domain.trading.execution.syncing import Syncer
from packages.domain.trading.orders import Effect, Fill, OrderRequest, OrderSide, OrderType


class AccountOrders:
    """Everything may be called again after a crash, at any point, and goes on from what the journal says."""

    def __init__(
        self,
        journal: OrderJournal,
        broker: Broker,
        clock: Clock,
        gate: SendGate = open_gate,
        timeouts: RetryTimeouts | None = None,
    ) -> None:
        timeouts = timeouts or RetryTimeouts()
        self._journal = journal
        self._quiet = Quiet(clock, timeouts)
        self._sender = Sender(journal, broker, clock, gate, timeouts, self._quiet)
        self._syncer = Syncer(journal, broker, clock, timeouts, self._quiet)
        self._reconciler = Reconciler(journal, broker, clock, timeouts, self._syncer)

    @property
    def quiet_until(self) -> datetime | None:
        """When the broker may be asked again; None where it may be now."""
        return self._quiet.until

    async def send(self, deployment_id: str, newest_bar: datetime | None = None) -> None:
        """Sends what is due. `newest_bar` is the newest finished one, where that may be later than the last decided:
        entries of earlier bars lapse."""
        await self._sender.send(deployment_id, newest_bar)

    async def sync(self, deployment_id: str) -> tuple[Fill, ...]:
        """Reads fills and states; the fills that were new."""
        return await self._syncer.sync(deployment_id)

    async def reconcile(self, deployment_id: str) -> tuple[Difference, ...]:
        """All differences that were found; raises the broker's error where it does not answer."""
        return await self._reconciler.reconcile(deployment_id)

    async def cancel_entries(self, deployment_id: str) -> None:
        """What the broker has not answered is asked again by `sync`."""
        for order in await self._journal.open_orders(deployment_id):
            if order.is_entry:
                await self._syncer.cancel(order)

    async def flatten(self, deployment_id: str, request_id: str) -> Committed:
        """Cancels what is at work and orders everything out at the market; the same request again orders nothing."""
        for order in await self._journal.open_orders(deployment_id):
            if order.is_entry or order.request.type is not OrderType.MARKET:
                await self._syncer.cancel(order)
        leaving = [order for order in await self._journal.open_orders(deployment_id) if not order.is_entry]
        positions = await self._journal.positions(deployment_id)
        intents = list(_exits(deployment_id, request_id, positions, leaving))
        committed = await self._journal.commit_request(deployment_id, f"flatten:{request_id}", intents)
        await self._sender.send(deployment_id, None)
        return committed


def _exits(
    deployment_id: str, request_id: str, positions: Sequence[Position], leaving: Sequence[BookedOrder]
) -> Iterator[Intent]:
    for position in positions:
        under_way = [
            order.remaining or Decimal(0)
            for order in leaving
            if order.request.symbol == position.symbol and order.request.type is OrderType.MARKET
        ]
        quantity = position.closable - sum(under_way, Decimal(0))
        if quantity > 0:
            yield Intent(
                OrderRequest(
                    client_order_id=derived_id("order", deployment_id, request_id, "flatten", position.symbol),
                    symbol=position.symbol,
                    side=OrderSide.SELL if position.quantity > 0 else OrderSide.BUY,
                    effect=Effect.CLOSE,
                    type=OrderType.MARKET,
                    quantity=quantity,
                    reason="flatten",
                )
            )


def deployment_stream(deployment_id: str) -> str:
    """The event stream of a deployment's orders."""
    return f"deployment:{deployment_id}"


class Outbox:
    """Who dies between delivering and marking delivers again; the number of the notice says that it is the same."""

    def __init__(self, notices: Notices, log: EventLog) -> None:
        self._notices = notices
        self._log = log

    async def deliver(self, deployment_id: str) -> int:
        """How many were delivered."""
        delivered, stream = 0, deployment_stream(deployment_id)
        owner_id, waiting = await self._notices.undelivered(deployment_id)
        await self._log.open(stream, owner_id)
        while waiting:
            events = [NewEvent(each.event.type, {"notice": each.number, **each.event.data}) for each in waiting]
            await self._log.append(stream, *events)
            await self._notices.mark_delivered(deployment_id, waiting[-1].number)
            delivered += len(waiting)
            _, waiting = await self._notices.undelivered(deployment_id)
        return delivered


def each_once(events: Iterable[Event]) -> Iterator[Event]:
    """Events of a deployment's stream, without repeats."""
    seen: set[int] = set()
    for event in events:
        number = json.loads(event.json)["notice"]
        if number not in seen:
            seen.add(number)
            yield event
