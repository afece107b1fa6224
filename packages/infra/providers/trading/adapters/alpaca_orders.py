"""Orders in Alpaca's words: what is sent, and what comes back."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import MarketClock
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.orders import (
    BrokerOrder,
    DistanceUnit,
    Effect,
    GuardDistance,
    OrderRequest,
    OrderSide,
    OrderStatus,
    OrderType,
    SizeRule,
    Sizing,
    on_tick,
)
from packages.infra.providers.market_data.vendors.client_libraries import require

_CENT, _HUNDREDTH_OF_A_CENT = Decimal("0.01"), Decimal("0.0001")
_NEW_YORK = ZoneInfo("America/New_York")
_AUCTION_CLOSES, _AUCTION_TAKES_AGAIN = time(9, 28), time(19)
_GROUPS = frozenset({"bracket", "oto", "oco"})
_GUARDS = ":guards"

STATUSES: Mapping[str, OrderStatus] = {
    "new": OrderStatus.ACCEPTED,
    "partially_filled": OrderStatus.PARTIALLY_FILLED,
    "filled": OrderStatus.FILLED,
    "done_for_day": OrderStatus.ACCEPTED,  # goes on the next day
    "canceled": OrderStatus.CANCELLED,
    "expired": OrderStatus.LAPSED,
    "replaced": OrderStatus.CANCELLED,  # another order stands in its place
    "pending_cancel": OrderStatus.CANCELLING,
    "pending_replace": OrderStatus.ACCEPTED,
    "pending_review": OrderStatus.ACCEPTED,
    "accepted": OrderStatus.ACCEPTED,
    "pending_new": OrderStatus.ACCEPTED,
    "accepted_for_bidding": OrderStatus.ACCEPTED,
    "stopped": OrderStatus.ACCEPTED,  # the trade is certain and has not happened yet
    "rejected": OrderStatus.REJECTED,
    "suspended": OrderStatus.ACCEPTED,
    "calculated": OrderStatus.ACCEPTED,  # done for the day, its settlement is worked out
    "held": OrderStatus.ACCEPTED,
}
INTENTS: Mapping[tuple[OrderSide, Effect], str] = {
    (OrderSide.BUY, Effect.OPEN): "buy_to_open",
    (OrderSide.SELL, Effect.OPEN): "sell_to_open",
    (OrderSide.BUY, Effect.CLOSE): "buy_to_close",
    (OrderSide.SELL, Effect.CLOSE): "sell_to_close",
}


def holds_legs(order: OrderRequest) -> bool:
    """Whether Alpaca holds the order's guards: it takes no trail as a leg, so an entry with one goes out by itself."""
    guards = order.guards
    is_held = order.effect is Effect.OPEN and guards.trail is None
    return is_held and (guards.stop is not None or guards.target is not None)


def is_fraction(order: OrderRequest) -> bool:
    return order.quantity is not None and order.quantity != order.quantity.to_integral_value()


def time_in_force(order: OrderRequest, clock: MarketClock | None, *, with_legs: bool) -> str:
    """`clock` is needed for an entry at the market only."""
    if with_legs:
        return "gtc"  # legs last as long as their entry may, and a stop has to outlast the day
    if is_fraction(order):
        return "day"  # Alpaca rejects fractional quantities on every other kind
    if order.type is not OrderType.MARKET or order.effect is Effect.CLOSE:
        return "gtc"
    at_the_open = clock is not None and not clock.is_open and _auction_takes(clock.now)
    return "opg" if at_the_open else "day"


def _auction_takes(now: datetime) -> bool:
    """Orders for the opening auction are rejected from 9:28 to 19:00 in New York."""
    there = now.astimezone(_NEW_YORK).time()
    return there < _AUCTION_CLOSES or there >= _AUCTION_TAKES_AGAIN


def order_to_send(order: OrderRequest, duration: str, *, with_legs: bool) -> Any:
    """As the library takes it."""
    requests = require("alpaca.trading.requests", "alpaca")
    terms: dict[str, Any] = {
        "symbol": order.symbol,
        "qty": _number(order.quantity),
        "side": order.side.value,
        "time_in_force": duration,
        "client_order_id": order.client_order_id,
        "position_intent": INTENTS[order.side, order.effect],
    }
    if with_legs:
        terms |= _legs(order)
    if order.price is None:
        return requests.MarketOrderRequest(**terms)
    price = _number(_priced(order.price, order.side, order.type))
    if order.type is OrderType.LIMIT:
        return requests.LimitOrderRequest(**terms, limit_price=price)
    if order.effect is Effect.CLOSE and order.guards.trail is not None:
        return requests.TrailingStopOrderRequest(**terms, **_trail(order.guards.trail))
    return requests.StopOrderRequest(**terms, stop_price=price)


