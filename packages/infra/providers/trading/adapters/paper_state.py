"""What a paper account is: how it was opened, what it holds, what is at work, and what one bar changed of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import BadTerms, Terms
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.trading.orders import (
    BrokerOrder,
    Effect,
    Fill,
    GuardDistance,
    OrderRequest,
    OrderStatus,
    OrderType,
)


@dataclass(frozen=True, slots=True)
class PaperListing:
    """An instrument that the account may trade; a step of 0 allows any fraction."""

    symbol: str
    smallest: float = 1.0
    step: float = 1.0
    is_shortable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The account as it was opened, never changed after. Listings stand in the order of the tickers. `places` is how
    many positions may be held at once. `participation` is the share of a bar's volume that can be had, None for all."""

    terms: Terms
    listings: tuple[PaperListing, ...]
    places: int
    currency: str = "USD"
    sell_after_sessions: int = 0
    participation: float | None = None

    def __post_init__(self) -> None:
        if self.terms.costs.slippage + self.terms.costs.spread / 2.0 >= 1.0:
            raise BadTerms("trading.costs_take_everything")
        if not self.listings or len({each.symbol for each in self.listings}) < len(self.listings):
            raise BadTerms("trading.paper_needs_instruments")
        if self.places < 1 or self.sell_after_sessions < 0:
            raise BadTerms("trading.paper_needs_position")
        if self.participation is not None and not 0 < self.participation <= 1:
            raise BadTerms("trading.bad_participation", share=self.participation)


def opening_of(panel: Panel, terms: Terms, places: int | None = None, participation: float | None = None) -> Opening:
    """The account that trades what a panel holds, by the rules of its market."""
    rules = RULEBOOK[panel.market]
    lots = zip(panel.tickers, panel.lots.minimum.tolist(), panel.lots.step.tolist(), strict=True)
    return Opening(
        terms=terms,
        listings=tuple(
            PaperListing(symbol, smallest, step, rules.can_short or parse_symbol(symbol).is_perpetual)
            for symbol, smallest, step in lots
        ),
        places=places or len(panel.tickers),
        currency=rules.currency,
        sell_after_sessions=panel.sell_after_sessions,
        participation=participation,
    )


@dataclass(frozen=True, slots=True)
class PaperLot:
    """What one order brought, and is still held of it."""

    quantity: float
    price: float
    session: int
    order_id: str


@dataclass(frozen=True, slots=True)
class PartLevel:
    """A price at which a part of a position leaves, by the exit at that place of the strategy's list."""

    rule: int
    price: float
    fraction: float | None = None
    units: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPosition:
    """Shares of one instrument, below 0 when short, with the guards that came with their entry. `level` is the nearer
    one of stop and trail; `leaving` is why it is to leave without an order of anybody's; `fresh_on` is the bar on which
    a resting order filled it. One that grows or leaves in parts has `lots`, oldest first, and counts how often each
    exit took a part."""

    symbol: str
    entry_id: str
    quantity: float
    price: float
    mark: float
    best_at: float
    since: datetime
    since_session: int
    paid: float
    received: float = 0.0
    stop_at: float | None = None
    target_at: float | None = None
    level: float | None = None
    trail: GuardDistance | None = None
    leaving: str | None = None
    fresh_on: datetime | None = None
    lots: tuple[PaperLot, ...] = ()
    last_fill: float | None = None
    part_levels: tuple[PartLevel, ...] = ()
    parted: Mapping[int, int] = field(default_factory=dict)

    @property
    def sign(self) -> float:
        return 1.0 if self.quantity > 0 else -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOrder:
    """An order with what became of it. `asked` is its size once worked out, `left` the bars that it still sees, `spent`
    what its fills have cost, fees included."""

    number: int
    request: OrderRequest
    broker_order_id: str
    status: OrderStatus
    submitted_at: datetime
    updated_at: datetime
    left: int | None = None
    asked: float | None = None
    filled: float = 0.0
    average_price: float | None = None
    spent: float = 0.0
    why: str = ""

    @property
    def buys(self) -> bool:
        return self.request.side == "buy"

    @property
    def opens(self) -> bool:
        return self.request.effect is Effect.OPEN

    @property
    def is_market(self) -> bool:
        return self.request.type is OrderType.MARKET

    @property
    def closes_all(self) -> bool:
        """Whether it takes a whole position out at the market."""
        return self.is_market and self.request.closes_all

    def as_broker_order(self) -> BrokerOrder:
        return BrokerOrder(
            request=self.request,
            broker_order_id=self.broker_order_id,
            status=self.status,
            filled=exact(self.filled),
            average_price=None if self.average_price is None else exact(self.average_price),
            submitted_at=self.submitted_at,
            updated_at=self.updated_at,
            why=self.why,
        )


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One change of the cash: deposit, fill, commission, duty, dividend, borrow, interest or split, which brings
    `shares` along."""

    kind: str
    symbol: str | None
    amount: float
    at: datetime
    shares: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperState:
    """The account after the last bar that it traded. Orders are those still at work, in the order of their submission;
    `closes` has the last close of every instrument that ever had one, `factors` what its prices were multiplied by for
    later splits where that was not 1; `session` counts from the account's own first."""

    account_id: str
    opening: Opening
    cash: float
    last_bar: datetime | None = None
    session: int = 0
    orders_taken: int = 0
    fills_made: int = 0
    entries_made: int = 0
    ruined_on: datetime | None = None
    positions: Mapping[str, PaperPosition] = field(default_factory=dict)
    orders: tuple[PaperOrder, ...] = ()
    closes: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)

    @property
    def equity(self) -> float:
        """At the marks, added up in the order of the tickers."""
        equity = self.cash
        for position in self.held():
            equity += position.quantity * position.mark
        return equity

    @property
    def exposure(self) -> float:
        gross = 0.0
        for position in self.held():
            gross += abs(position.quantity) * position.mark
        return gross

    def held(self) -> list[PaperPosition]:
        """In the order of the tickers."""
        found = (self.positions.get(listing.symbol) for listing in self.opening.listings)
        return [position for position in found if position is not None]


@dataclass(frozen=True, slots=True)
class PaperTrade:
    """What one bar did: the account after it, and what is to be written down. `orders` are all that changed."""

    state: PaperState
    fills: tuple[Fill, ...] = ()
    entries: tuple[LedgerEntry, ...] = ()
    orders: tuple[PaperOrder, ...] = ()


def exact(value: float) -> Decimal:
    """The shortest number that is this float and no other."""
    return Decimal(repr(value))
