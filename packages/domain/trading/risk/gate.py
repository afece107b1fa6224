"""The risk gate that every order passes before it is sent: allowed, reduced to what is left, or refused; and what it
knows of the account."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import ROUND_DOWN, Decimal
from typing import TypeAlias

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import DistanceUnit, Effect, GuardDistance, OrderRequest, SizeRule, Sizing
from packages.domain.trading.risk.breaches import Breach
from packages.domain.trading.risk.limits import (
    COUNTS,
    DEFAULT,
    Bound,
    EquityMarks,
    LimitName,
    RiskLimits,
    watch,
)


@dataclass(frozen=True, slots=True)
class Exposure:
    """Money in a position at its mark, or in an entry at work at the most that it may become; never below 0."""

    symbol: str
    direction: Direction
    value: Decimal


@dataclass(frozen=True, slots=True)
class Quote:
    """The last close, when its bar was finished, and the step and the smallest size that can be ordered."""

    close: Decimal
    at: datetime
    step: Decimal = Decimal(1)
    smallest: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskState:
    """One deployment at one moment. `sent` are the times of the entries that were sent, of a day at least. `taken_out`
    was withdrawn: it is no loss to the watch, and no money to trade with either. `late` says for each symbol how long
    its next bar has been due; where no timetable was asked, the age of the close counts."""

    now: datetime
    marks: EquityMarks
    exposures: tuple[Exposure, ...]
    quotes: Mapping[str, Quote]
    sent: tuple[datetime, ...]
    market_is_open: bool
    taken_out: Decimal = Decimal(0)
    late: Mapping[str, timedelta] = field(default_factory=dict)

    @property
    def equity(self) -> Decimal:
        return self.marks.equity - self.taken_out

    @property
    def gross(self) -> Decimal:
        return sum((each.value for each in self.exposures), Decimal(0))

    def exposed(self, symbol: str, direction: Direction | None = None) -> Decimal:
        """In one symbol; both directions together where none is named."""
        wanted = (direction,) if direction else tuple(Direction)
        mine = (each.value for each in self.exposures if each.symbol == symbol and each.direction in wanted)
        return sum(mine, Decimal(0))


def price_of(order: OrderRequest, quote: Quote) -> Decimal:
    """Its own price, or the last close."""
    return order.price if order.price is not None else quote.close


def value_of(order: OrderRequest, quote: Quote, equity: Decimal) -> Decimal | None:
    """In money; None where its size is unknown. What is owed buys nothing."""
    price = price_of(order, quote)
    if order.quantity is not None:
        return order.quantity * price
    return _sized(order.sizing, order, price, max(equity, Decimal(0))) if order.sizing is not None else None


def rounded_down(quantity: Decimal, quote: Quote) -> Decimal:
    """To what can be ordered; 0 where that is nothing."""
    if quote.step > 0:
        quantity = (quantity / quote.step).to_integral_value(ROUND_DOWN) * quote.step
    return quantity if quantity > 0 and quantity >= quote.smallest else Decimal(0)


def _sized(sizing: Sizing, order: OrderRequest, price: Decimal, equity: Decimal) -> Decimal | None:
    asked = Decimal(repr(sizing.value))
    match sizing.rule:
        case SizeRule.QUANTITY:
            return asked * price
        case SizeRule.CASH:
            return asked
        case SizeRule.EQUITY | SizeRule.WEIGHT:
            return asked * equity
        case SizeRule.VOLATILITY:
            return equity * Decimal(repr(min(sizing.value / sizing.deviation, sizing.most)))
        case SizeRule.RISK:
            nearest = _to_stop(order, price)
            return None if nearest is None else asked * equity / nearest * price


def _to_stop(order: OrderRequest, price: Decimal) -> Decimal | None:
    """From the price to the nearest stop, in money a share; None where nothing stops the position."""
    stops = [_points(stop, price) for stop in (order.guards.stop, order.guards.trail) if stop is not None]
    return min((stop for stop in stops if stop > 0), default=None)


def _points(distance: GuardDistance, price: Decimal) -> Decimal:
    value = Decimal(repr(distance.value))
    return value * price if distance.unit is DistanceUnit.PCT else value


_NO_PRICE = Bound(Decimal(0), DEFAULT)
_ROUNDING = 1 + Decimal("1e-9")  # who risks just what is allowed is not cut for the last digit of a quotient


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
    """How much money a limit leaves, and how much was in use already; `lost` is what the limit measures of each unit
    of it."""

    limit: LimitName
    money: Decimal
    used: Decimal
    lost: Decimal = Decimal(1)


def gate(limits: RiskLimits, state: RiskState, order: OrderRequest) -> GateVerdict:
    """Pure; an order that is allowed is to be put into the state with `after` before the next one is asked about."""
    if order.effect is Effect.CLOSE:
        return Allowed()
    forbidden = next(_forbidden(limits, state, order), None)
    if forbidden is not None:
        return Blocked(forbidden)
    quote = state.quotes[order.symbol]
    wanted = value_of(order, quote, state.equity)
    rooms = (*_rooms(limits, state, order), *_room_to_stop(limits, state, order, wanted))
    room = min(rooms, key=lambda each: each.money, default=None)
    if room is None:
        return Allowed()
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


def _forbidden(limits: RiskLimits, state: RiskState, order: OrderRequest) -> Iterator[Breach]:
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
    late = Decimal(str(state.late.get(symbol, state.now - quote.at).total_seconds()))
    away = abs(price_of(order, quote) - quote.close) / quote.close
    measured = {LimitName.STALE_DATA: late, LimitName.PRICE_COLLAR: away}
    for name, seconds in COUNTS.items():
        measured[name] = Decimal(sum(state.now - at < timedelta(seconds=seconds) for at in state.sent) + 1)
    for name, value in measured.items():
        if name in bounds and value > bounds[name].most:
            yield Breach(name, bounds[name], value, symbol)


def _rooms(limits: RiskLimits, state: RiskState, order: OrderRequest) -> Iterator[_Room]:
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


def _room_to_stop(limits: RiskLimits, state: RiskState, order: OrderRequest, wanted: Decimal | None) -> Iterator[_Room]:
    """Where the position would lose too much at the stop that the order brings along. What loses less is held to no sum
    of money by it: at a higher open the same shares cost more, and lose no more."""
    quote, bound = state.quotes[order.symbol], limits.bounds.get(LimitName.TRADE_LOSS)
    price = price_of(order, quote)
    distance = _to_stop(order, price)
    if bound is None or distance is None or wanted is None:
        return
    used, lost = state.exposed(order.symbol, order.direction), distance / price
    left = bound.most * max(state.equity, Decimal(0)) / lost - used
    if wanted > left * _ROUNDING:
        yield _Room(LimitName.TRADE_LOSS, left, used, lost)


def _breach(limits: RiskLimits, room: _Room, order: OrderRequest, wanted: Decimal | None) -> Breach:
    """Measured in money: what there would be, or be lost, with the whole order."""
    whole = (room.used + (wanted or Decimal(0))) * room.lost
    return Breach(room.limit, limits.bounds[room.limit], whole, order.symbol)


def _cut(order: OrderRequest, quote: Quote, room: _Room, breach: Breach) -> Reduced | Blocked:
    """What is too small to be ordered is not ordered."""
    if room.money <= 0:
        return Blocked(breach)
    fitting = rounded_down(room.money / price_of(order, quote), quote)
    if fitting <= 0:
        return Blocked(breach)
    return Reduced(breach, None if order.quantity is None else fitting, room.money)
