"""The inside of Binance's spot market as far as one account goes: balances, orders, trades."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, Decimal
from typing import Any

ENDED = frozenset({"FILLED", "CANCELED", "EXPIRED", "EXPIRED_IN_MATCH", "REJECTED"})
PAIRS = {"BTCUSDT": ("BTC", "USDT"), "ETHUSDT": ("ETH", "USDT"), "ETHBTC": ("ETH", "BTC")}
STEP, TICK = Decimal("0.00001"), Decimal("0.01")


class Refused(Exception):
    """With the code and the words that Binance has for it."""

    def __init__(self, code: int, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "msg": message}


@dataclass
class Order:
    number: int
    symbol: str
    client_id: str
    buys: bool
    kind: str
    quantity: Decimal
    price: Decimal
    stop: Decimal
    at: int
    updated: int
    locked: Decimal
    status: str = "NEW"
    filled: Decimal = Decimal(0)
    paid: Decimal = Decimal(0)
    trades: list[dict[str, Any]] = field(default_factory=list)

    @property
    def left(self) -> Decimal:
        return self.quantity - self.filled

    def fills_at(self, price: Decimal) -> bool:
        match self.kind:
            case "MARKET":
                return True
            case "LIMIT":
                return price <= self.price if self.buys else price >= self.price
            case _:
                return price >= self.stop if self.buys else price <= self.stop


@dataclass
class Book:
    """`fee` is a fraction of what is bought, in the coin named by `fee_coin` (None: the one that is bought)."""

    balances: dict[str, Decimal] = field(default_factory=lambda: {"USDT": Decimal(100_000)})
    prices: dict[str, Decimal] = field(default_factory=lambda: {"BTCUSDT": Decimal(100), "ETHUSDT": Decimal(10)})
    orders: list[Order] = field(default_factory=list)
    trades: list[dict[str, Any]] = field(default_factory=list)
    fee: Decimal = Decimal(0)
    fee_coin: str | None = None
    is_instant: bool = False
    depth: Decimal | None = None  # how much a market order finds at once; None: all of it
    last: int = 0

    def now(self) -> int:
        """Milliseconds, each told once."""
        self.last = max(self.last + 1, int(time.time() * 1000))
        return self.last

    def open(self) -> Iterator[Order]:
        return (order for order in self.orders if order.status not in ENDED)

    def locked(self, coin: str) -> Decimal:
        return sum((o.locked for o in self.open() if PAIRS[o.symbol][1 if o.buys else 0] == coin), Decimal(0))

    def free(self, coin: str) -> Decimal:
        return self.balances.get(coin, Decimal(0)) - self.locked(coin)

    def find(self, symbol: str, number: str | None, client_id: str | None) -> Order | None:
        """The newest of an id: one that is over may be used again."""
        alike = [order for order in self.orders if order.symbol == symbol]
        if number is not None:
            return next((order for order in alike if str(order.number) == number), None)
        return next((order for order in reversed(alike) if order.client_id == client_id), None)

    def take(self, query: dict[str, str]) -> Order:
        symbol, client_id = query["symbol"], query["newClientOrderId"]
        quantity = Decimal(query["quantity"])
        price, stop = Decimal(query.get("price", "0")), Decimal(query.get("stopPrice", "0"))
        _check_filters(quantity, price, stop)
        if any(order.client_id == client_id for order in self.open()):
            raise Refused(-2010, "Duplicate order sent.")
        buys = query["side"] == "BUY"
        locked = quantity * (price or stop or self.prices[symbol]) if buys else quantity
        if locked > self.free(PAIRS[symbol][1 if buys else 0]):
            raise Refused(-2010, "Account has insufficient balance for requested action.")
        now = self.now()
        order = Order(
            len(self.orders) + 1, symbol, client_id, buys, query["type"], quantity, price, stop, now, now, locked
        )
        self.orders.append(order)
        if self.is_instant and order.kind == "MARKET":
            self._fill(order, self.prices[symbol], min(order.left, self.depth or order.left))
            if order.left:
                order.status = "EXPIRED"
        return order

    def cancel(self, order: Order | None) -> Order:
        if order is None or order.status in ENDED:
            raise Refused(-2011, "Unknown order sent.")
        order.status, order.updated = "CANCELED", self.now()
        return order

    def trade(self, symbol: str, price: Decimal, volume: Decimal | None = None) -> None:
        self.prices[symbol] = price
        for order in list(self.open()):
            if order.symbol == symbol and order.fills_at(price):
                self._fill(order, price, order.left if volume is None else min(order.left, volume))

    def _fill(self, order: Order, price: Decimal, quantity: Decimal) -> None:
        base, quote = PAIRS[order.symbol]
        bought, given = (base, quote) if order.buys else (quote, base)
        gets, pays = (quantity, quantity * price) if order.buys else (quantity * price, quantity)
        fee, fee_coin = gets * self.fee, self.fee_coin or bought
        self.balances[given] = self.balances.get(given, Decimal(0)) - pays
        self.balances[bought] = self.balances.get(bought, Decimal(0)) + gets
        self.balances[fee_coin] = self.balances.get(fee_coin, Decimal(0)) - fee
        order.filled, order.paid = order.filled + quantity, order.paid + quantity * price
        order.locked = order.locked * order.left / (order.left + quantity)
        order.status, order.updated = "PARTIALLY_FILLED" if order.left else "FILLED", self.now()
        told = {
            "symbol": order.symbol,
            "id": len(self.trades),
            "orderId": order.number,
            "orderListId": -1,
            "price": str(price),
            "qty": str(quantity),
            "quoteQty": str(quantity * price),
            "commission": str(fee),
            "commissionAsset": fee_coin,
            "time": order.updated,
            "isBuyer": order.buys,
            "isMaker": order.kind == "LIMIT",
            "isBestMatch": True,
        }
        self.trades.append(told)
        order.trades.append(told)


def _check_filters(quantity: Decimal, price: Decimal, stop: Decimal) -> None:
    if quantity < STEP or quantity != (quantity / STEP).to_integral_value(ROUND_FLOOR) * STEP:
        raise Refused(-1013, "Filter failure: LOT_SIZE")
    if any(each % TICK for each in (price, stop)):
        raise Refused(-1013, "Filter failure: PRICE_FILTER")
