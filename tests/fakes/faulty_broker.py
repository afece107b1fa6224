"""A broker with bad days: every kind of fault that the order desk has to live through, by name.

A plan says which fault comes when; each is spent on the first call that it fits. `FaultyBroker.happened` counts what
really came about, so that a test can see that its faults were met.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from random import Random
from typing import Protocol

from packages.domain.trading.broker import (
    Asset,
    Broker,
    BrokerAccount,
    BrokerPosition,
    Capabilities,
    CashHistoryUnavailable,
    CashPage,
    FillPage,
    MarketClock,
)
from packages.domain.trading.errors import BrokerDown, BrokerThrottled, OutcomeUnknown
from packages.domain.trading.orders import BrokerOrder, Fill, OrderRequest, OrderStatus


class Fault(StrEnum):
    """What goes wrong, and where."""

    TIMEOUT_BEFORE_ACCEPT = "timeout_before_accept"  # submit: no answer, nothing was taken
    TIMEOUT_AFTER_ACCEPT = "timeout_after_accept"  # submit: no answer, the order was taken
    PARTIAL_THEN_REJECT = "partial_then_reject"  # submit: half of the quantity fills, the rest is refused
    TIMEOUT_ON_CANCEL = "timeout_on_cancel"  # cancel: no answer, it was done
    CANCEL_RACE = "cancel_race"  # cancel: promised, and done only after the next bar, which may fill the order
    DUPLICATE_FILL = "duplicate_fill"  # fills_since: one fill twice on a page
    FILLS_OUT_OF_ORDER = "fills_out_of_order"  # fills_since: the page backwards
    REPEATED_PAGE = "repeated_page"  # fills_since: all that was told before, again
    LOST_CALLBACK = "lost_callback"  # fills_since: nothing, though there is something
    FILL_HELD_BACK = "fill_held_back"  # fills_since: all but the last one
    FIND_NOT_YET = "find_not_yet"  # find: none, though it is there
    STALE_ORDER = "stale_order"  # find: as it was when it was seen before
    OPEN_ORDERS_NOT_YET = "open_orders_not_yet"  # open_orders: without the newest
    STALE_ACCOUNT = "stale_account"  # account and positions: as they were when they were seen before
    CLOCK_SKEW = "clock_skew"  # clock: minutes ahead
    THROTTLED = "throttled"  # anything: 429
    DOWN = "down"  # anything: 5xx


_METHODS = frozenset(
    {"account", "positions", "submit", "cancel", "find", "open_orders", "fills_since", "cash_since", "clock", "asset"}
)
FITS: dict[Fault, frozenset[str]] = {
    Fault.TIMEOUT_BEFORE_ACCEPT: frozenset({"submit"}),
    Fault.TIMEOUT_AFTER_ACCEPT: frozenset({"submit"}),
    Fault.PARTIAL_THEN_REJECT: frozenset({"submit"}),
    Fault.TIMEOUT_ON_CANCEL: frozenset({"cancel"}),
    Fault.CANCEL_RACE: frozenset({"cancel"}),
    Fault.DUPLICATE_FILL: frozenset({"fills_since"}),
    Fault.FILLS_OUT_OF_ORDER: frozenset({"fills_since"}),
    Fault.REPEATED_PAGE: frozenset({"fills_since"}),
    Fault.LOST_CALLBACK: frozenset({"fills_since"}),
    Fault.FILL_HELD_BACK: frozenset({"fills_since"}),
    Fault.FIND_NOT_YET: frozenset({"find"}),
    Fault.STALE_ORDER: frozenset({"find"}),
    Fault.OPEN_ORDERS_NOT_YET: frozenset({"open_orders"}),
    Fault.STALE_ACCOUNT: frozenset({"account", "positions"}),
    Fault.CLOCK_SKEW: frozenset({"clock"}),
    Fault.THROTTLED: _METHODS,
    Fault.DOWN: _METHODS,
}
SKEW = timedelta(minutes=7)


class FaultPlan(Protocol):
    """Which fault the next call of a method meets, None for a good answer."""

    def next_for(self, method: str) -> Fault | None: ...


class PlannedFaults:
    """Faults in a queue; each waits for the first call that it fits."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._waiting = deque(faults)

    def push(self, fault: Fault) -> None:
        self._waiting.append(fault)

    def clear(self) -> None:
        self._waiting.clear()

    def next_for(self, method: str) -> Fault | None:
        fitting = next((fault for fault in self._waiting if method in FITS[fault]), None)
        if fitting is not None:
            self._waiting.remove(fitting)
        return fitting


class RandomFaults:
    """A fault of any fitting kind in so many of all calls."""

    def __init__(self, random: Random, rate: float) -> None:
        self._random = random
        self._rate = rate

    def next_for(self, method: str) -> Fault | None:
        if self._random.random() >= self._rate:
            return None
        return self._random.choice([fault for fault in Fault if method in FITS[fault]])


