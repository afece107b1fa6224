"""Prices on the steps that a market allows, rounded so that an order never asks for less than was meant."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from packages.domain.trading.orders import OrderSide, OrderType


def on_tick(price: Decimal, tick: Decimal, side: OrderSide, kind: OrderType) -> Decimal:
    """A limit is never worse than it was asked, a stop is never touched earlier. A tick of 0 allows any price."""
    if not tick:
        return price
    upwards = (side is OrderSide.BUY) == (kind is OrderType.STOP)
    steps = (price / tick).to_integral_value(ROUND_CEILING if upwards else ROUND_FLOOR)
    return (steps * tick).quantize(tick)