def _legs(order: OrderRequest) -> dict[str, Any]:
    """From the price that the entry has or was decided on: the fill is not known yet."""
    base = order.price or order.reference_price
    if base is None:
        raise BadOrder("trading.guard_needs_price")
    out = OrderSide.SELL if order.direction is Direction.LONG else OrderSide.BUY
    towards_profit = 1 if order.direction is Direction.LONG else -1
    legs: dict[str, Any] = {}
    if order.guards.stop is not None:
        far = base - towards_profit * _points(order.guards.stop, base, None)
        legs["stop_loss"] = {"stop_price": _number(_priced(far, out, OrderType.STOP))}
    if order.guards.target is not None:
        far = base + towards_profit * _points(order.guards.target, base, order.guards.stop)
        legs["take_profit"] = {"limit_price": _number(_priced(far, out, OrderType.LIMIT))}
    return legs | {"order_class": "bracket" if len(legs) == 2 else "oto"}


def _points(distance: GuardDistance, base: Decimal, stop: GuardDistance | None) -> Decimal:
    value = Decimal(repr(distance.value))
    match distance.unit:
        case DistanceUnit.POINTS:
            return value
        case DistanceUnit.PCT:
            return value * base
        case DistanceUnit.RISK:
            if stop is None or stop.unit is DistanceUnit.RISK:
                raise BadOrder("trading.target_needs_stop")
            return value * _points(stop, base, None)


def _trail(trail: GuardDistance) -> dict[str, float]:
    match trail.unit:
        case DistanceUnit.POINTS:
            return {"trail_price": trail.value}
        case DistanceUnit.PCT:
            return {"trail_percent": float(Decimal(repr(trail.value)) * 100)}
        case DistanceUnit.RISK:
            raise BadOrder("trading.bad_trail")


def _priced(price: Decimal, side: OrderSide, kind: OrderType) -> Decimal:
    if price <= 0:
        raise BadOrder("trading.guard_below_zero")
    return on_tick(price, _CENT if price >= 1 else _HUNDREDTH_OF_A_CENT, side, kind)


def _number(value: Decimal | None) -> float | None:
    return None if value is None else float(value)


def broker_order(row: Mapping[str, Any], sent: OrderRequest | None = None) -> BrokerOrder:
    """`sent` is what the order was, where it is remembered; Alpaca keeps less of it."""
    filled, quantity = Decimal(str(row["filled_qty"])), row["qty"]
    average = row["filled_avg_price"]
    status = order_status(row["status"], filled, None if quantity is None else Decimal(str(quantity)))
    return BrokerOrder(
        request=sent or _request_of(row),
        broker_order_id=str(row["id"]),
        status=status,
        filled=filled,
        average_price=Decimal(str(average)) if average is not None and filled else None,
        submitted_at=parse_instant(row["submitted_at"]),
        updated_at=parse_instant(row["updated_at"]),
        why=row["status"] if status.is_final and status is not OrderStatus.FILLED else "",
    )


def checked(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row that can be read, its legs included; `ValueError` and the like otherwise."""
    for each in (row, *(row.get("legs") or ())):
        broker_order(each)
    return row


def order_status(word: str, filled: Decimal, quantity: Decimal | None) -> OrderStatus:
    if word not in STATUSES:
        raise ValueError(f"an unknown order state: {word}")
    status = STATUSES[word]
    if status is not OrderStatus.ACCEPTED or not filled:
        return status
    return OrderStatus.FILLED if quantity is not None and filled >= quantity else OrderStatus.PARTIALLY_FILLED


def effect_of(row: Mapping[str, Any]) -> Effect:
    """By the intent, which every order of ours has; otherwise a purchase opens and a sale closes."""
    intent = row.get("position_intent") or ""
    opens = intent.endswith("_to_open") if intent else row["side"] == "buy"
    return Effect.OPEN if opens else Effect.CLOSE


def may_be_leg(row: Mapping[str, Any]) -> bool:
    """Legs have the class of their group, like the order that brought them along."""
    return row.get("order_class") in _GROUPS and not row.get("legs")


def guards_id(client_order_id: str) -> str:
    """Of the group that guards a part of an entry in place of its legs."""
    return f"{client_order_id}{_GUARDS}"


def guarded_entry(row: Mapping[str, Any]) -> str | None:
    """The entry that such a group guards; None for every other order."""
    ours = str(row["client_order_id"])
    return ours.removesuffix(_GUARDS) if ours.endswith(_GUARDS) else None


def parse_instant(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _request_of(row: Mapping[str, Any]) -> OrderRequest:
    price = next((row[name] for name in ("limit_price", "stop_price", "hwm") if row.get(name)), None)
    kind = OrderType.MARKET
    if price is not None:
        kind = OrderType.LIMIT if row.get("limit_price") else OrderType.STOP
    quantity = row["qty"]
    return OrderRequest(
        client_order_id=row["client_order_id"],
        symbol=row["symbol"],
        side=OrderSide(row["side"]),
        effect=effect_of(row),
        type=kind,
        quantity=None if quantity is None else Decimal(str(quantity)),
        sizing=None if quantity is not None else Sizing(SizeRule.CASH, float(row["notional"])),
        price=None if price is None else Decimal(str(price)),
    )
