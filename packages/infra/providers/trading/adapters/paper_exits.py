"""Getting out: who may leave, at which price a guard is met, and what an order to close has to wait for (exits.c)."""

import math
from dataclasses import dataclass, replace

from packages.domain.trading.orders import Effect, OrderStatus, OrderType
from packages.infra.providers.trading.adapters.paper_account import WorkingAccount, can_trade, charges, taken
from packages.infra.providers.trading.adapters.paper_lots import leaving_of, without
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_parts import LotGuards
from packages.infra.providers.trading.adapters.paper_state import PaperOrder, PaperPosition

_A_BILLIONTH = 1e-9  # of a quantity short is what floats make of it
STOP_LOSS, TAKE_PROFIT, TRAILING_STOP, MARGIN_CALL, RUIN, DELISTED = (
    "stop_loss",
    "take_profit",
    "trailing_stop",
    "margin_call",
    "ruin",
    "delisted",
)


def exits_at_the_open(account: WorkingAccount) -> None:
    """Those who are to leave, in the order of the tickers, then parts; one that cannot tries again at its next bar."""
    for position in account.held():
        quote = account.bar.quotes.get(position.symbol)
        if quote is None or not may_leave(account, position, quote, quote.open):
            continue
        if position.leaving is not None:
            _leave(account, position, quote, quote.open, position.leaving, takes=True)
            continue
        for order in account.orders(position.symbol):
            if order.closes_all and position.symbol in account.positions:
                _close(account, order, quote, quote.open, takes=True)
    for position in account.held():
        _part_at_the_open(account, position)


def _part_at_the_open(account: WorkingAccount, position: PaperPosition) -> None:
    """Of a position that stays; who leaves whole has no parts any more."""
    quote, orders = account.bar.quotes.get(position.symbol), account.orders(position.symbol)
    parts = [order for order in orders if order.request.part is not None]
    if quote is None or position.leaving is not None or any(order.closes_all for order in orders):
        return
    for order in parts:
        if position.symbol in account.positions and may_leave(account, position, quote, quote.open):
            _close(account, order, quote, quote.open, takes=True)


def guards(account: WorkingAccount) -> None:
    """Stops and targets of every position, and the orders that rest to close it."""
    for position in account.held():
        quote = account.bar.quotes.get(position.symbol)
        if quote is None:
            continue
        if position.lots:
            LotGuards(account, quote, _Ways(account, quote)).watch(position)
            _resting_exits(account, position.symbol, quote)
            continue
        level, target = _level(position), _target(position)
        if position.sign > 0:
            if quote.low <= level or quote.high >= target:
                _met(account, position, quote, quote.low)
        elif quote.high >= level or quote.low <= target:
            _met(account, position, quote, quote.high)
        _resting_exits(account, position.symbol, quote)


def fresh_stop(account: WorkingAccount, symbol: str, quote: PaperQuote) -> None:
    """On the bar of an intrabar fill only the stop is live, at its own price."""
    position = account.positions[symbol]
    level = _level(position)
    touched = quote.low <= level if position.quantity > 0 else quote.high >= level
    if touched and may_leave(account, position, quote, level):
        _stop_out(account, position, quote, level)


def close_at_mark(account: WorkingAccount, position: PaperPosition, reason: str) -> None:
    """In ruin, or when it is gone from the market: without costs, whatever the market has room for."""
    quantity = abs(position.quantity)
    amount = position.sign * quantity * position.mark
    account.cash += amount
    account.note("fill", position.symbol, amount)
    closed_by = position.entry_id
    account.fill(closed_by, position.symbol, Effect.CLOSE, position.quantity < 0, quantity, position.mark, 0.0, reason)
    account.gone(position.symbol)


def met_at(order: PaperOrder, quote: PaperQuote) -> float:
    """The price at which a resting order fills on this bar, NaN if it does not."""
    price = float(order.request.price or 0)
    if (order.request.type is OrderType.LIMIT) == order.buys:  # it waits below the market
        if quote.open <= price:
            return quote.open
        return price if quote.low <= price else math.nan
    if quote.open >= price:
        return quote.open
    return price if quote.high >= price else math.nan


def bar_seen(account: WorkingAccount, order: PaperOrder) -> None:
    """A resting order has a bar less to live."""
    if order.left is None:
        return
    if order.left > 1:
        account.put(replace(order, left=order.left - 1), order.status)
    else:
        account.put(replace(order, left=0), OrderStatus.LAPSED, "expired")


def may_leave(account: WorkingAccount, position: PaperPosition, quote: PaperQuote, price: float) -> bool:
    """Whether settlement and the day's limits let a position go."""
    if position.quantity < 0:
        return can_trade(quote, price, buys=True)
    if position.lots:
        return leaving_of(account, position) > 0 and can_trade(quote, price, buys=False)
    settled = account.session >= position.since_session + account.opening.sell_after_sessions
    return settled and can_trade(quote, price, buys=False)


