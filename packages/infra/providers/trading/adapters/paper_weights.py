"""Orders that bring positions to the weights of a portfolio at the open, by the arithmetic of the kernel.

All weights are of the equity before anything is traded; what grows takes the room that the sales have left.
"""

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import OrderStatus, Sizing
from packages.infra.providers.trading.adapters.paper_account import (
    WorkingAccount,
    can_trade,
    commission_of,
    duty_of,
    least_does_not_fit,
    taken,
    worth_at_the_open,
)
from packages.infra.providers.trading.adapters.paper_entries import fill_entry
from packages.infra.providers.trading.adapters.paper_exits import may_leave, take_out
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_state import PaperOrder, PaperPosition


class WeightOrders:
    """Those of one bar; each is done with at its open, or lapses."""

    def __init__(self, account: WorkingAccount) -> None:
        self._account = account
        self._orders = [order for order in account.orders() if order.request.to_weight]
        self._equity = worth_at_the_open(account)[0] if self._orders else 0.0

    def cut(self) -> None:
        """In the order of the tickers. A position that is wanted again before it could go stays."""
        for position in self._account.held() if self._orders else ():
            its_way = [each for each in self._orders if _goes_its_way(each, position)]
            if its_way:
                self._stay(position)
            for order in its_way:
                if not order.opens:
                    self._cut(order, position)
        for order in self._orders:
            if not order.opens and self._account.order(order.request.client_order_id) is not None:
                self._account.put(order, OrderStatus.LAPSED, "nothing_to_cut")

    def grow(self) -> None:
        """In the order of their submission, as far as the account can carry them."""
        if not self._orders:
            return
        equity, gross = worth_at_the_open(self._account)
        room = self._account.terms.leverage * equity - gross
        for order in self._orders:
            if order.opens:
                room -= self._grow(order, room)

    def _stay(self, position: PaperPosition) -> None:
        for order in self._account.orders(position.symbol):
            if order.closes_all:
                self._account.put(order, OrderStatus.CANCELLED, "wanted_again")

    def _cut(self, order: PaperOrder, position: PaperPosition) -> None:
        account, quote = self._account, self._account.bar.quotes.get(position.symbol)
        if quote is None or not may_leave(account, position, quote, quote.open):
            return
        held, buys = abs(position.quantity), position.quantity > 0
        wanted = _sizing(order).value * self._equity / self._unit(taken(account, quote, quote.open, 0.0, buys), buys)
        less = account.rounded(position.symbol, held - wanted)
        if not 0 < less < held or less * quote.open < _sizing(order).tolerance * self._equity:
            return
        quantity = account.to_be_had(position.symbol, less)
        if quantity > 0:
            price = taken(account, quote, quote.open, quantity, order.buys)
            account.filled(order, quantity, quantity, price)
            ids = order.request.client_order_id, order.request.reason
            take_out(account, position, quote, quantity, quote.open, True, *ids)

    def _grow(self, order: PaperOrder, room: float) -> float:
        """What it takes of the room."""
        account, symbol, buys = self._account, order.request.symbol, order.buys
        quote, position = account.bar.quotes.get(symbol), account.positions.get(symbol)
        refused = self._refused(quote, position, buys)
        if refused or quote is None:
            account.put(order, OrderStatus.LAPSED, refused)
            return 0.0
        held, paid = 0.0 if position is None else abs(position.quantity), taken(account, quote, quote.open, 0.0, buys)
        more = self._more(order, held, paid, room)
        if not more > 0 or (held > 0 and more * quote.open < _sizing(order).tolerance * self._equity):
            account.put(order, OrderStatus.LAPSED, "too_small")
            return 0.0
        quantity = account.to_be_had(symbol, more)
        if not quantity > 0:
            account.put(order, OrderStatus.LAPSED, "too_small")
            return 0.0
        fill_entry(account, order, quote, quote.open, quantity, quantity, takes=True)
        return quantity * paid * (1.0 + duty_of(account, buys)) + commission_of(account, paid, quantity)

    def _more(self, order: PaperOrder, held: float, paid: float, room: float) -> float:
        account, symbol, duty = self._account, order.request.symbol, duty_of(self._account, order.buys)
        unit, most = self._unit(paid, order.buys), order.request.most_money
        asked = _sizing(order).value * self._equity / unit - held
        if most is not None:
            asked = min(asked, float(most) / unit - held)
        more = account.rounded(symbol, min(asked, room / unit))
        amount = more * paid * (1.0 + duty)
        if least_does_not_fit(account, paid, more, amount, room):
            fitting = (room - account.costs.commission_minimum) / (paid * (1.0 + duty))
            return account.rounded(symbol, min(more, fitting))
        return more

    def _refused(self, quote: PaperQuote | None, position: PaperPosition | None, buys: bool) -> str:
        """Why nothing may be bought, nothing if it may."""
        if position is not None and (position.quantity > 0) != buys:
            return "already_held"
        if quote is None:
            return "no_bar"
        return "" if can_trade(quote, quote.open, buys) else "price_limit"

    def _unit(self, price: float, buys: bool) -> float:
        """What one share costs with everything that grows with it."""
        costs = self._account.costs
        return price * (1.0 + costs.commission_rate + duty_of(self._account, buys)) + costs.commission_per_share


def _goes_its_way(order: PaperOrder, position: PaperPosition) -> bool:
    way = Direction.LONG if position.quantity > 0 else Direction.SHORT
    return order.request.symbol == position.symbol and order.request.direction is way


def _sizing(order: PaperOrder) -> Sizing:
    sizing = order.request.sizing
    assert sizing is not None  # noqa: S101 - only orders with a weight come here
    return sizing
