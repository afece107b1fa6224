"""What the desk keeps of a deployment's orders: as they were meant, as they went, and what came of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import CashKind
from packages.domain.trading.decisions import Decision
from packages.domain.trading.order_desk.sums import ratio
from packages.domain.trading.orders import Effect, Fill, OrderRequest, OrderStatus


class Action(StrEnum):
    """What a signal asks for."""

    ENTER = "enter"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """What the strategy said on a bar, and the values that it was true on."""

    symbol: str
    action: Action
    direction: Direction
    reason: str
    why: Mapping[str, float]


def signals_of(decision: Decision) -> tuple[Signal, ...]:
    """Exits first, then entries in the order of their rank."""
    exits = tuple(
        Signal(symbol=leave.symbol, action=Action.LEAVE, direction=leave.direction, reason=leave.reason, why=leave.why)
        for leave in decision.exits
    )
    entries = tuple(
        Signal(symbol=enter.symbol, action=Action.ENTER, direction=enter.direction, reason="entry", why=enter.why)
        for enter in decision.entries
    )
    return exits + entries


@dataclass(frozen=True, slots=True)
class Intent:
    """An order to be sent; `blocked` names the limit that forbids it."""

    request: OrderRequest
    blocked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskOrder:
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
    def is_entry(self) -> bool:
        return self.request.effect is Effect.OPEN

    @property
    def remaining(self) -> Decimal | None:
        """None where the size is left to the fill."""
        return None if self.request.quantity is None else max(self.request.quantity - self.filled, Decimal(0))


@dataclass(frozen=True, slots=True)
class Committed:
    """The orders of a decision; a repeat gives those of the first time."""

    orders: tuple[DeskOrder, ...]
    is_repeat: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
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
class Ledger:
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
    """Cash that no fill moved: what the broker told of it, or `OTHER` where only its sum did."""

    number: int
    kind: CashKind
    amount: Decimal
    symbol: str | None
    shares: Decimal
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ToldSignal:
    """A signal, by its number within the deployment."""

    number: int
    bar: datetime
    signal: Signal


@dataclass(frozen=True, slots=True)
class EquityPoint:
    """The account on the close of a bar."""

    bar: datetime
    equity: Decimal
    cash: Decimal


@dataclass(frozen=True, slots=True)
class Page:
    """Newest first, those before a number."""

    limit: int = 50
    before: int | None = None


def is_ours(client_order_id: str) -> bool:
    """Ids of the desk are derived from what they stand for, and no broker makes ids in that way."""
    try:
        return UUID(client_order_id).version == 5
    except ValueError:
        return False