def _met(account: WorkingAccount, position: PaperPosition, quote: PaperQuote, worst: float) -> None:
    """A guard is met: the open first, then the stop, then the target."""
    sign, level, target = position.sign, _level(position), _target(position)
    gapped, beyond = sign * quote.open <= sign * level, sign * quote.open >= sign * target
    if gapped or (not beyond and sign * worst <= sign * level):
        price = quote.open if gapped else level
        if may_leave(account, position, quote, price):
            _stop_out(account, position, quote, price)
        return
    price = quote.open if beyond else target
    if may_leave(account, position, quote, price):
        _leave(account, position, quote, price, TAKE_PROFIT, takes=False)


def _stop_out(account: WorkingAccount, position: PaperPosition, quote: PaperQuote, price: float) -> None:
    """By the stop, or by the trail where that was nearer."""
    reason = TRAILING_STOP if position.level != position.stop_at else STOP_LOSS
    _leave(account, position, quote, price, reason, takes=True)


def _leave(
    account: WorkingAccount, position: PaperPosition, quote: PaperQuote, price: float, reason: str, *, takes: bool
) -> None:
    """The whole position, as far as its lots are settled; what the volume has no room for leaves at the next open."""
    asked = leaving_of(account, position) if position.lots else abs(position.quantity)
    quantity = account.to_be_had(position.symbol, asked)
    if quantity == 0:
        account.positions[position.symbol] = replace(position, leaving=reason)
        return
    take_out(account, position, quote, quantity, price, takes, position.entry_id, reason)
    rest = account.positions.get(position.symbol)
    if rest is not None and quantity < asked:
        account.positions[position.symbol] = replace(rest, leaving=reason)


@dataclass(frozen=True, slots=True)
class _Ways:
    """How a position with lots leaves on one bar."""

    account: WorkingAccount
    quote: PaperQuote

    def may_leave(self, position: PaperPosition, price: float) -> bool:
        return may_leave(self.account, position, self.quote, price)

    def stop_out(self, position: PaperPosition, price: float) -> None:
        _stop_out(self.account, position, self.quote, price)

    def take_profit(self, position: PaperPosition, price: float) -> None:
        _leave(self.account, position, self.quote, price, TAKE_PROFIT, takes=False)

    def take_part(self, position: PaperPosition, price: float, quantity: float) -> None:
        had = self.account.to_be_had(position.symbol, quantity)
        if had > 0:
            take_out(self.account, position, self.quote, had, price, False, position.entry_id, TAKE_PROFIT)


def _close(account: WorkingAccount, order: PaperOrder, quote: PaperQuote, price: float, *, takes: bool) -> None:
    """By an order of its own, as far as there is something to close."""
    position = account.positions[order.request.symbol]
    asked = order.asked if order.asked is not None else closing_quantity(order, position)
    wanted = min(asked - order.filled, abs(position.quantity))
    if position.lots:
        wanted, missing = leaving_of(account, position, wanted), wanted
        asked = order.filled + wanted if wanted >= missing * (1.0 - _A_BILLIONTH) else asked
    quantity = account.to_be_had(position.symbol, wanted)
    if quantity == 0:
        return
    paid = taken(account, quote, price, quantity, order.buys) if takes else price
    account.filled(order, asked, quantity, paid)
    take_out(account, position, quote, quantity, price, takes, order.request.client_order_id, order.request.reason)


def closing_quantity(order: PaperOrder, position: PaperPosition) -> float:
    """Without a quantity of its own an order closes the whole position."""
    return abs(position.quantity) if order.request.quantity is None else float(order.request.quantity)


def take_out(
    account: WorkingAccount,
    position: PaperPosition,
    quote: PaperQuote,
    quantity: float,
    seen: float,
    takes: bool,
    order_id: str,
    reason: str,
) -> None:
    """So much of a position leaves, with its costs."""
    sign, buys = position.sign, position.quantity < 0
    price = taken(account, quote, seen, quantity, buys) if takes else seen
    commission, duty = charges(account, price, quantity, buys)
    costs = commission + duty
    account.cash += sign * quantity * price - costs
    account.note("fill", position.symbol, sign * quantity * price)
    account.note("commission", position.symbol, -commission)
    account.note("duty", position.symbol, -duty)
    account.fill(order_id, position.symbol, Effect.CLOSE, buys, quantity, price, costs, reason)
    if position.lots:
        rest = without(position, quantity, price)
        account.positions[position.symbol] = position if rest is None else rest
        if rest is None:
            account.gone(position.symbol)
    elif quantity >= abs(position.quantity):
        account.gone(position.symbol)
    else:
        left = sign * (abs(position.quantity) - quantity)
        account.positions[position.symbol] = replace(position, quantity=left, paid=position.paid + costs)


def _resting_exits(account: WorkingAccount, symbol: str, quote: PaperQuote) -> None:
    for order in account.orders(symbol):
        position = account.positions.get(symbol)
        if position is None:
            return
        if order.is_market or order.opens:
            continue
        price = met_at(order, quote)
        if not math.isnan(price) and may_leave(account, position, quote, price):
            _close(account, order, quote, price, takes=order.request.type is OrderType.STOP)
        rest = account.order(order.request.client_order_id)
        if rest is not None:
            bar_seen(account, rest)


def _level(position: PaperPosition) -> float:
    return -position.sign * math.inf if position.level is None else position.level


def _target(position: PaperPosition) -> float:
    return position.sign * math.inf if position.target_at is None else position.target_at
