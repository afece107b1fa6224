"""What is kept of a deployment's orders: intents, orders, fills, cash, and the states an order can move between."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Context, Decimal, localcontext
from enum import StrEnum
from uuid import UUID

from packages.core.errors import Conflict, NotFound
from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import CashKind
from packages.domain.trading.decisions import Decision
from packages.domain.trading.orders import Effect, Fill, OrderRequest, OrderStatus


class UnknownBook(NotFound):
    """This deployment has no book of orders."""


class UnknownBookedOrder(NotFound):
    """This deployment has no such order."""

    code = "unknown_desk_order"


class BarOutOfOrder(Conflict):
    """A decision on a bar that lies before the newest decided one."""


class RepeatedIntent(Conflict):
    """An order with this client id was meant before, by another decision."""


_ENDS = frozenset({OrderStatus.FILLED, OrderStatus.CANCELLED, OrderStatus.REJECTED, OrderStatus.LAPSED})
_AT_BROKER = frozenset({OrderStatus.ACCEPTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.CANCELLING})

NEXT: Mapping[OrderStatus, frozenset[OrderStatus]] = {
    OrderStatus.INTENDED: _ENDS | _AT_BROKER | {OrderStatus.BLOCKED, OrderStatus.UNKNOWN},
    OrderStatus.UNKNOWN: _ENDS | _AT_BROKER,
    OrderStatus.ACCEPTED: _ENDS | {OrderStatus.PARTIALLY_FILLED, OrderStatus.CANCELLING},
    OrderStatus.PARTIALLY_FILLED: _ENDS | {OrderStatus.CANCELLING},
    OrderStatus.CANCELLING: _ENDS,
    OrderStatus.BLOCKED: frozenset(),
    OrderStatus.FILLED: frozenset(),
    OrderStatus.CANCELLED: frozenset(),
    OrderStatus.REJECTED: frozenset(),
    OrderStatus.LAPSED: frozenset(),
}

OPEN = frozenset(status for status, following in NEXT.items() if following)
UNSENT = frozenset({OrderStatus.INTENDED, OrderStatus.UNKNOWN})


def moved(current: OrderStatus, reported: OrderStatus) -> OrderStatus:
    """What is reported late, or again, changes nothing."""
    return reported if reported in NEXT[current] else current


def after_fill(current: OrderStatus, quantity: Decimal | None, filled: Decimal) -> OrderStatus:
    """Of an order with so many shares `filled`; one that is sized at the fill is done when the broker says so."""
    is_done = quantity is not None and filled >= quantity
    return moved(current, OrderStatus.FILLED if is_done else OrderStatus.PARTIALLY_FILLED)


WIDE = Context(prec=100)
FINEST = Decimal("1e-12")


def total(*amounts: Decimal) -> Decimal:
    """An exact sum."""
    with localcontext(WIDE):
        return sum(amounts, Decimal(0))


def notional(quantity: Decimal, price: Decimal) -> Decimal:
    """An exact product."""
    return WIDE.multiply(quantity, price)


def ratio(part: Decimal, whole: Decimal) -> Decimal | None:
    """Such as an average price, to twelve decimals; None of nothing."""
    return WIDE.divide(part, whole).quantize(FINEST, context=WIDE).normalize(WIDE) if whole else None


class OrderAction(StrEnum):
    """What a signal asks for."""

    ENTER = "enter"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSignal:
    """What the strategy said on a bar, and the values that it was true on."""

    symbol: str
    action: OrderAction
    direction: Direction
    reason: str
    why: Mapping[str, float]


def signals_of(decision: Decision) -> tuple[DecisionSignal, ...]:
    """Exits first, then entries in the order of their rank."""
    exits = tuple(
        DecisionSignal(
            symbol=leave.symbol, action=OrderAction.LEAVE, direction=leave.direction, reason=leave.reason, why=leave.why
        )
        for leave in decision.exits
    )
    entries = tuple(
        DecisionSignal(
            symbol=enter.symbol, action=OrderAction.ENTER, direction=enter.direction, reason="entry", why=enter.why
        )
        for enter in decision.entries
    )
    return exits + entries


@dataclass(frozen=True, slots=True)
class Intent:
    """An order to be sent; `blocked` names the limit that forbids it."""

    request: OrderRequest
    blocked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedOrder:
    """An order of the journal. `number` counts the deployment's orders; `bar` is None where a person asked for it;
    `missing_since` is when the broker was first found not to have it, though it had taken it."""

    deployment_id: str
    number: int
    request: OrderRequest
    bar: datetime | None
    status: OrderStatus
    filled: Decimal
    average_price: Decimal | None
    costs: Decimal
    broker_order_id: str
    why: str
    tries: int
    sent_at: datetime | None
    next_try_at: datetime | None
    missing_since: datetime | None
    created_at: datetime
    updated_at: datetime

    @property
    def id(self) -> str:
        return self.request.client_order_id

    @property
    def closes_all(self) -> bool:
        """Whether it is an exit of a whole position."""
        return self.request.closes_all

    @property
    def is_entry(self) -> bool:
        return self.request.effect is Effect.OPEN

    @property
    def remaining(self) -> Decimal | None:
        """None where the size is left to the fill."""
        return None if self.request.quantity is None else max(self.request.quantity - self.filled, Decimal(0))


@dataclass(frozen=True, slots=True)
class Committed:
    """The orders of a decision; a repeat gives those of the first time."""

    orders: tuple[BookedOrder, ...]
    is_repeat: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerAnswer:
    """What became of an order, as far as it is known; `next_try_at` is when to ask again."""

    status: OrderStatus
    why: str = ""
    broker_order_id: str = ""
    next_try_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OrderChange:
    """One row of an order's history."""

    number: int
    status: OrderStatus
    filled: Decimal
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Shares held, below 0 when short. `cost` is what they cost, with their sign; `realised` is the profit of shares
    that were closed, before `costs`. `at_broker` is what the broker has, where that is something else."""

    symbol: str
    quantity: Decimal = Decimal(0)
    cost: Decimal = Decimal(0)
    realised: Decimal = Decimal(0)
    costs: Decimal = Decimal(0)
    since: datetime | None = None
    opened_by: str = ""
    at_broker: Decimal | None = None

    @property
    def average_price(self) -> Decimal | None:
        return ratio(self.cost, self.quantity)

    @property
    def direction(self) -> Direction:
        return Direction.LONG if self.quantity > 0 else Direction.SHORT

    @property
    def closable(self) -> Decimal:
        """How many shares an exit may order: ours, and no more than the broker has of them."""
        there = self.quantity if self.at_broker is None else self.at_broker
        return min(abs(self.quantity), abs(there)) if self.quantity * there > 0 else Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLedger:
    """The money of a deployment: cash = start + realised - costs - the cost of what is held + other. `stopped` says
    why there are no entries until somebody has looked; it is empty while there are."""

    deployment_id: str
    owner_id: str
    start_cash: Decimal
    cash: Decimal
    realised: Decimal
    costs: Decimal
    other_cash: Decimal
    cursor: str
    bar: datetime | None
    stopped: str
    cash_cursor: str | None = None  # how far the broker's list of cash was read; None: never yet


@dataclass(frozen=True, slots=True)
class BookedFill:
    """A fill as it was booked; a foreign one belongs to no order of ours and moves nothing."""

    number: int
    fill: Fill
    realised: Decimal
    is_foreign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedCash:
    """Cash that no fill moved: what the broker says of it, or `OTHER` where only its sum did."""

    number: int
    kind: CashKind
    amount: Decimal
    symbol: str | None
    shares: Decimal
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordedSignal:
    """A signal, by its number within the deployment."""

    number: int
    bar: datetime
    signal: DecisionSignal


@dataclass(frozen=True, slots=True)
class EquityPoint:
    """The account on the close of a bar."""

    bar: datetime
    equity: Decimal
    cash: Decimal


@dataclass(frozen=True, slots=True)
class JournalPage:
    """Newest first, those before a number."""

    limit: int = 50
    before: int | None = None


def is_ours(client_order_id: str) -> bool:
    """Ids of the desk are derived from what they stand for, and no broker makes ids in that way."""
    try:
        return UUID(client_order_id).version == 5
    except ValueError:
        return False
