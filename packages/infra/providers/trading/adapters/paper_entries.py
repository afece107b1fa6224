"""Getting in: market orders at the open, orders that wait for their price, the guards of a new position (entries.c)."""

import math
from dataclasses import replace

from packages.domain.trading.orders import DistanceUnit, Effect, Guards, OrderStatus, OrderType
from packages.domain.trading.runtime.sizing import far
from packages.infra.providers.trading.adapters.paper_account import (
    WorkingAccount,
    afforded,
    can_trade,
    charges,
    sized,
    taken,
)
from packages.infra.providers.trading.adapters.paper_exits import bar_seen, fresh_stop, met_at
from packages.infra.providers.trading.adapters.paper_lots import part_levels, with_fill
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_state import PaperOrder, PaperPosition


def entries_at_the_open(account: WorkingAccount) -> None:
    """In the order of their submission; one that cannot be filled lapses, one that got a part goes on."""
    for order in account.orders():
        if not (order.opens and order.is_market):
            continue
        quote = account.bar.quotes.get(order.request.symbol)
        refused = "no_bar" if quote is None else _refused(account, order, quote, quote.open)
        if quote is not None and not refused and not _enter(account, order, quote, quote.open, takes=True):
            refused = "too_small"
        if refused and not order.filled:
            account.put(order, OrderStatus.LAPSED, refused)


def resting_entries(account: WorkingAccount) -> None:
    """In the order of the tickers; one that cannot be filled keeps resting until it has seen its last bar."""
    waiting = {order.request.symbol for order in account.orders() if order.opens and not order.is_market}
    for symbol in account.symbols:
        quote = account.bar.quotes.get(symbol)
        if quote is None or symbol not in waiting:
            continue
        orders = [order for order in account.orders(symbol) if order.opens and not order.is_market]
        filled = _fill_nearest(account, orders, quote)
        _pass_bar(account, orders, filled)
        if filled is not None:
            fresh_stop(account, symbol, quote)


def follow(account: WorkingAccount, position: PaperPosition, quote: PaperQuote) -> PaperPosition:
    """The best price goes on, unless a resting order opened the position on this very bar; a trail goes after it."""
    best = position.best_at
    if position.fresh_on != account.bar.time:
        best = max(best, quote.high) if position.quantity > 0 else min(best, quote.low)
    level = position.level if position.trail is None else _level(position, best)
    return replace(position, best_at=best, level=level)


def _refused(account: WorkingAccount, order: PaperOrder, quote: PaperQuote, price: float) -> str:
    """Why an order may not be filled, nothing if it may."""
    position = account.positions.get(order.request.symbol)
    if position is not None:
        is_own = position.entry_id == order.request.client_order_id or _adds_to(account, order, position)
        if not is_own or position.leaving is not None:
            return "already_held"
    elif order.request.adds:
        return "position_gone"
    elif len(account.positions) >= account.opening.places:
        return "no_place"
    return "" if can_trade(quote, price, order.buys) else "price_limit"


def _adds_to(account: WorkingAccount, order: PaperOrder, position: PaperPosition) -> bool:
    """Whether an order brings a further unit of a position that stays."""
    is_its_way = order.request.adds and order.buys == (position.quantity > 0)
    return is_its_way and not any(each.closes_all for each in account.orders(position.symbol))


def _fill_nearest(account: WorkingAccount, orders: list[PaperOrder], quote: PaperQuote) -> PaperOrder | None:
    """The nearest to the open that can be filled, the long one on a tie."""

    def reach(order: PaperOrder) -> tuple[float, bool]:
        price = met_at(order, quote)
        return math.inf if math.isnan(price) else abs(price - quote.open), not order.buys

    for order in sorted(orders, key=reach):
        price = met_at(order, quote)
        if math.isnan(price) or _refused(account, order, quote, price):
            continue
        if _enter(account, order, quote, price, takes=order.request.type is OrderType.STOP):
            return order
    return None


def _pass_bar(account: WorkingAccount, orders: list[PaperOrder], filled: PaperOrder | None) -> None:
    """A fill ends the other orders of an instrument; otherwise each has a bar less to live."""
    for order in orders:
        now = account.order(order.request.client_order_id)
        if now is None:
            continue
        if filled is not None and order is not filled:
            account.put(now, OrderStatus.CANCELLED, "other_order_filled")
        else:
            bar_seen(account, now)


