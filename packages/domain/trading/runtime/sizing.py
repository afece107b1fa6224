"""Quantities for brokers that take no size rule: the rules of docs/decisions/0011 at the last close.

The real fill comes at another price, so what a rule asked for and what was bought differ; drift shows by how much.
"""

import math
from dataclasses import dataclass, replace
from decimal import Decimal

from packages.domain.trading.broker import Asset
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.orders import OrderRequest, Side
from packages.domain.trading.sizes import quantity_asked

_A_BILLIONTH = 1e-9  # of a step short counts as whole


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
    buys = order.side is Side.BUY
    price = _price(order, close, charges, buys)
    duty = charges.buy_duty if buys else charges.sell_duty
    unit = price * (1.0 + charges.rate + duty) + charges.per_share
    carried = charges.leverage * means.equity - means.gross
    wanted = min(_asked_for(order, means.equity, price, unit), carried / unit)
    quantity = _in_steps(wanted, asset)
    if quantity > 0 and charges.minimum > 0 and _cost(quantity, price, duty, charges) > carried:
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


def _cost(quantity: Decimal, price: float, duty: float, charges: Charges) -> float:
    amount = float(quantity) * price
    commission = max(charges.minimum, amount * charges.rate + float(quantity) * charges.per_share)
    return amount * (1.0 + duty) + commission


def _in_steps(quantity: float, asset: Asset) -> Decimal:
    if not (math.isfinite(quantity) and quantity > 0):
        return Decimal(0)
    exact = Decimal(repr(quantity))
    if asset.step > 0:
        exact = math.floor(quantity / float(asset.step) + _A_BILLIONTH) * asset.step
    return exact if exact > 0 and exact >= asset.smallest else Decimal(0)
