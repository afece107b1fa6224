"""One deployment with its desk at a simulated broker, over a journal in a database of its own."""

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.domain.trading.broker import Broker
from packages.domain.trading.errors import UnknownOrder
from packages.domain.trading.execution.account_orders import AccountOrders
from packages.domain.trading.execution.model import BookedOrder, Committed, Intent
from packages.domain.trading.execution.ports import OrderJournal, SendGate, open_gate
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderStatus, OrderType, client_order_id
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.settings.database import DatabaseUrl
from tests.fakes.clock import StoppedClock
from tests.fakes.faulty_broker import FaultyBroker, PlannedFaults
from tests.packages.domain.trading.execution.simulated_broker import CASH, SimulatedBroker

D = "deployment-1"
START = datetime(2026, 3, 2, tzinfo=UTC)
SYMBOLS = ("AAA", "BBB", "CCC")
DEPTH = {
    OrderStatus.INTENDED: 0,
    OrderStatus.UNKNOWN: 1,
    OrderStatus.ACCEPTED: 2,
    OrderStatus.PARTIALLY_FILLED: 3,
    OrderStatus.CANCELLING: 4,
}


def depth(status: OrderStatus) -> int:
    """How far an order has come; all ends are equally far."""
    return DEPTH.get(status, 5)


class Floor:
    """The clock, the market and the desk; `restart` forgets what the desk had only in its head."""

    def __init__(self, template: Path, folder: Path) -> None:
        self.clock = StoppedClock(START)
        self.database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(template, folder / 'orders.sqlite')}"))
        self.journal = SqlOrderJournal(self.database, self.clock)
        self.market = SimulatedBroker(self.clock, SYMBOLS)
        self.faults = PlannedFaults()
        self.broker = FaultyBroker(self.market, self.faults)
        self.bars = 0
        self.restart()

    async def open(self) -> None:
        await self.journal.open_book(D, "ann", CASH)

    async def aclose(self) -> None:
        await self.journal.aclose()
        await self.database.aclose()

    def restart(
        self, gate: SendGate = open_gate, journal: OrderJournal | None = None, broker: Broker | None = None
    ) -> None:
        self.desk = AccountOrders(journal or self.journal, broker or self.broker, self.clock, gate)

    @property
    def bar(self) -> datetime:
        return START + self.bars * timedelta(days=1)

    async def decide(self, *requests: OrderRequest) -> Committed:
        return await self.journal.commit_decision(D, self.bar, [], [Intent(request) for request in requests])

    async def trade(self, volume: int = 10_000, price: str = "10") -> None:
        """The next bar, whose fills the desk has yet to read."""
        self.clock.move(minutes=1)
        self.bars += 1
        self.market.trade(dict.fromkeys(SYMBOLS, Decimal(price)), volume)
        with suppress(UnknownOrder):  # a broker that loses an order does not keep its promise to cancel it
            await self.broker.bar_passed()

    def enter(
        self, symbol: str = "AAA", quantity: int = 100, side: OrderSide = OrderSide.BUY, limit: str = ""
    ) -> OrderRequest:
        return self._order(symbol, quantity, side, Effect.OPEN, limit)

    def leave(self, symbol: str = "AAA", quantity: int = 100, side: OrderSide = OrderSide.SELL) -> OrderRequest:
        return self._order(symbol, quantity, side, Effect.CLOSE, "")

    async def order(self, request: OrderRequest) -> BookedOrder:
        found = await self.journal.find(D, request.client_order_id)
        assert found is not None
        return found

    async def shares(self) -> dict[str, Decimal]:
        return {each.symbol: each.quantity for each in await self.journal.positions(D) if each.quantity}

    def _order(self, symbol: str, quantity: int, side: OrderSide, effect: Effect, limit: str) -> OrderRequest:
        return OrderRequest(
            client_order_id=client_order_id(D, self.bar, effect.value, symbol),
            symbol=symbol,
            side=side,
            effect=effect,
            type=OrderType.LIMIT if limit else OrderType.MARKET,
            quantity=Decimal(quantity),
            price=Decimal(limit) if limit else None,
        )


@contextmanager
def floor_folder() -> Iterator[Path]:
    """In memory where the machine has such a place: the disk is not what is tested here."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="parley-floor-") as folder:
        yield Path(folder)


def make_template(folder: Path) -> Path:
    """A database at the current schema, to be copied."""

    async def build() -> None:
        database = Database(DatabaseUrl(f"sqlite:///{path}"))
        await upgrade(database)
        await database.aclose()

    path = folder / "template.sqlite"
    asyncio.run(build())
    return path


def statuses(orders: Sequence[BookedOrder]) -> list[str]:
    return [order.status.value for order in orders]
