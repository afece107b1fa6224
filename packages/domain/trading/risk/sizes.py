"""What an order is worth at the prices of now: exact for a quantity, a good guess for a size that the fill decides."""

from decimal import ROUND_DOWN, Decimal

from packages.domain.trading.orders import Distance, OrderRequest, SizeRule, Sizing, Unit
from packages.domain.trading.risk.state import Quote


def price_of(order: OrderRequest, quote: Quote) -> Decimal:
    """Its own price, or the last close."""
    return order.price if order.price is not None else quote.close


def value_of(order: OrderRequest, quote: Quote, equity: Decimal) -> Decimal | None:
    """In money; None where nothing tells how large it becomes. What is owed buys nothing."""
    price = price_of(order, quote)
    if order.quantity is not None:
        return order.quantity * price
    return _sized(order.sizing, order, price, max(equity, Decimal(0))) if order.sizing is not None else None


def rounded_down(quantity: Decimal, quote: Quote) -> Decimal:
    """To what can be ordered; 0 where that is nothing."""
    if quote.step > 0:
        quantity = (quantity / quote.step).to_integral_value(ROUND_DOWN) * quote.step
    return quantity if quantity > 0 and quantity >= quote.smallest else Decimal(0)


def _sized(sizing: Sizing, order: OrderRequest, price: Decimal, equity: Decimal) -> Decimal | None:
    asked = Decimal(repr(sizing.value))
    match sizing.rule:
        case SizeRule.QUANTITY:
            return asked * price
        case SizeRule.CASH:
            return asked
        case SizeRule.EQUITY:
            return asked * equity
        case SizeRule.VOLATILITY:
            return equity * Decimal(repr(min(sizing.value / sizing.deviation, sizing.most)))
        case SizeRule.RISK:
            stops = [_points(stop, price) for stop in (order.guards.stop, order.guards.trail) if stop is not None]
            nearest = min((stop for stop in stops if stop > 0), default=None)
            return None if nearest is None else asked * equity / nearest * price


def _points(distance: Distance, price: Decimal) -> Decimal:
    value = Decimal(repr(distance.value))
    return value * price if distance.unit is Unit.PCT else value