def _enter(account: WorkingAccount, order: PaperOrder, quote: PaperQuote, seen: float, *, takes: bool) -> bool:
    """Opens a position, or adds to the order's own, if the size is possible; its guards stand from the fill price."""
    symbol, buys = order.request.symbol, order.buys
    price = taken(account, quote, seen, 0.0, buys) if takes else seen
    wanted = afforded(account, order, quote, seen, sized(account, order, price), takes=takes)
    quantity = account.to_be_had(symbol, wanted)
    if quantity == 0:
        return False
    fill_entry(account, order, quote, seen, order.filled + wanted, quantity, takes=takes)
    return True


def fill_entry(
    account: WorkingAccount,
    order: PaperOrder,
    quote: PaperQuote,
    seen: float,
    asked: float,
    quantity: float,
    *,
    takes: bool,
) -> None:
    """So many shares of `asked` in all come to an order, with their costs."""
    symbol, buys, sign = order.request.symbol, order.buys, 1.0 if order.buys else -1.0
    price = taken(account, quote, seen, quantity, buys) if takes else seen
    commission, duty = charges(account, price, quantity, buys)
    costs = commission + duty
    account.cash -= sign * quantity * price + costs
    account.note("fill", symbol, -(sign * quantity * price))
    account.note("commission", symbol, -commission)
    account.note("duty", symbol, -duty)
    account.fill(order.request.client_order_id, symbol, Effect.OPEN, buys, quantity, price, costs, order.request.reason)
    account.filled(order, asked, quantity, price, costs)
    grown = _grown(account, order, sign * quantity, price, costs)
    account.positions[symbol] = _guarded(grown, order.request.guards)


def _grown(account: WorkingAccount, order: PaperOrder, quantity: float, price: float, costs: float) -> PaperPosition:
    """The position after a fill; what a second part of an order adds is averaged in."""
    fresh_on = None if order.is_market else account.bar.time
    before = account.positions.get(order.request.symbol)
    if before is None:
        opened = PaperPosition(
            symbol=order.request.symbol,
            entry_id=order.request.client_order_id,
            quantity=quantity,
            # A mean of one fill is not that fill's price to the last bit, and the kernel's price of a weight is a mean.
            price=quantity * price / quantity if order.request.to_weight else price,
            mark=price,
            best_at=price,
            since=account.bar.time,
            since_session=account.session,
            paid=costs,
            fresh_on=fresh_on,
        )
        return _with_lot(account, order, opened, quantity, price) if order.request.scales else opened
    if order.request.scales:
        best = max(before.best_at, price) if quantity > 0 else min(before.best_at, price)
        grown = replace(before, best_at=best, paid=before.paid + costs, fresh_on=fresh_on)
        return _with_lot(account, order, grown, quantity, price)
    total = before.quantity + quantity
    average = (before.price * before.quantity + price * quantity) / total
    best = max(before.best_at, price) if quantity > 0 else min(before.best_at, price)
    return replace(
        before,
        quantity=total,
        price=average,
        mark=price,
        best_at=best,
        since_session=account.session,
        paid=before.paid + costs,
        fresh_on=fresh_on,
    )


def _with_lot(
    account: WorkingAccount, order: PaperOrder, position: PaperPosition, quantity: float, price: float
) -> PaperPosition:
    return with_fill(position, order.request.client_order_id, abs(quantity), price, account.session)


def _guarded(position: PaperPosition, guards: Guards) -> PaperPosition:
    """Puts up the stop, the target and the trail, and the targets of parts."""
    sign, stop_far, stop_at, target_at, trail = position.sign, 0.0, None, None, guards.trail
    price = position.last_fill if guards.from_last and position.last_fill is not None else position.price
    if guards.stop is not None:
        stop_far = far(guards.stop, price)
        stop_at = price - sign * stop_far
    if guards.target is not None:
        from_price = stop_far if guards.target.unit is DistanceUnit.RISK else price
        target_at = price + sign * far(guards.target, from_price)
    parts = part_levels(position, guards, price)
    put_up = replace(position, stop_at=stop_at, target_at=target_at, level=stop_at, trail=trail, part_levels=parts)
    return put_up if trail is None else replace(put_up, level=_level(put_up, put_up.best_at))


def _level(position: PaperPosition, best: float) -> float:
    """The nearer one of the stop and the trail."""
    assert position.trail is not None  # noqa: S101 - asked of positions with a trail only
    trail = best - position.sign * far(position.trail, best)
    if position.stop_at is None:
        return trail
    return max(position.stop_at, trail) if position.sign > 0 else min(position.stop_at, trail)
