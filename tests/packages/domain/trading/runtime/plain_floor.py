"""A floor of plain prices and scripted decisions at a broker that takes quantities and holds no guards."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import Broker, FillPage
from packages.domain.trading.decisions import Book, Decision, Enter, Leave
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.errors import BrokerDown, OrderRejected
from packages.domain.trading.orders import BrokerOrder, Guards, OrderRequest, OrderSide, OrderType, SizeRule, Sizing
from packages.domain.trading.risk.gate import Quote
from packages.domain.trading.runtime.ports import VenueReach
from packages.domain.trading.runtime.sizing import Charges
from packages.infra.providers.trading.engine.decider import requests_of
from tests.packages.domain.trading.execution.simulated_broker import SimulatedBroker

FIRST = datetime(2026, 11, 16, tzinfo=UTC)
DAY = timedelta(days=1)


class StopBroker(SimulatedBroker):
    """Knows stop orders. With `reserves` shares that wait in one order cannot be sold by another."""

    reserves = False
    is_down = False
    refuses = False

    def trade(self, prices: Mapping[str, Decimal], volume: int = 1_000_000) -> None:
        for order in [each for each in self.orders.values() if not each.status.is_final]:
            if _is_met(order.request, prices[order.request.symbol]):
                self._fill(order, self._open_shares(order), prices[order.request.symbol])

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        if self.refuses:
            raise OrderRejected("Not at this moment.", "not_now")
        waiting = [each for each in await self.open_orders() if each.request.effect == order.effect == "close"]
        if self.reserves and any(each.request.symbol == order.symbol for each in waiting):
            raise OrderRejected("The shares wait in another order.", "shares_are_held")
        return await super().submit(order)

    async def fills_since(self, cursor: str = "") -> FillPage:
        if self.is_down:
            raise BrokerDown("Closed for a moment.")
        return await super().fills_since(cursor)


def _is_met(request: OrderRequest, price: Decimal) -> bool:
    if request.price is None:
        return True
    below = (request.type is OrderType.STOP) == (request.side is OrderSide.SELL)
    return price <= request.price if below else price >= request.price


@dataclass(slots=True)
class PlainFloor:
    """Its bars are those that have a price; `script` says what is decided on which."""

    broker: Broker
    deployment_id: str = ""
    closes: list[Decimal] = field(default_factory=list)
    script: dict[int, Decision] = field(default_factory=dict)
    asked: list[datetime] = field(default_factory=list)
    replays: bool = False
    charges: Charges = field(default_factory=Charges)
    capital: Decimal = Decimal(1_000_000)
    source: asyncio.Event | None = None  # what the bars are waited for with

    @property
    def bars(self) -> Sequence[datetime]:
        return [FIRST + number * DAY for number in range(len(self.closes))]

    def known_at(self, bar: datetime) -> datetime:
        return bar + timedelta(hours=21)

    def day_of(self, bar: datetime) -> date:
        return bar.date()

    def is_open(self, at: datetime) -> bool:
        return True

    def late(self, newest: datetime, now: datetime) -> timedelta:
        return max(now - newest - DAY, timedelta(0))

    def quotes(self, bar: datetime) -> Mapping[str, Quote]:
        return {"AAA": Quote(self.closes[(bar - FIRST) // DAY], self.known_at(bar))}

    def reach(self, symbol: str, since: datetime, bar: datetime) -> VenueReach | None:
        some = self.closes[max((since - FIRST) // DAY, 0) : (bar - FIRST) // DAY + 1]
        return VenueReach(max(some), min(some)) if some else None

    def decide(self, bar: datetime, book: Book) -> Decision:
        self.asked.append(bar)
        return self.script.get((bar - FIRST) // DAY, Decision(bar, (), ()))

    def orders(self, decision: Decision, held: Mapping[str, Decimal]) -> Sequence[OrderRequest]:
        return list(requests_of(self.deployment_id, decision, held))

    async def trade(self, bar: datetime) -> None:
        """The broker has a market of its own."""

    async def leaving(self) -> frozenset[str]:
        return frozenset()

    async def holding_states(self) -> None:
        """No rule reads the account."""

    async def day_begins(self, deployment: Deployment) -> datetime | None:
        return None

    async def next_close(self, deployment: Deployment, after: datetime) -> datetime | None:
        return None

    async def open(self, deployment: Deployment, since: datetime, now: datetime) -> "PlainFloor":
        self.deployment_id = deployment.id
        if self.source is not None:
            await self.source.wait()
        return self

    async def of(self, deployment: Deployment) -> Broker:
        return self.broker


def enters(number: int, guards: Guards | None = None, cash: float = 10_000.0) -> Decision:
    """Long, at the market, for so much money."""
    bar = FIRST + number * DAY
    entry = Enter(
        symbol="AAA",
        direction=Direction.LONG,
        type=OrderType.MARKET,
        price=None,
        valid_bars=None,
        sizing=Sizing(SizeRule.CASH, cash),
        guards=guards or Guards(),
        close=100.0,
        why={"close": 100.0},
    )
    return Decision(bar, (), (entry,))


def leaves(number: int) -> Decision:
    leave = Leave(symbol="AAA", direction=Direction.LONG, reason="signal_exit", rule=0, why={"close": 1.0})
    return Decision(FIRST + number * DAY, (leave,), ())
