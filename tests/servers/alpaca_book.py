"""The inside of Alpaca as far as orders go: what is accepted, held, triggered and filled."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

ENDED = frozenset({"filled", "canceled", "expired", "rejected", "replaced"})


class Refused(Exception):
    """With the status, the code and the words that Alpaca has for it."""

    def __init__(self, status: int, code: int, message: str, **more: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, **more}


@dataclass
class Order:
    """`looks` counts down how often a cancellation is still seen pending."""

    number: int
    fields: dict[str, Any]
    at: datetime
    status: str = "pending_new"
    filled: Decimal = Decimal(0)
    paid: Decimal = Decimal(0)
    hwm: Decimal | None = None
    updated: datetime | None = None
    parent: "Order | None" = None
    legs: list["Order"] = field(default_factory=list)
    looks: int = 1

    @property
    def id(self) -> str:
        return str(UUID(int=self.number, version=4))

    @property
    def quantity(self) -> Decimal:
        return Decimal(str(self.fields["qty"]))

    @property
    def left(self) -> Decimal:
        return self.quantity - self.filled

    @property
    def buys(self) -> bool:
        return bool(self.fields["side"] == "buy")

    @property
    def is_either_or(self) -> bool:
        """An OCO: the order itself takes the profit, its leg stops the loss, and both are at work from the start."""
        return self.parent is None and self.fields["order_class"] == "oco"

    @property
    def waits_for_entry(self) -> bool:
        return self.parent is not None and not self.parent.is_either_or and self.parent.status != "filled"

    def price(self, name: str) -> Decimal | None:
        told = self.fields.get(name)
        return None if told is None else Decimal(str(told))

    @property
    def stop(self) -> Decimal | None:
        """Of a trailing stop: behind the best price since."""
        if self.fields["type"] != "trailing_stop" or self.hwm is None:
            return self.price("stop_price")
        percent, points = self.price("trail_percent"), self.price("trail_price")
        behind = points if points is not None else self.hwm * (percent or Decimal(0)) / 100
        return self.hwm + behind if self.buys else self.hwm - behind

    def fills_at(self, price: Decimal) -> Decimal | None:
        """What it would pay with the market at `price`."""
        match self.fields["type"]:
            case "market":
                return price
            case "limit":
                limit = self.price("limit_price")
                assert limit is not None
                return price if (price <= limit if self.buys else price >= limit) else None
            case _:
                stop = self.stop
                is_touched = stop is not None and (price >= stop if self.buys else price <= stop)
                return price if is_touched else None


@dataclass
class Book:
    """An account and its market."""

    cash: Decimal = Decimal(100_000)
    multiplier: int = 2
    positions: dict[str, tuple[Decimal, Decimal]] = field(default_factory=dict)  # shares and average price
    prices: dict[str, Decimal] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    fills: list[dict[str, str]] = field(default_factory=list)
    activities: list[dict[str, str]] = field(default_factory=list)  # all but fills
    now: datetime = datetime(2026, 1, 5, 15, 0, tzinfo=UTC)

    def tick(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now

    def held(self, symbol: str) -> Decimal:
        return self.positions.get(symbol, (Decimal(0), Decimal(0)))[0]

    @property
    def equity(self) -> Decimal:
        return self.cash + sum(
            (shares * self.prices[symbol] for symbol, (shares, _) in self.positions.items()), Decimal(0)
        )

    @property
    def buying_power(self) -> Decimal:
        bound = sum((self._cost(order) for order in self.open() if self._opens(order)), Decimal(0))
        exposure = sum((abs(shares) * self.prices[s] for s, (shares, _) in self.positions.items()), Decimal(0))
        return max(Decimal(0), self.equity * self.multiplier - exposure - bound)

    def open(self) -> Iterator[Order]:
        return (order for order in self.orders if order.status not in ENDED)

    def find(self, **wanted: str) -> Order | None:
        [(name, value)] = wanted.items()
        return next((o for o in self.orders if (o.id if name == "id" else o.fields[name]) == value), None)

    def _cost(self, order: Order) -> Decimal:
        price = order.price("limit_price") or order.price("stop_price") or self.prices[order.fields["symbol"]]
        return order.left * price

    def _opens(self, order: Order) -> bool:
        return str(order.fields.get("position_intent", "buy_to_open")).endswith("open") and order.parent is None

    def take(self, fields: dict[str, Any]) -> Order:
        """`Refused` where the account cannot carry it or has no such shares."""
        order = Order(len(self.orders) + 1, fields, self.tick())
        shares, wanted = self.held(fields["symbol"]), order.quantity
        inferred = f"{fields['side']}_to_{'close' if (shares < 0 if order.buys else shares > 0) else 'open'}"
        intent = fields.setdefault("position_intent", inferred)
        if intent != inferred:
            raise Refused(422, 42210000, f"position intent mismatch, inferred: {inferred}, specified: {intent}")
        if inferred.endswith("close"):
            bound = sum((o.left for o in self._bound(order)), Decimal(0))
            if wanted > abs(shares) - bound:
                said = f"insufficient qty available for order (requested: {wanted}, available: {abs(shares) - bound})"
                raise Refused(403, 40310000, said, existing_qty=str(abs(shares)), held_for_orders=str(bound))
        elif self._cost(order) > self.buying_power:
            told = {"buying_power": str(self.buying_power), "cost_basis": str(self._cost(order))}
            raise Refused(403, 40310000, "insufficient buying power", **told)
        if order.is_either_or:
            fields["limit_price"] = fields["take_profit"]["limit_price"]
        self.orders.append(order)
        self._add_legs(order)
        return order

    def _bound(self, order: Order) -> Iterator[Order]:
        """What holds shares already; of a group of two only one can sell them."""
        alike = [o for o in self.open() if o.fields["symbol"] == order.fields["symbol"] and o.buys == order.buys]
        groups: set[int] = set()
        for each in alike:
            if each.parent is not None and (each.parent.status != "filled" or each.parent.number in groups):
                continue
            groups.add(each.parent.number if each.parent else -each.number)
            yield each

    def _add_legs(self, order: Order) -> None:
        for name, kind, price in (("take_profit", "limit", "limit_price"), ("stop_loss", "stop", "stop_price")):
            told = order.fields.get(name)
            if told is None or (order.is_either_or and name == "take_profit"):
                continue
            closes = "buy" if order.buys == order.is_either_or else "sell"
            fields = {
                "symbol": order.fields["symbol"],
                "qty": order.fields["qty"],
                "side": closes,
                "type": kind,
                price: told[price],
                "time_in_force": order.fields["time_in_force"],
                "order_class": order.fields["order_class"],
                "client_order_id": f"leg-{order.number}-{name}",
                "position_intent": f"{closes}_to_close",
            }
            leg = Order(len(self.orders) + 1, fields, order.at, status="held", parent=order)
            order.legs.append(leg)
            self.orders.append(leg)

    def cancel(self, order: Order) -> None:
        if order.status in ENDED:
            raise Refused(422, 42210000, f'order is already in "{order.status}" state')
        order.status, order.updated = "pending_cancel", self.tick()

    def look(self, order: Order) -> None:
        """A cancellation is done a moment after it was asked for."""
        if order.status == "pending_cancel":
            order.looks -= 1
            if order.looks < 0:
                self._end(order, "canceled")

    def _end(self, order: Order, status: str) -> None:
        order.status, order.updated = status, self.tick()
        others = order.legs if order.parent is None and (status != "filled" or order.is_either_or) else []
        others = [leg for leg in order.parent.legs if leg is not order] if order.parent else others
        others = [*others, order.parent] if order.parent and order.parent.is_either_or else others
        for other in others:
            if other.status not in ENDED:
                other.status, other.updated = "canceled", self.tick()

    def trade(self, symbol: str, price: Decimal, volume: Decimal | None = None) -> None:
        self.prices[symbol], began = price, self.tick()
        for order in list(self.orders):
            if order.status == "pending_cancel":
                self._end(order, "canceled")
            if order.status in ENDED or order.fields["symbol"] != symbol:
                continue
            if order.waits_for_entry:
                continue
            if (
                order.parent is not None
                and order.parent.status == "filled"
                and order.parent.updated is not None
                and order.parent.updated >= began
            ):
                continue  # its entry was filled by this very trade
            self._work(order, price, volume)

    def _work(self, order: Order, price: Decimal, volume: Decimal | None) -> None:
        if order.status in ("pending_new", "accepted", "held"):
            order.status = "new"
        if order.fields["type"] == "trailing_stop":
            best = min if order.buys else max
            order.hwm = price if order.hwm is None else best(order.hwm, price)
        paid = order.fills_at(price)
        if paid is not None:
            self.fill(order, paid, order.left if volume is None else min(order.left, volume))

    def fill(self, order: Order, price: Decimal, quantity: Decimal) -> None:
        symbol, signed = order.fields["symbol"], quantity if order.buys else -quantity
        shares, average = self.positions.get(symbol, (Decimal(0), Decimal(0)))
        self.cash -= signed * price
        after = shares + signed
        if abs(after) > abs(shares):
            average = (abs(shares) * average + quantity * price) / abs(after)
        self.positions[symbol] = (after, average)
        if not after:
            del self.positions[symbol]
        order.filled, order.paid = order.filled + quantity, order.paid + quantity * price
        is_done = not order.left
        self._tell(order, price, quantity, is_done)
        if is_done:
            self._end(order, "filled")
        else:
            order.status, order.updated = "partially_filled", self.tick()

    def pay(self, activity_type: str, amount: str, symbol: str = "", **more: str) -> str:
        """Money that comes without a fill; its id."""
        at, number = self.tick(), len(self.activities) + 1
        self.cash += Decimal(amount)
        stamp = f"{at:%Y%m%d%H%M%S}{at.microsecond // 1000:03d}"
        told = {
            "activity_type": activity_type,
            "id": f"{stamp}::{UUID(int=number, version=4)}",
            "date": f"{at:%Y-%m-%d}",
            "net_amount": amount,
            "description": "",
            "status": "executed",
        }
        self.activities.append(told | ({"symbol": symbol} if symbol else {}) | more)
        return told["id"]

    def _tell(self, order: Order, price: Decimal, quantity: Decimal, is_done: bool) -> None:
        at, number = self.tick(), len(self.fills) + 1
        stamp = f"{at:%Y%m%d%H%M%S}{at.microsecond // 1000:03d}"
        shorts = not order.buys and order.fields.get("position_intent") == "sell_to_open"
        told = {
            "activity_type": "FILL",
            "id": f"{stamp}::{UUID(int=number, version=4)}",
            "cum_qty": str(order.filled),
            "leaves_qty": str(order.left),
            "price": str(price),
            "qty": str(quantity),
            "side": "sell_short" if shorts else order.fields["side"],
            "symbol": order.fields["symbol"],
            "transaction_time": at.isoformat().replace("+00:00", "Z"),
            "order_id": order.id,
            "type": "fill" if is_done else "partial_fill",
            "order_status": "filled" if is_done else "partially_filled",
        }
        self.fills.append(told)
