"""Prices with their costs: who may trade at one, what taking one adds to it, and what a fill is charged.

The operations and their order are those of the backtest's kernel (fills.c), so that both give the same bits.
"""

import math

from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_market import Quote


def can_trade(quote: Quote, price: float, buys: bool) -> bool:
    """Whether the day's limits leave somebody to trade with at this price."""
    return not price >= quote.upper_limit if buys else not price <= quote.lower_limit


def taken(desk: PaperDesk, quote: Quote, price: float, quantity: float, buys: bool) -> float:
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