class FaultyBroker:
    """A `Broker` in front of another one. Tell it `bar_passed()` after each bar that the market has traded."""

    def __init__(self, broker: Broker, plan: FaultPlan) -> None:
        self._broker = broker
        self._plan = plan
        self._halved: dict[str, OrderRequest] = {}
        self._cancelling: list[str] = []
        self._seen_orders: dict[str, BrokerOrder] = {}
        self._seen_account: BrokerAccount | None = None
        self._seen_positions: Sequence[BrokerPosition] | None = None
        self.happened: Counter[Fault] = Counter()

    @property
    def capabilities(self) -> Capabilities:
        return self._broker.capabilities

    async def bar_passed(self) -> None:
        """Cancellations that were promised before the bar are done now, unless the bar filled the order."""
        promised, self._cancelling = self._cancelling, []
        for client_order_id in promised:
            await self._broker.cancel(client_order_id)

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        fault = self._meet("submit")
        if fault is Fault.TIMEOUT_BEFORE_ACCEPT:
            self._came(fault)
            raise OutcomeUnknown("The broker did not answer.")
        half = await self._half_of(order) if fault is Fault.PARTIAL_THEN_REJECT else None
        answer = await self._broker.submit(half or order)
        if half is not None:
            self._came(Fault.PARTIAL_THEN_REJECT)
            self._halved[order.client_order_id] = order
        taken = self._seen(answer)
        if fault is Fault.TIMEOUT_AFTER_ACCEPT:
            self._came(fault)
            raise OutcomeUnknown("The broker did not answer.")
        return taken

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        fault = self._meet("cancel")
        if fault is Fault.CANCEL_RACE:
            found = await self._broker.find(client_order_id)
            if found is not None and not found.status.is_final:
                self._came(fault)
                self._cancelling.append(client_order_id)
                return replace(self._seen(found), status=OrderStatus.CANCELLING)
        cancelled = self._seen(await self._broker.cancel(client_order_id))
        if fault is Fault.TIMEOUT_ON_CANCEL:
            self._came(fault)
            raise OutcomeUnknown("The broker did not answer.")
        return cancelled

    async def find(self, client_order_id: str) -> BrokerOrder | None:
        fault = self._meet("find")
        before = self._seen_orders.get(client_order_id)
        found = await self._broker.find(client_order_id)
        if found is None:
            return None
        if fault is Fault.FIND_NOT_YET:
            self._came(fault)
            return None
        now = self._seen(found)
        if fault is Fault.STALE_ORDER and before is not None and before != now:
            self._came(fault)
            return before
        return now

    async def open_orders(self) -> Sequence[BrokerOrder]:
        fault = self._meet("open_orders")
        found = [self._seen(order) for order in await self._broker.open_orders()]
        if fault is Fault.OPEN_ORDERS_NOT_YET and found:
            self._came(fault)
            return found[:-1]
        return found

    async def fills_since(self, cursor: str = "") -> FillPage:
        fault = self._meet("fills_since")
        page = await self._broker.fills_since(cursor)
        match fault:
            case Fault.DUPLICATE_FILL if page.fills:
                told = (page.fills[0], *page.fills)
            case Fault.FILLS_OUT_OF_ORDER if len(page.fills) > 1:
                told = page.fills[::-1]
            case Fault.REPEATED_PAGE if cursor:
                told = (await self._broker.fills_since()).fills
            case Fault.LOST_CALLBACK if page.fills:
                self._came(fault)
                return FillPage((), cursor)
            case Fault.FILL_HELD_BACK if page.fills:
                return await self._without_last(cursor, page.fills)
            case _:
                return page
        self._came(fault)
        return FillPage(told, page.cursor)

    async def cash_since(self, cursor: str = "") -> CashPage | CashHistoryUnavailable:
        self._meet("cash_since")
        return await self._broker.cash_since(cursor)

    async def account(self) -> BrokerAccount:
        fault, before = self._meet("account"), self._seen_account
        now = self._seen_account = await self._broker.account()
        if fault is Fault.STALE_ACCOUNT and before is not None and before != now:
            self._came(fault)
            return before
        return now

    async def positions(self) -> Sequence[BrokerPosition]:
        fault, before = self._meet("positions"), self._seen_positions
        now = self._seen_positions = await self._broker.positions()
        if fault is Fault.STALE_ACCOUNT and before is not None and before != now:
            self._came(fault)
            return before
        return now

    async def clock(self) -> MarketClock:
        fault, told = self._meet("clock"), await self._broker.clock()
        if fault is Fault.CLOCK_SKEW:
            self._came(fault)
            return replace(told, now=told.now + SKEW)
        return told

    async def asset(self, symbol: str) -> Asset | None:
        self._meet("asset")
        return await self._broker.asset(symbol)

    def _meet(self, method: str) -> Fault | None:
        fault = self._plan.next_for(method)
        if fault is Fault.THROTTLED:
            self._came(fault)
            raise BrokerThrottled("Too many questions: ask again in 2 seconds.", retry_after_seconds=2.0)
        if fault is Fault.DOWN:
            self._came(fault)
            raise BrokerDown("The broker cannot serve now: try again later.")
        return fault

    def _came(self, fault: Fault) -> None:
        self.happened[fault] += 1

    def _seen(self, order: BrokerOrder) -> BrokerOrder:
        """As it is told: an order that was halved has its whole quantity, and is refused once its half is filled."""
        whole = self._halved.get(order.request.client_order_id)
        if whole is not None:
            done = order.status is OrderStatus.FILLED
            order = replace(
                order,
                request=whole,
                status=OrderStatus.REJECTED if done else order.status,
                why="the rest was refused" if done else order.why,
            )
        self._seen_orders[order.request.client_order_id] = order
        return order

    async def _half_of(self, order: OrderRequest) -> OrderRequest | None:
        """None where there is no smaller order than this one, or where it is there already."""
        asset = await self._broker.asset(order.symbol)
        if order.quantity is None or asset is None or await self._broker.find(order.client_order_id) is not None:
            return None
        half = order.quantity / 2
        if asset.step > 0:
            half = half // asset.step * asset.step
        return replace(order, quantity=half) if half >= max(asset.smallest, Decimal("1e-9")) else None

    async def _without_last(self, cursor: str, fills: tuple[Fill, ...]) -> FillPage:
        """The cursor stays where it was: what is told again is known by its fill ids."""
        self._came(Fault.FILL_HELD_BACK)
        return FillPage(fills[:-1], cursor)
