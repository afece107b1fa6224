"""A paper account while it trades one bar: cash, positions and orders that change, prices with their costs, and how
large an order is at its fill."""

import math
from collections.abc import Iterator
from dataclasses import replace

from packages.core.ids import derived_id
from packages.domain.trading.orders import Effect, Fill, OrderSide, OrderStatus
from packages.domain.trading.runtime.sizing import quantity_asked
from packages.infra.providers.trading.adapters.paper_market import MarketBar, PaperQuote
from packages.infra.providers.trading.adapters.paper_state import (
    LedgerEntry,
    PaperOrder,
    PaperPosition,
    PaperState,
    PaperTrade,
    exact,
)


class WorkingAccount:
    """Made for one bar, and gone after it; the state that it began with is not touched."""

    def __init__(self, state: PaperState, bar: MarketBar) -> None:
        self.state = state
        self.bar = bar
        self.opening = state.opening
        self.terms = state.opening.terms
        self.costs = state.opening.terms.costs
        self.symbols = tuple(listing.symbol for listing in state.opening.listings)
        self.cash = state.cash
        self.session = state.session + bar.sessions_passed
        self.positions = dict(state.positions)
        self.closes = dict(state.closes)
        self.ruined = False
        self._orders = {order.request.client_order_id: order for order in state.orders}
        self._changed: dict[str, PaperOrder] = {}
        self._fills: list[Fill] = []
        self._entries: list[LedgerEntry] = []
        self._had: dict[str, float] = {}
        self._lots = {listing.symbol: listing for listing in state.opening.listings}

    def orders(self, symbol: str | None = None) -> list[PaperOrder]:
        """Those at work, of one instrument or of all, in the order of their submission."""
        return [order for order in self._orders.values() if symbol is None or order.request.symbol == symbol]

    def order(self, client_order_id: str) -> PaperOrder | None:
        """As it is now; None once it is no longer at work."""
        return self._orders.get(client_order_id)

    def note(self, kind: str, symbol: str | None, amount: float, shares: float = 0.0) -> None:
        """Into the ledger; the cash itself is counted by whoever moves it."""
        if amount != 0.0 or shares != 0.0:
            self._entries.append(LedgerEntry(kind, symbol, amount, self.bar.time, shares))

    def rounded(self, symbol: str, quantity: float, finest: float = 0.0) -> float:
        """Down to the lot, or to the next of its tenfolds that is no finer than `finest`; 0 below the smallest."""
        lot = self._lots[symbol]
        step = lot.step
        while 0 < step < finest:
            step *= 10.0
        whole = _in_steps(quantity, step)
        return whole if whole >= lot.smallest and whole > 0 else 0.0

    def whole(self, symbol: str, quantity: float) -> float:
        """What of a quantity can be held: fewer than a lot, but no part of a share where the market has none."""
        step = self._lots[symbol].step
        return _in_steps(quantity, min(step, 1.0))

    def to_be_had(self, symbol: str, quantity: float) -> float:
        """What of a quantity the volume of the bar has room for."""
        if self.opening.participation is None:
            return quantity
        room = self.opening.participation * self.bar.quotes[symbol].volume - self._had.get(symbol, 0.0)
        return quantity if quantity <= room else self.rounded(symbol, room)

    def fill(
        self,
        order_id: str,
        symbol: str,
        effect: Effect,
        buys: bool,
        quantity: float,
        price: float,
        costs: float,
        why: str,
    ) -> None:
        number = self.state.fills_made + len(self._fills) + 1
        self._had[symbol] = self._had.get(symbol, 0.0) + quantity
        self._fills.append(
            Fill(
                fill_id=derived_id("paper fill", self.state.account_id, str(number)),
                client_order_id=order_id,
                symbol=symbol,
                side=OrderSide.BUY if buys else OrderSide.SELL,
                effect=effect,
                quantity=exact(quantity),
                price=exact(price),
                costs=exact(costs),
                at=self.bar.time,
                reason=why,
            )
        )

    def filled(self, order: PaperOrder, asked: float, quantity: float, price: float, costs: float = 0.0) -> None:
        """Shares came to an order of `asked` in all; once it has them it is done."""
        total = order.filled + quantity
        average = (
            price if not order.filled else ((order.average_price or 0.0) * order.filled + price * quantity) / total
        )
        spent = order.spent + (quantity * price + costs)
        grown = replace(order, asked=asked, filled=total, average_price=average, spent=spent)
        if total < asked:
            self.put(grown, OrderStatus.PARTIALLY_FILLED)
        elif order.request.quantity is not None and total < float(order.request.quantity):
            self.put(grown, OrderStatus.LAPSED, "cut_to_what_can_be_carried")
        else:
            self.put(grown, OrderStatus.FILLED)

    def put(self, order: PaperOrder, status: OrderStatus, why: str = "") -> None:
        """The order as it now stands; one that is final is no longer at work."""
        at = max(order.submitted_at, self.bar.time)
        changed = replace(order, status=status, why=why, updated_at=at)
        order_id = order.request.client_order_id
        self._changed[order_id] = changed
        if status.is_final:
            self._orders.pop(order_id, None)
        else:
            self._orders[order_id] = changed

    def gone(self, symbol: str) -> None:
        """A position was left: what was still to close it, or to add to it, has nothing to do."""
        position = self.positions.pop(symbol)
        for order in self.orders(symbol):
            if not order.opens:
                self.put(order, OrderStatus.LAPSED, "position_gone")
            elif order.request.client_order_id == position.entry_id or order.request.adds:
                self.put(order, OrderStatus.CANCELLED, "position_gone")

    def held(self) -> Iterator[PaperPosition]:
        """In the order of the tickers, each as it is when its turn comes."""
        for symbol in self.symbols:
            position = self.positions.get(symbol)
            if position is not None:
                yield position

    def traded(self) -> PaperTrade:
        seen = {symbol: quote.close for symbol, quote in self.bar.quotes.items() if symbol in self._lots}
        state = replace(
            self.state,
            cash=self.cash,
            last_bar=self.bar.time,
            session=self.session,
            fills_made=self.state.fills_made + len(self._fills),
            entries_made=self.state.entries_made + len(self._entries),
            ruined_on=self.bar.time if self.ruined else self.state.ruined_on,
            positions=self.positions,
            orders=tuple(self._orders.values()),
            closes={**self.closes, **seen},
            factors=self.bar.factors,
        )
        return PaperTrade(state, tuple(self._fills), tuple(self._entries), tuple(self._changed.values()))


