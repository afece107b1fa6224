"""A small honest broker in memory: market and limit orders, a bar's volume that has to be shared, rejections."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from packages.domain.trading.broker import (
    Asset,
    BrokerAccount,
    BrokerPosition,
    Capabilities,
    CashHistoryUnavailable,
    CashKind,
    CashMove,
    CashPage,
    FillPage,
    MarketClock,
    Mode,
)
from packages.domain.trading.errors import OrderRejected, UnknownOrder
from packages.domain.trading.execution.booking import book_fill
from packages.domain.trading.execution.model import Position
from packages.domain.trading.orders import BrokerOrder, Effect, Fill, OrderRequest, OrderSide, OrderStatus, OrderType
from tests.fakes.clock import StoppedClock

CASH = Decimal(1_000_000)
COSTS = Decimal("0.35")
FILLS_A_PAGE = 3


class SimulatedBroker:
    """`submitted` counts how often each client id came; `trade` is its market."""

    capabilities = Capabilities(sizes_at_fill=False, guards=False, trailing=False, shorts=True, fractions=False)

    def __init__(self, clock: StoppedClock, symbols: Sequence[str] = ("AAA", "BBB", "CCC")) -> None:
        self._clock = clock
        self._symbols = symbols
        self.orders: dict[str, BrokerOrder] = {}
        self.fills: list[Fill] = []
        self.shares = {symbol: Position(symbol=symbol) for symbol in symbols}
        self.cash = CASH
        self.moves: list[CashMove] = []
        self.submitted: Counter[str] = Counter()

    def trade(self, prices: Mapping[str, Decimal], volume: int) -> None:
        """One bar: orders at work fill in turn, a market order at the price, a limit where it is as good."""
        left = dict.fromkeys(self._symbols, Decimal(volume))
        for order in [order for order in self.orders.values() if not order.status.is_final]:
            price = prices[order.request.symbol]
            if _is_good(order.request, price):
                quantity = min(self._open_shares(order), left[order.request.symbol])
                left[order.request.symbol] -= quantity
                self._fill(order, quantity, price)

    def lose(self, client_order_id: str) -> None:
        """As if it had never been here; what it filled stays."""
        del self.orders[client_order_id]

    def trade_by_hand(self, symbol: str, side: OrderSide, quantity: int, price: Decimal, client_order_id: str) -> None:
        """Somebody else uses the account."""
        request = OrderRequest(
            client_order_id=client_order_id,
            symbol=symbol,
            side=side,
            effect=Effect.OPEN,
            type=OrderType.MARKET,
            quantity=Decimal(quantity),
        )
        self._book(request, Decimal(quantity), price)

    def pay(self, amount: str, kind: CashKind = CashKind.DIVIDEND, shares: int = 0, symbol: str = "AAA") -> None:
        """Money that comes without a fill, and shares with it."""
        self.cash += Decimal(amount)
        held = self.shares[symbol]
        self.shares[symbol] = replace(held, quantity=held.quantity + shares)
        told = {"amount": Decimal(amount), "at": self._clock.now(), "symbol": symbol, "shares": Decimal(shares)}
        self.moves.append(CashMove(move_id=f"move-{len(self.moves) + 1}", kind=kind, **told))  # type: ignore[arg-type]

    def _open_shares(self, order: BrokerOrder) -> Decimal:
        remaining = (order.request.quantity or Decimal(0)) - order.filled
        if order.request.effect is Effect.OPEN:
            return remaining
        return min(remaining, self._held_for(order.request))

    def _held_for(self, request: OrderRequest) -> Decimal:
        held = self.shares[request.symbol].quantity
        return max(held if request.side is OrderSide.SELL else -held, Decimal(0))

    def _fill(self, order: BrokerOrder, quantity: Decimal, price: Decimal) -> None:
        filled = order.filled + quantity
        if quantity > 0:
            self._book(order.request, quantity, price)
        if filled == order.request.quantity:
            status, why = OrderStatus.FILLED, ""
        elif order.request.effect is Effect.CLOSE and not self._held_for(order.request):
            status, why = OrderStatus.CANCELLED, "nothing is held any more"
        else:
            status, why = OrderStatus.PARTIALLY_FILLED if filled else order.status, order.why
        moved = replace(order, filled=filled, status=status, why=why, updated_at=self._clock.now())
        self.orders[order.request.client_order_id] = moved

    def _book(self, request: OrderRequest, quantity: Decimal, price: Decimal) -> None:
        fill = Fill(
            fill_id=f"fill-{len(self.fills) + 1}",
            client_order_id=request.client_order_id,
            symbol=request.symbol,
            side=request.side,
            effect=request.effect,
            quantity=quantity,
            price=price,
            costs=COSTS,
            at=self._clock.now(),
        )
        booked = book_fill(self.shares[request.symbol], fill)
        self.fills.append(fill)
        self.shares[request.symbol] = booked.position
        self.cash += booked.flow

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        self.submitted[order.client_order_id] += 1
        if order.client_order_id in self.orders:
            return self.orders[order.client_order_id]
        if order.effect is Effect.CLOSE and (order.quantity or 0) > self._held_for(order):
            raise OrderRejected("More than is held.", "more_than_is_held")
        if order.symbol not in self._symbols:
            raise OrderRejected("No such symbol.", "unknown_symbol")
        now = self._clock.now()
        taken = BrokerOrder(
            request=order,
            broker_order_id=f"broker-{len(self.orders) + 1}",
            status=OrderStatus.ACCEPTED,
            filled=Decimal(0),
            average_price=None,
            submitted_at=now,
            updated_at=now,
        )
        self.orders[order.client_order_id] = taken
        return taken

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        order = self.orders.get(client_order_id)
        if order is None:
            raise UnknownOrder("No such order.")
        if not order.status.is_final:
            order = self.orders[client_order_id] = replace(order, status=OrderStatus.CANCELLED)
        return order

    async def find(self, client_order_id: str) -> BrokerOrder | None:
        return self.orders.get(client_order_id)

    async def open_orders(self) -> Sequence[BrokerOrder]:
        return [order for order in self.orders.values() if not order.status.is_final]

    async def fills_since(self, cursor: str = "") -> FillPage:
        after = int(cursor or 0)
        told = tuple(self.fills[after : after + FILLS_A_PAGE])
        return FillPage(told, str(after + len(told)))

    async def cash_since(self, cursor: str = "") -> CashPage | CashHistoryUnavailable:
        return CashPage(tuple(self.moves[int(cursor or 0) :]), str(len(self.moves)))

    async def account(self) -> BrokerAccount:
        marked = sum((each.cost for each in self.shares.values()), Decimal(0))
        return BrokerAccount(
            account_id="simulated",
            mode=Mode.PAPER,
            currency="USD",
            cash=self.cash,
            equity=self.cash + marked,
            buying_power=self.cash,
            is_blocked=False,
        )

    async def positions(self) -> Sequence[BrokerPosition]:
        return [
            BrokerPosition(each.symbol, each.quantity, each.average_price or Decimal(0), Decimal(0))
            for each in self.shares.values()
            if each.quantity
        ]

    async def clock(self) -> MarketClock:
        now = self._clock.now()
        return MarketClock(now, is_open=True, next_open=None, next_close=now + timedelta(hours=1))

    async def asset(self, symbol: str) -> Asset | None:
        return Asset(symbol, True, True, Decimal(1), Decimal(1)) if symbol in self._symbols else None


def _is_good(request: OrderRequest, price: Decimal) -> bool:
    if request.price is None:
        return True
    return price <= request.price if request.side is OrderSide.BUY else price >= request.price
