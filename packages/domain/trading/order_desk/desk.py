"""The order desk of one broker account: sends what was meant, reads what happened, compares the two, and closes."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.domain.trading.broker import Broker
from packages.domain.trading.order_desk.differences import Difference
from packages.domain.trading.order_desk.model import Committed, DeskOrder, Intent, Position
from packages.domain.trading.order_desk.pauses import Patience, Quiet
from packages.domain.trading.order_desk.ports import OrderJournal, SendGate, open_gate
from packages.domain.trading.order_desk.reconciling import Reconciler
from packages.domain.trading.order_desk.sending import Sender
from packages.domain.trading.order_desk.syncing import Syncer
from packages.domain.trading.orders import Effect, Fill, OrderRequest, OrderType, Side


class OrderDesk:
    """Everything may be called again after a crash, at any point, and goes on from what the journal says."""

    def __init__(
        self,
        journal: OrderJournal,
        broker: Broker,
        clock: Clock,
        gate: SendGate = open_gate,
        patience: Patience | None = None,
    ) -> None:
        patience = patience or Patience()
        self._journal = journal
        self._quiet = Quiet(clock, patience)
        self._sender = Sender(journal, broker, clock, gate, patience, self._quiet)
        self._syncer = Syncer(journal, broker, clock, patience, self._quiet)
        self._reconciler = Reconciler(journal, broker, clock, patience, self._syncer)

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
    deployment_id: str, request_id: str, positions: Sequence[Position], leaving: Sequence[DeskOrder]
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
                    side=Side.SELL if position.quantity > 0 else Side.BUY,
                    effect=Effect.CLOSE,
                    type=OrderType.MARKET,
                    quantity=quantity,
                    reason="flatten",
                )
            )
