"""Where an order can go from where it stands: one table, and every way in it leads forward."""

from collections.abc import Mapping
from decimal import Decimal

from packages.domain.trading.orders import OrderStatus

_ENDS = frozenset({OrderStatus.FILLED, OrderStatus.CANCELLED, OrderStatus.REJECTED, OrderStatus.LAPSED})

NEXT: Mapping[OrderStatus, frozenset[OrderStatus]] = {
    OrderStatus.INTENDED: _ENDS
    | {
        OrderStatus.BLOCKED,
        OrderStatus.UNKNOWN,
        OrderStatus.ACCEPTED,
        OrderStatus.PARTIALLY_FILLED,
        OrderStatus.CANCELLING,
    },
    OrderStatus.UNKNOWN: _ENDS | {OrderStatus.ACCEPTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.CANCELLING},
    OrderStatus.ACCEPTED: _ENDS | {OrderStatus.PARTIALLY_FILLED, OrderStatus.CANCELLING},
    OrderStatus.PARTIALLY_FILLED: _ENDS | {OrderStatus.CANCELLING},
    OrderStatus.CANCELLING: _ENDS,
    OrderStatus.BLOCKED: frozenset(),
    OrderStatus.FILLED: frozenset(),
    OrderStatus.CANCELLED: frozenset(),
    OrderStatus.REJECTED: frozenset(),
    OrderStatus.LAPSED: frozenset(),
}

OPEN = frozenset(status for status, following in NEXT.items() if following)
UNSENT = frozenset({OrderStatus.INTENDED, OrderStatus.UNKNOWN})


def moved(current: OrderStatus, told: OrderStatus) -> OrderStatus:
    """What is told late, or again, changes nothing."""
    return told if told in NEXT[current] else current


def after_fill(current: OrderStatus, quantity: Decimal | None, filled: Decimal) -> OrderStatus:
    """Of an order with so many shares `filled`; one that is sized at the fill is done when the broker says so."""
    is_done = quantity is not None and filled >= quantity
    return moved(current, OrderStatus.FILLED if is_done else OrderStatus.PARTIALLY_FILLED)
