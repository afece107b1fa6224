"""Orders of a spot market in ccxt's words: what is sent, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Any
from uuid import UUID

from packages.domain.trading.errors import OrderRejected
from packages.domain.trading.orders import BrokerOrder, Effect, OrderRequest, OrderSide, OrderStatus, OrderType, on_tick

Row = Mapping[str, Any]
STATUSES: Mapping[str, OrderStatus] = {
    "open": OrderStatus.ACCEPTED,
    "closed": OrderStatus.FILLED,
    "canceled": OrderStatus.CANCELLED,
    "canceling": OrderStatus.CANCELLING,
    "expired": OrderStatus.LAPSED,
    "rejected": OrderStatus.REJECTED,
    "PENDING_NEW": OrderStatus.ACCEPTED,  # Binance's word, which ccxt passes on
}
# OKX takes 32 letters and digits as an id, and a dash is neither.
_WITHOUT_DASHES = frozenset({"okx"})
_DECIMAL_PLACES, _TICK_SIZE = 2, 4  # how ccxt may write a precision


@dataclass(frozen=True, slots=True)
class MarketLots:
    """What a market takes; a step or tick of 0 allows any."""

    smallest: Decimal
    step: Decimal
    tick: Decimal


def pair_of(symbol: str) -> str:
    return symbol.replace("-", "/")


def symbol_of(pair: str) -> str:
    return pair.replace("/", "-")


def wire_id(exchange: str, client_order_id: str) -> str:
    return client_order_id.replace("-", "") if exchange in _WITHOUT_DASHES else client_order_id


def client_id_of(exchange: str, sent_id: str) -> str:
    is_ours = (
        exchange in _WITHOUT_DASHES and len(sent_id) == 32 and all(letter in "0123456789abcdef" for letter in sent_id)
    )
    return str(UUID(sent_id)) if is_ours else sent_id


def lots_of(market: Row, precision_mode: int) -> MarketLots:
    step, tick = (_step(market["precision"].get(name), precision_mode) for name in ("amount", "price"))
    least = market["limits"]["amount"].get("min")
    return MarketLots(smallest=max(number(least or 0), step), step=step, tick=tick)


def _step(precision: Any, mode: int) -> Decimal:
    """Steps of an exchange that counts significant digits depend on the number itself, so they are left to it."""
    if precision is None or mode not in (_DECIMAL_PLACES, _TICK_SIZE):
        return Decimal(0)
    return number(precision) if mode == _TICK_SIZE else Decimal(1).scaleb(-int(precision))


def order_to_send(
    order: OrderRequest, lots: MarketLots, exchange: str
) -> tuple[str, str, str, float, float | None, Row]:
    """The arguments of `create_order`."""
    params: dict[str, Any] = {"clientOrderId": wire_id(exchange, order.client_order_id)}
    price = None if order.price is None else float(on_tick(order.price, lots.tick, order.side, order.type))
    if order.type is OrderType.STOP:
        params["triggerPrice"] = price
        price = None
    kind = "limit" if order.type is OrderType.LIMIT else "market"
    return pair_of(order.symbol), kind, order.side.value, float(_amount(order, lots)), price, params


def _amount(order: OrderRequest, lots: MarketLots) -> Decimal:
    """An entry has to be whole lots. An exit sells the lots that are there: fees leave crumbs."""
    wanted = order.quantity or Decimal(0)
    whole = (wanted / lots.step).to_integral_value(ROUND_FLOOR) * lots.step if lots.step else wanted
    if whole < lots.smallest or (order.effect is Effect.OPEN and whole != wanted):
        raise OrderRejected(
            "trading.lot_size", "not_a_whole_lot", symbol=order.symbol, smallest=lots.smallest, step=lots.step
        )
    return whole


def broker_order(row: Row, exchange: str, sent: OrderRequest | None = None) -> BrokerOrder:
    """`sent` is what the order was, where it is remembered; exchanges keep less of it."""
    filled = number(row["filled"] or 0)
    status = order_status(row["status"], filled, number(row["amount"] or 0))
    average = row.get("average")
    submitted = parse_instant(row["timestamp"])
    changed = row.get("lastUpdateTimestamp") or row.get("lastTradeTimestamp")
    return BrokerOrder(
        request=sent or _request_of(row, exchange),
        broker_order_id=str(row["id"]),
        status=status,
        filled=filled,
        average_price=number(average) if average and filled else None,
        submitted_at=submitted,
        updated_at=submitted if changed is None else max(submitted, parse_instant(changed)),
        why=str(row["status"]) if status.is_final and status is not OrderStatus.FILLED else "",
    )


def order_status(word: str | None, filled: Decimal, amount: Decimal) -> OrderStatus:
    if word is None or word not in STATUSES:
        raise ValueError(f"an unknown order state: {word}")
    status = STATUSES[word]
    if status is OrderStatus.ACCEPTED and filled:
        return OrderStatus.PARTIALLY_FILLED
    if status is OrderStatus.FILLED and filled < amount:
        return OrderStatus.LAPSED  # closed, and not all of it was traded
    return status


def _request_of(row: Row, exchange: str) -> OrderRequest:
    """On a spot market a purchase opens and a sale closes."""
    trigger = row.get("triggerPrice") or row.get("stopPrice")
    price = trigger or (row.get("price") if row.get("type") != "market" else None)
    kind = OrderType.MARKET if not price else OrderType.STOP if trigger else OrderType.LIMIT
    side = OrderSide(row["side"])
    return OrderRequest(
        client_order_id=client_id_of(exchange, str(row.get("clientOrderId") or row["id"])),
        symbol=symbol_of(row["symbol"]),
        side=side,
        effect=Effect.OPEN if side is OrderSide.BUY else Effect.CLOSE,
        type=kind,
        quantity=number(row["amount"]),
        price=number(price) if price else None,
    )


def number(value: Any) -> Decimal:
    """ccxt tells floats, whose shortest spelling is what the exchange wrote."""
    return Decimal(str(value))


def parse_instant(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