def _in_steps(quantity: float, step: float) -> float:
    """A billionth of a step short, or a trillionth of all steps, counts as whole; a step of 0 allows any fraction."""
    if step == 0:
        return quantity
    steps = quantity / step
    return math.floor(steps + min(0.5, max(1e-9, 1e-12 * steps))) * step


def can_trade(quote: PaperQuote, price: float, buys: bool) -> bool:
    """Whether the day's limits leave somebody to trade with at this price."""
    return not price >= quote.upper_limit if buys else not price <= quote.lower_limit


def taken(account: WorkingAccount, quote: PaperQuote, price: float, quantity: float, buys: bool) -> float:
    """A price that is taken is worse than the one that is seen, and never beyond the day's limit. A quantity of 0 asks
    for the price without impact."""
    worse = account.costs.slippage + account.costs.spread / 2.0
    if account.costs.impact > 0 and quantity > 0 and quote.mean_volume > 0 and quote.volatility >= 0:
        worse += account.costs.impact * quote.volatility * math.sqrt(quantity / quote.mean_volume)
    if buys:
        paid = price * (1.0 + worse)
        return quote.upper_limit if paid > quote.upper_limit else paid
    paid = price * (1.0 - worse)
    return quote.lower_limit if paid < quote.lower_limit else paid


def duty_of(account: WorkingAccount, buys: bool) -> float:
    return account.bar.buy_duty if buys else account.bar.sell_duty


def commission_of(account: WorkingAccount, price: float, quantity: float) -> float:
    costs = account.costs
    asked = costs.commission_rate * (price * quantity) + costs.commission_per_share * quantity
    return asked if asked > costs.commission_minimum else costs.commission_minimum


def least_does_not_fit(account: WorkingAccount, price: float, quantity: float, amount: float, room: float) -> bool:
    """Whether the smallest commission is charged, and does not fit beside the amount. One by size is in what a share
    costs."""
    costs = account.costs
    by_size = costs.commission_rate * (price * quantity) + costs.commission_per_share * quantity
    return quantity > 0 and by_size < costs.commission_minimum and amount + costs.commission_minimum > room


def charges(account: WorkingAccount, price: float, quantity: float, buys: bool) -> tuple[float, float]:
    """Commission and duty of one fill."""
    return commission_of(account, price, quantity), duty_of(account, buys) * (price * quantity)


_A_BILLIONTH = 1e-9  # of the money more is what floats make of it, and no more money


def sized(account: WorkingAccount, order: PaperOrder, price: float) -> float:
    """The quantity that an order wants and the account can carry; 0 when that is too small."""
    symbol, costs = order.request.symbol, account.costs
    equity, gross = worth_at_the_open(account)
    duty = duty_of(account, order.buys)
    unit = price * (1.0 + costs.commission_rate + duty) + costs.commission_per_share
    carried = account.terms.leverage * equity - gross
    asked, left = _asked_for(order, equity, price, unit), carried / unit
    if asked <= left:
        quantity = account.rounded(symbol, asked)
    else:
        # No finer than what the account can carry is known.
        quantity = account.rounded(symbol, left, account.terms.leverage * equity * 1e-9 / unit)
    if least_does_not_fit(account, price, quantity, quantity * price * (1.0 + duty), carried):
        left = (carried - costs.commission_minimum) / (price * (1.0 + duty))
        quantity = account.rounded(symbol, min(quantity, left))
    return quantity


def afforded(
    account: WorkingAccount, order: PaperOrder, quote: PaperQuote, seen: float, quantity: float, *, takes: bool
) -> float:
    """As much of a quantity as the order's `most_money` pays for, fees included; all of it where none was named."""
    if order.request.most_money is None or quantity == 0:
        return quantity
    left, price = float(order.request.most_money) - order.spent, seen
    if takes:  # the dearer one for a purchase; a smaller sale moves the market less, and is worth more
        price = max(taken(account, quote, seen, 0.0, order.buys), taken(account, quote, seen, quantity, order.buys))
    if price * quantity + sum(charges(account, price, quantity, order.buys)) <= left * (1.0 + _A_BILLIONTH):
        return quantity
    costs, duty = account.costs, duty_of(account, order.buys)
    unit = price * (1.0 + costs.commission_rate + duty) + costs.commission_per_share
    fitting = min(left / unit, (left - costs.commission_minimum) / (price * (1.0 + duty)))
    return account.rounded(order.request.symbol, min(quantity, fitting))


def worth_at_the_open(account: WorkingAccount) -> tuple[float, float]:
    """The equity and the gross exposure."""
    equity, gross = account.cash, 0.0
    for position in account.held():
        quote = account.bar.quotes.get(position.symbol)
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
