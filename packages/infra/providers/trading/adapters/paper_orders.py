"""Taking and cancelling orders: what the paper broker refuses at once, and what it puts to work for the next bar."""

from dataclasses import replace
from datetime import datetime

from packages.core.ids import derived_id
from packages.domain.trading.errors import OrderRejected
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderStatus
from packages.infra.providers.trading.adapters.paper_lots import counted
from packages.infra.providers.trading.adapters.paper_state import PaperListing, PaperOrder, PaperState

_A_BILLIONTH = 1e-9  # of a lot more or less counts as whole


def take_order(account: PaperState, request: OrderRequest, now: datetime) -> tuple[PaperState, PaperOrder]:
    """Puts a new order to work, or refuses it with `OrderRejected`."""
    _refuse(account, request)
    number = account.orders_taken + 1
    order = PaperOrder(
        number=number,
        request=request,
        broker_order_id=derived_id("paper order", account.account_id, str(number)),
        status=OrderStatus.ACCEPTED,
        submitted_at=now,
        updated_at=now,
        left=request.valid_bars,
    )
    return replace(_with_part(account, request), orders_taken=number, orders=(*account.orders, order)), order


def _with_part(account: PaperState, request: OrderRequest) -> PaperState:
    """A part that is ordered out counts as taken."""
    if request.part is None:
        return account
    position = counted(account.positions[request.symbol], request.part)
    return replace(account, positions={**account.positions, request.symbol: position})


def cancel_order(account: PaperState, order: PaperOrder, now: datetime) -> tuple[PaperState, PaperOrder]:
    """Cancels at once; an order that is over stays as it is."""
    if order.status.is_final:
        return account, order
    cancelled = replace(order, status=OrderStatus.CANCELLED, updated_at=now, why="cancelled")
    left = tuple(each for each in account.orders if each.number != order.number)
    return replace(account, orders=left), cancelled


def _refuse(account: PaperState, request: OrderRequest) -> None:
    listing = next((each for each in account.opening.listings if each.symbol == request.symbol), None)
    if account.ruined_on is not None:
        raise OrderRejected("trading.account_lost", "account_blocked")
    if listing is None:
        raise OrderRejected("trading.symbol_not_traded", "unknown_symbol", symbol=request.symbol)
    if request.valid_bars is not None and request.valid_bars < 1:
        raise OrderRejected("trading.rests_too_short", "bad_valid_bars")
    if request.effect is Effect.CLOSE:
        _refuse_exit(account, request)
    else:
        _refuse_entry(account, listing, request)


def _refuse_exit(account: PaperState, request: OrderRequest) -> None:
    position = account.positions.get(request.symbol)
    if position is None or (position.quantity < 0) != (request.side is OrderSide.BUY):
        raise OrderRejected("trading.nothing_to_close", "nothing_to_close", symbol=request.symbol)
    if request.quantity is None:
        return
    closing = sum(
        float(order.request.quantity or 0) - order.filled
        for order in account.orders
        if order.request.symbol == request.symbol and order.closes_all
    )
    if float(request.quantity) + closing > abs(position.quantity) * (1.0 + _A_BILLIONTH):
        held = abs(position.quantity)
        raise OrderRejected("trading.closes_too_much", "closes_more_than_held", held=held, symbol=request.symbol)


def _refuse_entry(account: PaperState, listing: PaperListing, request: OrderRequest) -> None:
    if request.side is OrderSide.SELL and not listing.is_shortable:
        raise OrderRejected("trading.cannot_sell_short", "not_shortable", symbol=request.symbol)
    if request.quantity is None:
        return
    quantity = float(request.quantity)
    steps = quantity / listing.step if listing.step else 0.0
    if quantity < listing.smallest or abs(steps - round(steps)) > _A_BILLIONTH * max(1.0, steps):
        raise OrderRejected(
            "trading.lot_size", "not_a_whole_lot", symbol=request.symbol, smallest=listing.smallest, step=listing.step
        )
    if quantity * _unit_cost(account, request) > buying_power(account):
        raise OrderRejected("trading.insufficient_buying_power", "insufficient_buying_power")


def buying_power(account: PaperState) -> float:
    """What can be carried beside what is held, at the marks."""
    return max(0.0, account.opening.terms.leverage * account.equity - account.exposure)


def _unit_cost(account: PaperState, request: OrderRequest) -> float:
    """Of a share, by the price that was asked or the last one known; 0 while no price is known at all."""
    costs, asked = account.opening.terms.costs, request.price or request.reference_price
    price = account.closes.get(request.symbol, 0.0) if asked is None else float(asked)
    return price * (1.0 + costs.commission_rate) + costs.commission_per_share
