"""A split of what a paper account holds: more shares at a lower price, or fewer at a higher one, for the same money.

Bars come in the terms of the newest shares, so an account changes to those terms before it trades the first bar in
them: quantities times the ratio, prices divided by it, of positions, their guards and the orders at work. A part of a
share that cannot be held is paid out at the last close. All of it is one row of the ledger, written with the bar.
"""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from packages.domain.trading.orders import (
    DistanceUnit,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderStatus,
    SizeRule,
    Sizing,
)
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_state import PaperOrder, PaperPosition, PaperState, exact

_A_BILLIONTH = 1e-9  # of a ratio is what floats make of it, and no split


def splits_since(state: PaperState, factors: Mapping[str, float]) -> dict[str, float]:
    """New shares for one old, by instrument: `factors` are what the prices of the account's last bar are multiplied by
    now, and the account remembers what they were multiplied by when it traded them."""
    symbols = {*factors, *state.factors}
    ratios = {symbol: state.factors.get(symbol, 1.0) / factors.get(symbol, 1.0) for symbol in sorted(symbols)}
    return {symbol: _plain(ratio) for symbol, ratio in ratios.items() if abs(ratio - 1.0) > _A_BILLIONTH}


def split(desk: PaperDesk, ratios: Mapping[str, float]) -> None:
    """Before everything else of the bar."""
    for symbol, ratio in ratios.items():
        if symbol in desk.closes:
            desk.closes[symbol] /= ratio
        for order in desk.orders(symbol):
            _split_order(desk, order, ratio)
        position = desk.positions.get(symbol)
        if position is not None:
            _split_position(desk, position, ratio)


def _split_position(desk: PaperDesk, position: PaperPosition, ratio: float) -> None:
    held, mark = abs(position.quantity) * ratio, position.mark / ratio
    whole = desk.whole(position.symbol, held)
    in_lieu = position.sign * (held - whole) * mark
    desk.cash += in_lieu
    shares = position.sign * whole - position.quantity
    desk.note("split", position.symbol, in_lieu, shares)
    desk.positions[position.symbol] = replace(
        position,
        quantity=position.sign * whole,
        price=position.price / ratio,
        mark=mark,
        best_at=position.best_at / ratio,
        stop_at=None if position.stop_at is None else position.stop_at / ratio,
        target_at=None if position.target_at is None else position.target_at / ratio,
        level=None if position.level is None else position.level / ratio,
        trail=_distance(position.trail, ratio),
    )
    if not whole:
        desk.gone(position.symbol)


def _split_order(desk: PaperDesk, order: PaperOrder, ratio: float) -> None:
    """In whole shares; one that comes to none is cancelled."""
    request, quantity = order.request, order.request.quantity
    if quantity is not None:
        quantity = exact(desk.whole(request.symbol, float(quantity) * ratio))
        if not quantity:
            desk.put(order, OrderStatus.CANCELLED, "split_to_nothing")
            return
    changed = replace(
        order,
        request=_request(request, quantity, ratio),
        asked=None if order.asked is None else desk.whole(request.symbol, order.asked * ratio),
        filled=order.filled * ratio,
        average_price=None if order.average_price is None else order.average_price / ratio,
    )
    desk.put(changed, order.status, order.why)


def _request(request: OrderRequest, quantity: Decimal | None, ratio: float) -> OrderRequest:
    guards, by = request.guards, exact(ratio)
    return replace(
        request,
        quantity=quantity,
        price=_price(request.price, by),
        reference_price=_price(request.reference_price, by),
        sizing=_sizing(request.sizing, ratio),
        guards=Guards(*(_distance(each, ratio) for each in (guards.stop, guards.target, guards.trail))),
    )


def _price(price: Decimal | None, ratio: Decimal) -> Decimal | None:
    return None if price is None else exact(float(price / ratio))


def _sizing(sizing: Sizing | None, ratio: float) -> Sizing | None:
    if sizing is None or sizing.rule is not SizeRule.QUANTITY:
        return sizing
    return replace(sizing, value=sizing.value * ratio)


def _distance(distance: GuardDistance | None, ratio: float) -> GuardDistance | None:
    """Points are money; fractions and multiples of the risk stay what they are."""
    if distance is None or distance.unit is not DistanceUnit.POINTS:
        return distance
    return GuardDistance(DistanceUnit.POINTS, distance.value / ratio)


def _plain(ratio: float) -> float:
    """4 for what floats make 3.9999999999999996."""
    near = float(round(ratio)) if ratio > 1.0 else 1.0 / round(1.0 / ratio)
    return near if abs(near / ratio - 1.0) <= _A_BILLIONTH else ratio
