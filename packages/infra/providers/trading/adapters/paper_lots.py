"""The lots of a paper position, oldest first, by the arithmetic of the kernel (lots.c): what leaves, what is left."""

import math
from dataclasses import replace

from packages.domain.trading.orders import Guards
from packages.domain.trading.runtime.sizing import far
from packages.infra.providers.trading.adapters.paper_account import WorkingAccount
from packages.infra.providers.trading.adapters.paper_state import PaperLot, PaperPosition, PartLevel

_A_BILLIONTH = 1e-9  # of a lot more or less is the whole of it


def leaving_of(account: WorkingAccount, position: PaperPosition, asked: float = math.inf) -> float:
    """What of the oldest lots leaves when so much is asked for; of a long position only what settlement lets go."""
    total, after = 0.0, account.opening.sell_after_sessions
    for lot in position.lots:
        if asked <= 0 or (position.quantity > 0 and account.session < lot.session + after):
            break
        total += _out_of(lot, asked)
        asked = _still_left(lot, asked)
    return total


def without(position: PaperPosition, quantity: float, price: float) -> PaperPosition | None:
    """The position after so much has left at a price; None when nothing of it is left."""
    lots, left = list(position.lots), quantity
    while left > 0 and lots:
        out, lot = _out_of(lots[0], left), lots[0]
        left = _still_left(lot, left)
        if out < lot.quantity:
            lots[0] = replace(lot, quantity=lot.quantity - out)
            break
        del lots[0]
    return totalled(replace(position, lots=tuple(lots), last_fill=price)) if lots else None


def with_fill(position: PaperPosition, order_id: str, quantity: float, price: float, session: int) -> PaperPosition:
    """The position with one more lot; what a second part of an order brings goes to the lot of the first."""
    before, lot = position.lots, PaperLot(quantity, price, session, order_id)
    if before and before[-1].order_id == order_id:
        before, last = before[:-1], before[-1]
        held = last.quantity + quantity
        lot = PaperLot(held, (last.price * last.quantity + price * quantity) / held, session, order_id)
    return totalled(replace(position, lots=(*before, lot), last_fill=price))


def totalled(position: PaperPosition) -> PaperPosition:
    """Quantity and price are those of the lots together; of a single one its price to the last bit."""
    held, amount, [first, *others] = 0.0, 0.0, position.lots
    for lot in position.lots:
        held += lot.quantity
        amount += lot.quantity * lot.price
    return replace(position, quantity=position.sign * held, price=amount / held if others else first.price)


def part_quantity(account: WorkingAccount, position: PaperPosition, part: PartLevel) -> float:
    """Whole units, or a fraction of what is held in whole lots of the market."""
    if part.units is not None:
        return sum((lot.quantity for lot in position.lots[: part.units]), 0.0)
    held = abs(position.quantity)
    return min(account.rounded(position.symbol, held * (part.fraction or 0.0)), held)


def part_levels(position: PaperPosition, guards: Guards, price: float) -> tuple[PartLevel, ...]:
    """The targets of parts, from a price."""
    return tuple(
        PartLevel(each.rule, price + position.sign * far(each.distance, price), each.fraction, each.units)
        for each in guards.parts
    )


def counted(position: PaperPosition, rule: int) -> PaperPosition:
    """A part was taken by a rule once more."""
    return replace(position, parted={**position.parted, rule: position.parted.get(rule, 0) + 1})


def split_lots(position: PaperPosition, ratio: float, held: float) -> PaperPosition:
    """In new shares, `held` of them in all: the newest lot bears what cannot be held."""
    lots = [replace(lot, quantity=lot.quantity * ratio, price=lot.price / ratio) for lot in position.lots]
    if not lots:
        return position
    newest = held - sum(lot.quantity for lot in lots[:-1])
    return replace(
        position,
        lots=(*lots[:-1], replace(lots[-1], quantity=newest)) if newest > 0 else tuple(lots[:-1]),
        last_fill=None if position.last_fill is None else position.last_fill / ratio,
        part_levels=tuple(replace(each, price=each.price / ratio) for each in position.part_levels),
    )


def _out_of(lot: PaperLot, left: float) -> float:
    return lot.quantity if left >= lot.quantity * (1.0 - _A_BILLIONTH) else left


def _still_left(lot: PaperLot, left: float) -> float:
    return 0.0 if left <= lot.quantity * (1.0 + _A_BILLIONTH) else left - lot.quantity
