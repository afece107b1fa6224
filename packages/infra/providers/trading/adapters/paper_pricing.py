"""Prices with their costs, and how large an order is at its fill."""

import math

from packages.domain.trading.runtime.sizing import quantity_asked
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_state import PaperOrder


def can_trade(quote: PaperQuote, price: float, buys: bool) -> bool:
    """Whether the day's limits leave somebody to trade with at this price."""
    return not price >= quote.upper_limit if buys else not price <= quote.lower_limit


def taken(desk: PaperDesk, quote: PaperQuote, price: float, quantity: float, buys: bool) -> float:
    """A price that is taken is worse than the one that is seen, and never beyond the day's limit. A quantity of 0 asks
    for the price without impact."""
    worse = desk.costs.slippage + desk.costs.spread / 2.0
    if desk.costs.impact > 0 and quantity > 0 and quote.mean_volume > 0 and quote.volatility >= 0:
        worse += desk.costs.impact * quote.volatility * math.sqrt(quantity / quote.mean_volume)
    if buys:
        paid = price * (1.0 + worse)
        return quote.upper_limit if paid > quote.upper_limit else paid
    paid = price * (1.0 - worse)
    return quote.lower_limit if paid < quote.lower_limit else paid


def duty_of(desk: PaperDesk, buys: bool) -> float:
    return desk.bar.buy_duty if buys else desk.bar.sell_duty


def commission_of(desk: PaperDesk, price: float, quantity: float) -> float:
    costs = desk.costs
    asked = costs.commission_rate * (price * quantity) + costs.commission_per_share * quantity
    return asked if asked > costs.commission_minimum else costs.commission_minimum


def charges(desk: PaperDesk, price: float, quantity: float, buys: bool) -> tuple[float, float]:
    """Commission and duty of one fill."""
    return commission_of(desk, price, quantity), duty_of(desk, buys) * (price * quantity)


_A_BILLIONTH = 1e-9  # of the money more is what floats make of it, and no more money


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


def afforded(
    desk: PaperDesk, order: PaperOrder, quote: PaperQuote, seen: float, quantity: float, *, takes: bool
) -> float:
    """As much of a quantity as the order's `most_money` pays for, fees included; all of it where none was named."""
    if order.request.most_money is None or quantity == 0:
        return quantity
    left, price = float(order.request.most_money) - order.spent, seen
    if takes:  # the dearer one for a purchase; a smaller sale moves the market less, and is worth more
        price = max(taken(desk, quote, seen, 0.0, order.buys), taken(desk, quote, seen, quantity, order.buys))
    if price * quantity + sum(charges(desk, price, quantity, order.buys)) <= left * (1.0 + _A_BILLIONTH):
        return quantity
    costs, duty = desk.costs, duty_of(desk, order.buys)
    unit = price * (1.0 + costs.commission_rate + duty) + costs.commission_per_share
    fitting = min(left / unit, (left - costs.commission_minimum) / (price * (1.0 + duty)))
    return desk.rounded(order.request.symbol, min(quantity, fitting))


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
    return quantity_asked(sizing, order.request.guards, equity, price, unit)
