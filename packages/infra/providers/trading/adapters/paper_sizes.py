"""How large an order is: worked out at its fill, cut to what the account can carry, in whole lots (fills.c)."""

from packages.domain.trading.sizes import quantity_asked
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_prices import commission_of, duty_of
from packages.infra.providers.trading.adapters.paper_state import PaperOrder


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
    return quantity_asked(sizing, order.request.guards, equity, price, unit)
