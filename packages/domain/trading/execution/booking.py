"""What a fill does to a position and to the cash; exact, so that every sum comes out to the last digit."""

from dataclasses import dataclass, replace
from decimal import Decimal, localcontext

from packages.domain.trading.execution.model import FINEST, WIDE, Position
from packages.domain.trading.orders import Fill, OrderSide

# A broker that adds fractions as floats closes a hair less than our sum of them; that is no position any more.
_DUST = Decimal("1e-12")


@dataclass(frozen=True, slots=True)
class Booked:
    """The position after a fill, and what the fill moved; `flow` is of the cash, costs included."""

    position: Position
    realised: Decimal
    flow: Decimal


def book_fill(position: Position, fill: Fill) -> Booked:
    """Shares of the position's own direction change its average price; the others are closed at it."""
    with localcontext(WIDE):
        signed = fill.quantity if fill.side is OrderSide.BUY else -fill.quantity
        flow = -signed * fill.price - fill.costs
        closing = min(abs(signed), abs(position.quantity)) if signed * position.quantity < 0 else Decimal(0)
        after, realised = _closed(position, closing, fill.price)
        opening = signed + closing if signed < 0 else signed - closing
        if opening:
            after = _opened(after, opening, fill)
        total = replace(after, realised=position.realised + realised, costs=position.costs + fill.costs)
        return Booked(total, realised, flow)


def book_shares(position: Position, shares: Decimal) -> Booked:
    """Other shares for the same cost, as a split brings them; where none is left, their cost is what they lost."""
    with localcontext(WIDE):
        after = position.quantity + shares
        if abs(after) > _DUST * abs(position.quantity):
            return Booked(replace(position, quantity=after), Decimal(0), Decimal(0))
        realised = -position.cost
        gone = Position(symbol=position.symbol, at_broker=position.at_broker, costs=position.costs)
        return Booked(replace(gone, realised=position.realised + realised), realised, Decimal(0))


def _closed(position: Position, closing: Decimal, price: Decimal) -> tuple[Position, Decimal]:
    if not closing:
        return position, Decimal(0)
    held = position.quantity
    if abs(held) - closing <= _DUST * closing:
        released, rest = position.cost, Position(symbol=position.symbol, at_broker=position.at_broker)
    else:
        # Rounded once and used on both sides, so that what leaves the cost is what the profit is counted from.
        released = (position.cost * closing / abs(held)).quantize(FINEST)
        left = held - closing.copy_sign(held)
        rest = replace(position, quantity=left, cost=position.cost - released)
    return rest, closing.copy_sign(held) * price - released


def _opened(position: Position, opening: Decimal, fill: Fill) -> Position:
    is_new = not position.quantity
    return replace(
        position,
        quantity=position.quantity + opening,
        cost=position.cost + opening * fill.price,
        since=fill.at if is_new else position.since,
        opened_by=fill.client_order_id if is_new else position.opened_by,
    )
