"""Getting in: market orders at the open, orders that wait for their price, the guards of a new position (entries.c)."""

import math
from dataclasses import replace

from packages.domain.trading.orders import DistanceUnit, Effect, Guards, OrderStatus, OrderType
from packages.domain.trading.runtime.sizing import far
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_exits import bar_seen, fresh_stop, met_at
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_pricing import afforded, can_trade, charges, sized, taken
from packages.infra.providers.trading.adapters.paper_state import PaperOrder, PaperPosition


def entries_at_the_open(desk: PaperDesk) -> None:
    """In the order of their submission; one that cannot be filled lapses, one that got a part goes on."""
    for order in desk.orders():
        if not (order.opens and order.is_market):
            continue
        quote = desk.bar.quotes.get(order.request.symbol)
        refused = "no_bar" if quote is None else _refused(desk, order, quote, quote.open)
        if quote is not None and not refused and not _enter(desk, order, quote, quote.open, takes=True):
            refused = "too_small"
        if refused and not order.filled:
            desk.put(order, OrderStatus.LAPSED, refused)


def resting_entries(desk: PaperDesk) -> None:
    """In the order of the tickers; one that cannot be filled keeps resting until it has seen its last bar."""
    waiting = {order.request.symbol for order in desk.orders() if order.opens and not order.is_market}
    for symbol in desk.symbols:
        quote = desk.bar.quotes.get(symbol)
        if quote is None or symbol not in waiting:
            continue
        orders = [order for order in desk.orders(symbol) if order.opens and not order.is_market]
        filled = _fill_nearest(desk, orders, quote)
        _pass_bar(desk, orders, filled)
        if filled is not None:
            fresh_stop(desk, symbol, quote)


def follow(desk: PaperDesk, position: PaperPosition, quote: PaperQuote) -> PaperPosition:
    """The trail goes after the best price, unless a resting order opened the position on this very bar."""
    if position.trail is None:
        return position
    best = position.best_at
    if position.fresh_on != desk.bar.time:
        best = max(best, quote.high) if position.quantity > 0 else min(best, quote.low)
    return replace(position, best_at=best, level=_level(position, best))


def _refused(desk: PaperDesk, order: PaperOrder, quote: PaperQuote, price: float) -> str:
    """Why an order may not be filled, nothing if it may."""
    position = desk.positions.get(order.request.symbol)
    if position is not None:
        is_own = position.entry_id == order.request.client_order_id and position.leaving is None
        if not is_own:
            return "already_held"
    elif len(desk.positions) >= desk.opening.places:
        return "no_place"
    return "" if can_trade(quote, price, order.buys) else "price_limit"


def _fill_nearest(desk: PaperDesk, orders: list[PaperOrder], quote: PaperQuote) -> PaperOrder | None:
    """The nearest to the open that can be filled, the long one on a tie."""

    def reach(order: PaperOrder) -> tuple[float, bool]:
        price = met_at(order, quote)
        return math.inf if math.isnan(price) else abs(price - quote.open), not order.buys

    for order in sorted(orders, key=reach):
        price = met_at(order, quote)
        if math.isnan(price) or _refused(desk, order, quote, price):
            continue
        if _enter(desk, order, quote, price, takes=order.request.type is OrderType.STOP):
            return order
    return None


def _pass_bar(desk: PaperDesk, orders: list[PaperOrder], filled: PaperOrder | None) -> None:
    """A fill ends the other orders of an instrument; otherwise each has a bar less to live."""
    for order in orders:
        now = desk.order(order.request.client_order_id)
        if now is None:
            continue
        if filled is not None and order is not filled:
            desk.put(now, OrderStatus.CANCELLED, "other_order_filled")
        else:
            bar_seen(desk, now)


def _enter(desk: PaperDesk, order: PaperOrder, quote: PaperQuote, seen: float, *, takes: bool) -> bool:
    """Opens a position, or adds to the order's own, if the size is possible; its guards stand from the fill price."""
    symbol, buys, sign = order.request.symbol, order.buys, 1.0 if order.buys else -1.0
    price = taken(desk, quote, seen, 0.0, buys) if takes else seen
    wanted = afforded(desk, order, quote, seen, sized(desk, order, price), takes=takes)
    quantity = desk.to_be_had(symbol, wanted)
    if quantity == 0:
        return False
    if takes:
        price = taken(desk, quote, seen, quantity, buys)
    commission, duty = charges(desk, price, quantity, buys)
    costs = commission + duty
    desk.cash -= sign * quantity * price + costs
    desk.note("fill", symbol, -(sign * quantity * price))
    desk.note("commission", symbol, -commission)
    desk.note("duty", symbol, -duty)
    desk.fill(order.request.client_order_id, symbol, Effect.OPEN, buys, quantity, price, costs, order.request.reason)
    desk.filled(order, order.filled + wanted, quantity, price, costs)
    grown = _grown(desk, order, sign * quantity, price, costs)
    desk.positions[symbol] = _guarded(grown, order.request.guards)
    return True


def _grown(desk: PaperDesk, order: PaperOrder, quantity: float, price: float, costs: float) -> PaperPosition:
    """The position after a fill; what a second part of an order adds is averaged in."""
    fresh_on = None if order.is_market else desk.bar.time
    before = desk.positions.get(order.request.symbol)
    if before is None:
        return PaperPosition(
            symbol=order.request.symbol,
            entry_id=order.request.client_order_id,
            quantity=quantity,
            price=price,
            mark=price,
            best_at=price,
            since=desk.bar.time,
            since_session=desk.session,
            paid=costs,
            fresh_on=fresh_on,
        )
    total = before.quantity + quantity
    average = (before.price * before.quantity + price * quantity) / total
    best = max(before.best_at, price) if quantity > 0 else min(before.best_at, price)
    return replace(
        before,
        quantity=total,
        price=average,
        mark=price,
        best_at=best,
        since_session=desk.session,
        paid=before.paid + costs,
        fresh_on=fresh_on,
    )


def _guarded(position: PaperPosition, guards: Guards) -> PaperPosition:
    """Puts up the stop, the target and the trail."""
    price, sign, stop_far, stop_at, target_at, trail = position.price, position.sign, 0.0, None, None, guards.trail
    if guards.stop is not None:
        stop_far = far(guards.stop, price)
        stop_at = price - sign * stop_far
    if guards.target is not None:
        from_price = stop_far if guards.target.unit is DistanceUnit.RISK else price
        target_at = price + sign * far(guards.target, from_price)
    put_up = replace(position, stop_at=stop_at, target_at=target_at, level=stop_at, trail=trail)
    return put_up if trail is None else replace(put_up, level=_level(put_up, put_up.best_at))


def _level(position: PaperPosition, best: float) -> float:
    """The nearer one of the stop and the trail."""
    assert position.trail is not None  # noqa: S101 - asked of positions with a trail only
    trail = best - position.sign * far(position.trail, best)
    if position.stop_at is None:
        return trail
    return max(position.stop_at, trail) if position.sign > 0 else min(position.stop_at, trail)
