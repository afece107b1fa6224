"""How large an order is: worked out at its fill, cut to what the account can carry, in whole lots (fills.c)."""

import math
from typing import assert_never

from packages.domain.trading.orders import Distance, SizeRule, Sizing, Unit
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_prices import commission_of, duty_of
from packages.infra.providers.trading.adapters.paper_state import PaperOrder


def far(distance: Distance, price: float) -> float:
    """From a price, in money; of a multiple of the stop's distance that distance is the price."""
    return distance.value if distance.unit is Unit.POINTS else distance.value * price


def sized(desk: PaperDesk, order: PaperOrder, price: float) -> float:
    """The quantity that an order wants and the account can carry; 0 when that is too small."""
    symbol, costs = order.request.symbol, desk.costs
    equity, gross = _worth_at_the_open(desk)
    duty = duty_of(desk, order.buys)
    unit = price * (1.0 + costs.commission_rate + duty) + costs.commission_per_share
    carried = desk.terms.leverage * equity - gross
    quantity = desk.rounded(symbol, min(_asked_for(order, equity, price, unit), carried / unit))
    if quantity > 0 and costs.commission_minimum > 0:
        amount = quantity * price * (1.0 + duty)
        if amount + commission_of(desk, price, quantity) > carried:
            left = (carried - costs.commission_minimum) / (price * (1.0 + duty))
            quantity = desk.rounded(symbol, min(quantity, left))
    return quantity


def _worth_at_the_open(desk: PaperDesk) -> tuple[float, float]:
    """The equity and the gross exposure."""
    equity, gross = desk.cash, 0.0
    for position in desk.held():
        quote = desk.bar.quotes.get(position.symbol)
        price = position.mark if quote is None else quote.open
        equity += position.quantity * price
        gross += abs(position.quantity) * price
    return equity, gross


def _asked_for(order: PaperOrder, equity: float, price: float, unit: float) -> float:
    """`unit` is what one share costs with everything."""
    if order.asked is not None:
        return order.asked - order.filled
    if order.request.quantity is not None:
        return float(order.request.quantity)
    sizing = order.request.sizing
    assert sizing is not None  # noqa: S101 - a request has one of the two
    match sizing.rule:
        case SizeRule.QUANTITY:
            return sizing.value
        case SizeRule.CASH:
            return sizing.value / unit
        case SizeRule.EQUITY:
            return equity * sizing.value / unit
        case SizeRule.VOLATILITY:
            return equity * min(sizing.value / sizing.deviation, sizing.most) / unit
        case SizeRule.RISK:
            return _by_risk(order, sizing, equity, price)
        case _:
            assert_never(sizing.rule)


def _by_risk(order: PaperOrder, sizing: Sizing, equity: float, price: float) -> float:
    """As much as loses the fraction at the nearest stop."""
    nearest, guards = math.inf, order.request.guards
    if guards.stop is not None:
        nearest = far(guards.stop, price)
    if guards.trail is not None:
        nearest = min(nearest, far(guards.trail, price))
    return equity * sizing.value / nearest
