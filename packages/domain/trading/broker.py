"""The port of brokers: a `Broker` is one account at one broker; and how long one that does not answer is left alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from packages.core.clock import Clock
from packages.domain.trading.errors import BrokerDown, BrokerThrottled, OutcomeUnknown
from packages.domain.trading.orders import BrokerOrder, Fill, OrderRequest


class Mode(StrEnum):
    """Whose money it is; checked against the account itself, never taken from a text."""

    PAPER = "paper"
    REPLAY = "replay"  # paper money on the bars of a past that is run through again
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a broker can do beyond the plain order."""

    sizes_at_fill: bool  # takes an order without a quantity
    guards: bool  # holds stops and targets itself: from the fill, at a real broker from the price it was decided on
    trailing: bool
    shorts: bool
    fractions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerAccount:
    """The account as the broker states it."""

    account_id: str
    mode: Mode
    currency: str
    cash: Decimal
    equity: Decimal
    buying_power: Decimal
    is_blocked: bool
    why_blocked: str = ""


@dataclass(frozen=True, slots=True)
class BrokerPosition:
    """Shares held; below 0 when short."""

    symbol: str
    quantity: Decimal
    average_price: Decimal
    mark: Decimal


@dataclass(frozen=True, slots=True)
class MarketClock:
    """The broker's own time, and whether its market is open."""

    now: datetime
    is_open: bool
    next_open: datetime | None
    next_close: datetime | None


@dataclass(frozen=True, slots=True)
class Asset:
    """What may be done with an instrument; a step of 0 allows any fraction."""

    symbol: str
    is_tradable: bool
    is_shortable: bool
    smallest: Decimal
    step: Decimal


@dataclass(frozen=True, slots=True)
class FillPage:
    """Fills in the order in which they happened; `cursor` is where to go on, and the same cursor gives them again."""

    fills: tuple[Fill, ...]
    cursor: str


class CashKind(StrEnum):
    """Why money moved without a trade."""

    DEPOSIT = "deposit"  # and, below 0, a withdrawal
    DIVIDEND = "dividend"
    FUNDING = "funding"  # of a perpetual, paid or received
    INTEREST = "interest"
    BORROW_FEE = "borrow_fee"
    FEE = "fee"
    SPLIT = "split"  # shares instead of shares, and cash for the fraction that is none
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class CashMove:
    """Money that came, or below 0 went, without a fill; `shares` is what a split added to a position, with its sign.
    `move_id` is the broker's and never repeats."""

    move_id: str
    kind: CashKind
    amount: Decimal
    at: datetime
    symbol: str | None = None
    shares: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class CashPage:
    """Moves in the order in which they happened; `cursor` is where to go on, and the same cursor gives them again."""

    moves: tuple[CashMove, ...]
    cursor: str


@dataclass(frozen=True, slots=True)
class CashHistoryUnavailable:
    """The broker keeps no such list, or does not show it; `why` is its word for that."""

    why: str


class Broker(Protocol):
    """Errors are those of `packages.domain.trading.errors`, and no others."""

    @property
    def capabilities(self) -> Capabilities: ...

    async def account(self) -> BrokerAccount: ...

    async def positions(self) -> Sequence[BrokerPosition]: ...

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        """The same client id again is the first order again, and never a second one."""
        ...

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        """Asks for it; the order that comes back may be filled already. `UnknownOrder` where there is none."""
        ...

    async def find(self, client_order_id: str) -> BrokerOrder | None: ...

    async def open_orders(self) -> Sequence[BrokerOrder]:
        """Oldest first, what may still fill; guards are not orders of their own here."""
        ...

    async def fills_since(self, cursor: str = "") -> FillPage:
        """Fills after the cursor; the empty one gives all that the broker still has."""
        ...

    async def cash_since(self, cursor: str = "") -> CashPage | CashHistoryUnavailable:
        """What moved cash beside fills and their costs, after the cursor; the empty one gives all there is."""
        ...

    async def clock(self) -> MarketClock: ...

    async def asset(self, symbol: str) -> Asset | None: ...


NoAnswer = BrokerDown | BrokerThrottled | OutcomeUnknown
NO_ANSWER = (BrokerDown, BrokerThrottled, OutcomeUnknown)


@dataclass(frozen=True, slots=True)
class RetryTimeouts:
    """Pauses that double. `grace` is how long a broker may take until it shows what it has taken."""

    first: timedelta = timedelta(seconds=1)
    longest: timedelta = timedelta(minutes=1)
    grace: timedelta = timedelta(seconds=10)

    def after(self, tries: int) -> timedelta:
        doublings = min(max(tries - 1, 0), 20)
        return min(self.first * (1 << doublings), self.longest)

    def until(self, now: datetime, tries: int, error: NoAnswer) -> datetime:
        """The broker's own word for how long counts, where it gave one."""
        if isinstance(error, BrokerThrottled):
            return now + timedelta(seconds=max(error.retry_after_seconds, 0.0))
        return now + self.after(tries)


class Quiet:
    """A broker that is down or wants fewer questions is left alone for a while, by every caller of this process."""

    def __init__(self, clock: Clock, timeouts: RetryTimeouts) -> None:
        self._clock = clock
        self._timeouts = timeouts
        self._failures = 0
        self._until: datetime | None = None

    @property
    def until(self) -> datetime | None:
        """None when the broker may be asked."""
        return self._until if self._until is not None and self._until > self._clock.now() else None

    def failed(self, error: NoAnswer) -> None:
        if not isinstance(error, OutcomeUnknown):
            self._failures += 1
            self._until = self._timeouts.until(self._clock.now(), self._failures, error)

    def answered(self) -> None:
        self._failures, self._until = 0, None
