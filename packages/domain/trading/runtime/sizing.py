"""Quantities by the rules of decision 0011 for brokers that take no size rule, and the quantity a size comes to at
a price."""

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import assert_never

from packages.domain.trading.broker import Asset
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.orders import (
    DistanceUnit,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    SizeRule,
    Sizing,
)


def far(distance: GuardDistance, price: float) -> float:
    """From a price, in money; of a multiple of the stop's distance that distance is the price."""
    return distance.value if distance.unit is DistanceUnit.POINTS else distance.value * price


def quantity_asked(sizing: Sizing, guards: Guards, equity: float, price: float, unit: float) -> float:
    """`unit` is what one share costs with everything. By risk, as much as loses the fraction at the nearest stop."""
    match sizing.rule:
        case SizeRule.QUANTITY:
            return sizing.value
        case SizeRule.CASH:
            return sizing.value / unit
        case SizeRule.EQUITY | SizeRule.WEIGHT:
            return equity * sizing.value / unit
        case SizeRule.VOLATILITY:
            return equity * min(sizing.value / sizing.deviation, sizing.most) / unit
        case SizeRule.RISK:
            stops = [each for each in (guards.stop, guards.trail) if each is not None]
            nearest = min((far(each, price) for each in stops), default=math.inf)
            return equity * sizing.value / nearest if nearest > 0 else 0.0
        case _:
            assert_never(sizing.rule)


_A_BILLIONTH = 1e-9  # of a step short counts as whole
_A_TRILLIONTH = 1e-12  # of all steps short counts as whole: so much is what floats make of many small steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Charges:
    """What one order costs, as the backtest reckons; rates are fractions of the amount."""

    rate: float = 0.0
    per_share: float = 0.0
    minimum: float = 0.0
    slip: float = 0.0  # slippage and half the spread: what a market order pays beyond the close
    buy_duty: float = 0.0
    sell_duty: float = 0.0
    leverage: float = 1.0


@dataclass(frozen=True, slots=True)
class Means:
    """What the account has: its equity, and what all positions and entries at work are worth."""

    equity: float
    gross: float


def sized(order: OrderRequest, close: Decimal, means: Means, charges: Charges, asset: Asset) -> OrderRequest | None:
    """The same order with its quantity; None where that is too small to be ordered."""
    if order.quantity is not None:
        return order
    quantity = quantity_of(order, float(close), means, charges, asset)
    return replace(order, quantity=quantity) if quantity > 0 else None


def quantity_of(order: OrderRequest, close: float, means: Means, charges: Charges, asset: Asset) -> Decimal:
    """In whole steps of the asset; 0 below its smallest size."""
    buys = order.side is OrderSide.BUY
    price = _price(order, close, charges, buys)
    duty = charges.buy_duty if buys else charges.sell_duty
    unit = price * (1.0 + charges.rate + duty) + charges.per_share
    carried = charges.leverage * means.equity - means.gross
    wanted = min(_asked_for(order, means.equity, price, unit), carried / unit)
    quantity = _in_steps(wanted, asset)
    if quantity > 0 and _least_does_not_fit(float(quantity), price, duty, charges, carried):
        left = (carried - charges.minimum) / (price * (1.0 + duty))
        quantity = _in_steps(min(float(quantity), left), asset)
    return quantity


def _price(order: OrderRequest, close: float, charges: Charges, buys: bool) -> float:
    """A price that is taken is worse than the close; one that was set is its own."""
    if order.price is not None:
        return float(order.price)
    return close * (1.0 + charges.slip if buys else 1.0 - charges.slip)


def _asked_for(order: OrderRequest, equity: float, price: float, unit: float) -> float:
    if order.sizing is None:
        raise BadOrder("trading.size_needed")
    return quantity_asked(order.sizing, order.guards, equity, price, unit)


def _least_does_not_fit(quantity: float, price: float, duty: float, charges: Charges, carried: float) -> bool:
    """Whether the smallest commission is charged, and does not fit. One by size is in what a share costs."""
    amount = quantity * price
    by_size = amount * charges.rate + quantity * charges.per_share
    return by_size < charges.minimum and amount * (1.0 + duty) + charges.minimum > carried


def _in_steps(quantity: float, asset: Asset) -> Decimal:
    if not (math.isfinite(quantity) and quantity > 0):
        return Decimal(0)
    exact = Decimal(repr(quantity))
    if asset.step > 0:
        steps = quantity / float(asset.step)
        exact = math.floor(steps + min(0.5, max(_A_BILLIONTH, _A_TRILLIONTH * steps))) * asset.step
    return exact if exact > 0 and exact >= asset.smallest else Decimal(0)
