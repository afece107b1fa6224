"""A floor on a bad day: a broker with faults, a process that dies between any two steps, and what must hold anyway."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from packages.domain.trading.errors import BrokerDown, BrokerThrottled, OutcomeUnknown
from packages.domain.trading.execution.account_orders import Outbox, deployment_stream, each_once
from packages.domain.trading.execution.model import JournalPage, notional, total
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderStatus
from tests.fakes.event_log import InMemoryEventLog
from tests.packages.domain.trading.execution.simulated_broker import CASH
from tests.packages.domain.trading.execution.trading_floor import D, Floor, depth

ALL = JournalPage(limit=100_000)
NO_ANSWER = (BrokerDown, BrokerThrottled, OutcomeUnknown)


class Crash(Exception):
    """The process died here."""


class Mortal:
    """Whatever it stands for, until so many calls were begun; the last one is done or not done, and not answered."""

    def __init__(self, target: Any, life: "Life") -> None:
        self._target = target
        self._life = life

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if not callable(found):
            return found

        async def call(*arguments: Any, **named: Any) -> Any:
            self._life.step(before=True)
            answer = await found(*arguments, **named)
            self._life.step(before=False)
            return answer

        return call


@dataclass
class Life:
    """How many half steps there are left."""

    left: int

    def step(self, *, before: bool) -> None:
        self.left -= 1
        if self.left < 0:
            raise Crash


class HostileFloor(Floor):
    """`statuses` remembers where every order stood, so that a step backwards is seen."""

    def begin(self) -> None:
        self.log = InMemoryEventLog()
        self.stood: dict[str, OrderStatus] = {}
        self.came: Counter[str] = Counter()

    async def attempt(self, work: Callable[[], Awaitable[object]]) -> None:
        """A broker that does not answer is no news."""
        try:
            await work()
        except NO_ANSWER:
            self.came["unanswered"] += 1

    async def die_during(self, work: Callable[[Floor], Awaitable[object]], steps: int) -> None:
        life = Life(steps)
        self.restart(journal=Mortal(self.journal, life), broker=Mortal(self.broker, life))
        try:
            await self.attempt(lambda: work(self))
        except Crash:
            self.came["crash"] += 1
        self.restart()

    async def decide_something(self, wishes: list[int]) -> None:
        """0 nothing, 1 in long, 2 in short, 3 in at a limit, 4 and 5 out; as a strategy would, from the book."""
        book = await self.journal.book(D)
        busy = {each.symbol for each in book.holdings} | {each.symbol for each in book.working}
        held = {each.symbol: each for each in await self.journal.positions(D) if each.quantity}
        leaving = {each.symbol for each in book.holdings if each.is_leaving}
        requests: list[OrderRequest] = []
        for symbol, wish in zip(("AAA", "BBB", "CCC"), wishes, strict=True):
            if wish in (1, 2, 3) and symbol not in busy:
                side = OrderSide.SELL if wish == 2 else OrderSide.BUY
                requests.append(self.enter(symbol, 100 + wish, side, limit="11" if wish == 3 else ""))
            elif wish > 3 and symbol in held and symbol not in leaving and held[symbol].closable:
                side = OrderSide.SELL if held[symbol].quantity > 0 else OrderSide.BUY
                requests.append(self.leave(symbol, int(held[symbol].closable), side))
        await self.decide(*requests)

    async def check(self) -> None:
        """What holds at every moment."""
        booked = [each.fill for each in await self.journal.fills(D, ALL)]
        assert len({fill.fill_id for fill in booked}) == len(booked)
        assert {fill.fill_id for fill in booked} <= {fill.fill_id for fill in self.market.fills}
        ledger = await self.journal.ledger(D)
        signs = {OrderSide.BUY: Decimal(1), OrderSide.SELL: Decimal(-1)}
        spent = [notional(fill.quantity * signs[fill.side], fill.price) + fill.costs for fill in booked]
        assert ledger.cash == total(CASH, ledger.other_cash, *(amount.copy_negate() for amount in spent))
        shares = {position.symbol: position.quantity for position in await self.journal.positions(D)}
        for symbol in shares:
            assert shares[symbol] == sum(fill.quantity * signs[fill.side] for fill in booked if fill.symbol == symbol)
        orders = {order.id: order for order in await self.journal.orders(D, ALL)}
        assert set(self.market.orders) <= set(orders), "an order that nobody meant"
        for order in orders.values():
            before = self.stood.get(order.id, OrderStatus.INTENDED)
            assert depth(order.status) >= depth(before)
            assert order.status is before or not before.is_final
            assert order.filled == sum(fill.quantity for fill in booked if fill.client_order_id == order.id)
            assert order.is_entry or order.status is not OrderStatus.BLOCKED, "an exit was refused by us"
        self.stood = {order.id: order.status for order in orders.values()}

    async def calm_down(self) -> None:
        """No faults any more; whoever is still on the way arrives."""
        self.faults.clear()
        self.restart()
        for _ in range(8):
            self.clock.move(seconds=61)
            await self.desk.reconcile(D)
            await self.desk.send(D)
            await self.trade(volume=100, price="12")
            await self.desk.sync(D)
            await self.check()

    async def check_the_end(self) -> None:
        """Nothing lost, nothing twice, nothing orphaned, and both books are the same."""
        await self.calm_down()
        assert await self.desk.reconcile(D) == ()
        ours = {order.id: order for order in await self.journal.orders(D, ALL)}
        working = {order.request.client_order_id for order in await self.market.open_orders()}
        assert {order.id for order in ours.values() if not order.status.is_final} == working
        assert len(await self.journal.fills(D, ALL)) == len(self.market.fills)
        for client_order_id, theirs in self.market.orders.items():
            assert ours[client_order_id].filled == theirs.filled
            assert theirs.filled <= (ours[client_order_id].request.quantity or 0)
        there = {each.symbol: each.quantity for each in await self.market.positions()}
        assert await self.shares() == there
        ledger = await self.journal.ledger(D)
        assert (ledger.cash, ledger.other_cash, ledger.stopped) == (self.market.cash, Decimal(0), "")
        for order in ours.values():
            never_sent = order.status in (OrderStatus.LAPSED, OrderStatus.CANCELLED, OrderStatus.REJECTED)
            assert order.id in self.market.orders or never_sent or order.status is OrderStatus.BLOCKED
            assert order.request.effect is Effect.OPEN or order.status is not OrderStatus.LAPSED or "lost" in order.why
        await self._check_notices()

    async def deliver_without_marking(self) -> None:
        """Told, and then dead: the next delivery tells the same again."""
        life = Life(3)
        try:
            await Outbox(Mortal(self.journal, life), self.log).deliver(D)
        except Crash:
            self.came["told_again"] += 1

    async def _check_notices(self) -> None:
        await Outbox(self.journal, self.log).deliver(D)
        events = list(each_once(await self.log.read(deployment_stream(D), "ann", limit=100_000)))
        changes = [len(await self.journal.history(D, order.id)) for order in await self.journal.orders(D, ALL)]
        assert sum(event.type == "order" for event in events) == sum(changes)
        assert sum(event.type == "fill" for event in events) == len(self.market.fills)
