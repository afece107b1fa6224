"""The gate that every order passes before it is sent: allowed, cut to what is left, or blocked by a limit with a name.

Exits pass without a question. A size that is only known at the fill is allowed up to `most_money`, which goes with the
order; it counts as what it would be at the last close.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import TypeAlias

from packages.domain.trading.orders import Effect, OrderRequest
from packages.domain.trading.risk.limits import COUNTS, DESK, Bound, LimitName, Limits
from packages.domain.trading.risk.sizes import price_of, rounded_down, value_of
from packages.domain.trading.risk.state import Exposure, Quote, RiskState
from packages.domain.trading.risk.watch import watch

_NO_PRICE = Bound(Decimal(0), DESK)


@dataclass(frozen=True, slots=True)
class Breach:
    """Which limit of whom, and what was measured against it."""

    limit: LimitName
    bound: Bound
    measured: Decimal
    symbol: str


@dataclass(frozen=True, slots=True)
class Allowed:
    """As it was asked; at the fill never for more money than `most_money` (None: no limit speaks of it)."""

    most_money: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Reduced:
    """Smaller than it was asked. `quantity` is None where the fill decides, up to `most_money`."""

    breach: Breach
    quantity: Decimal | None
    most_money: Decimal


@dataclass(frozen=True, slots=True)
class Blocked:
    """Not at all."""

    breach: Breach


GateVerdict: TypeAlias = Allowed | Reduced | Blocked


@dataclass(frozen=True, slots=True)
class _Room:
    """How much money a limit leaves, and how much was in use already."""

    limit: LimitName
    money: Decimal
    used: Decimal


def gate(limits: Limits, state: RiskState, order: OrderRequest) -> GateVerdict:
    """Pure; an order that is allowed is to be put into the state with `after` before the next one is asked about."""
    if order.effect is Effect.CLOSE:
        return Allowed()
    forbidden = next(_forbidden(limits, state, order), None)
    if forbidden is not None:
        return Blocked(forbidden)
    quote = state.quotes[order.symbol]
    room = min(_rooms(limits, state, order), key=lambda each: each.money, default=None)
    if room is None:
        return Allowed()
    wanted = value_of(order, quote, state.equity)
    if room.money > 0 and wanted is not None and wanted <= room.money:
        return Allowed(room.money)
    return _cut(order, quote, room, _breach(limits, room, order, wanted))


def after(state: RiskState, order: OrderRequest, verdict: GateVerdict) -> RiskState:
    """The state with the order at work in it."""
    if isinstance(verdict, Blocked) or order.effect is Effect.CLOSE:
        return state
    added = Exposure(order.symbol, order.direction, _at_work(state, order, verdict))
    return replace(state, exposures=(*state.exposures, added), sent=(*state.sent, state.now))


def _at_work(state: RiskState, order: OrderRequest, verdict: Allowed | Reduced) -> Decimal:
    quote = state.quotes[order.symbol]
    match verdict:
        case Allowed(most_money):
            asked = value_of(order, quote, state.equity)
            return asked if asked is not None else most_money or Decimal(0)
        case Reduced(_, quantity, most_money):
            return most_money if quantity is None else quantity * price_of(order, quote)


def _forbidden(limits: Limits, state: RiskState, order: OrderRequest) -> Iterator[Breach]:
    """What is wrong with any size of it."""
    bounds, symbol = limits.bounds, order.symbol
    halt = watch(limits, state.marks)
    if halt is not None:
        yield Breach(halt.limit, halt.bound, halt.measured, symbol)
    if LimitName.MARKET_CLOSED in bounds and not state.market_is_open:
        yield Breach(LimitName.MARKET_CLOSED, bounds[LimitName.MARKET_CLOSED], Decimal(1), symbol)
    quote = state.quotes.get(symbol)
    if quote is None or quote.close <= 0:
        yield Breach(LimitName.NO_PRICE, _NO_PRICE, Decimal(0), symbol)
        return
    age = Decimal(str((state.now - quote.at).total_seconds()))
    away = abs(price_of(order, quote) - quote.close) / quote.close
    measured = {LimitName.STALE_DATA: age, LimitName.PRICE_COLLAR: away}
    for name, seconds in COUNTS.items():
        measured[name] = Decimal(sum(state.now - at < timedelta(seconds=seconds) for at in state.sent) + 1)
    for name, value in measured.items():
        if name in bounds and value > bounds[name].most:
            yield Breach(name, bounds[name], value, symbol)


def _rooms(limits: Limits, state: RiskState, order: OrderRequest) -> Iterator[_Room]:
    equity, position = max(state.equity, Decimal(0)), state.exposed(order.symbol, order.direction)
    used = {
        LimitName.POSITION_VALUE: (Decimal(1), position),
        LimitName.POSITION_SHARE: (equity, position),
        LimitName.SYMBOL_EXPOSURE: (equity, state.exposed(order.symbol)),
        LimitName.GROSS_EXPOSURE: (equity, state.gross),
        LimitName.CAPITAL: (Decimal(1), state.gross),
    }
    for name, (unit, value) in used.items():
        if name in limits.bounds:
            yield _Room(name, limits.bounds[name].most * unit - value, value)


def _breach(limits: Limits, room: _Room, order: OrderRequest, wanted: Decimal | None) -> Breach:
    """Measured in money: what there would be with the whole order."""
    return Breach(room.limit, limits.bounds[room.limit], room.used + (wanted or Decimal(0)), order.symbol)


def _cut(order: OrderRequest, quote: Quote, room: _Room, breach: Breach) -> Reduced | Blocked:
    """What is too small to be ordered is not ordered."""
    if room.money <= 0:
        return Blocked(breach)
    fitting = rounded_down(room.money / price_of(order, quote), quote)
    if fitting <= 0:
        return Blocked(breach)
    return Reduced(breach, None if order.quantity is None else fitting, room.money)
