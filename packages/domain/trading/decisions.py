"""What a strategy decides on the close of a bar: the contract of the pure function that backtest and runtime share.

The rules are step 8 of docs/decisions/0011; the function itself is the backtest's, and reaches this package through
the port `Decide`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import Guards, OrderType, Sizing


@dataclass(frozen=True, slots=True)
class HoldingState:
    """What rules that read the account see of a position; `quantity` is below 0 when short."""

    quantity: float
    entry_price: float
    best_price: float
    last_fill: float | None = None  # None: the entry itself
    lots: tuple[float, ...] = ()  # what is held of each fill, oldest first; empty for a position of one
    parted: Mapping[int, int] = field(default_factory=dict)  # how often each exit took a part
    is_parting: bool = False  # a part has been ordered out and could not leave yet


@dataclass(frozen=True, slots=True)
class AccountState:
    """The equity on the close, and the highest that it was on any."""

    equity: float
    peak: float


@dataclass(frozen=True, slots=True)
class Holding:
    """A position that is held on the close; one that `is_leaving` has been ordered out and could not be yet, one that
    `is_called` leaves because the margin says so. Its state is there where rules ask for it."""

    symbol: str
    direction: Direction
    since: datetime  # the time of the bar of its fill
    is_leaving: bool
    state: HoldingState | None = None
    is_called: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """An entry order that is still at work on the close."""

    symbol: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Book:
    """All that a decision may know of the account; its state is there where rules ask for it."""

    holdings: tuple[Holding, ...]
    working: tuple[Working, ...]
    account: AccountState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A position is to be left at the next open; `rule` is the place of the exit in the strategy's list. With a
    `quantity` so much of it is, with a `sizing` all that is above its weight, otherwise all."""

    symbol: str
    direction: Direction
    reason: str  # signal_exit, time_exit or rebalance
    rule: int
    why: Mapping[str, float]  # the values that the condition was true on
    quantity: float | None = None
    sizing: Sizing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """An entry is to be ordered; distances in multiples of a range are resolved to points. One that `adds` is a further
    unit of a position; `scales` says that the position has lots."""

    symbol: str
    direction: Direction
    type: OrderType
    price: float | None
    valid_bars: int | None
    sizing: Sizing
    guards: Guards
    close: float
    why: Mapping[str, float]
    adds: bool = False
    scales: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """Exits first, then entries in the order of their rank."""

    bar: datetime
    exits: tuple[Leave, ...]
    entries: tuple[Enter, ...]


class Decide(Protocol):
    """Pure: the same bars and the same book give the same decision, and nothing is kept between two calls."""

    def __call__(self, bar: datetime, book: Book) -> Decision:
        """Of the bar that begins at `bar`, from bars that were finished by its close."""
        ...
