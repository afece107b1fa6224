"""How large an order is: worked out at its fill, cut to what the account can carry, in whole lots (fills.c)."""

from packages.domain.trading.sizes import quantity_asked
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_market import Quote
from packages.infra.providers.trading.adapters.paper_prices import charges, commission_of, duty_of, taken
from packages.infra.providers.trading.adapters.paper_state import PaperOrder

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


def afforded(desk: PaperDesk, order: PaperOrder, quote: Quote, seen: float, quantity: float, *, takes: bool) -> float:
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
