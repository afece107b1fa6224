"""Orders, in the terms that strategies and brokers share.

Prices, quantities and money are `Decimal`; what a strategy says in fractions and distances is a float, as it is there.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum

from packages.core.ids import derived_id
from packages.domain.strategy.model import Direction
from packages.domain.trading.errors import BadOrder


class OrderSide(StrEnum):
    """Which way shares go."""

    BUY = "buy"
    SELL = "sell"


class Effect(StrEnum):
    """Whether an order opens a position or closes one: exits are never blocked, so the two are never mixed up."""

    OPEN = "open"
    CLOSE = "close"


class OrderType(StrEnum):
    """How a price is found: the market's, ours or better, or the market's once ours is touched."""

    MARKET = "market"
    LIMIT = "limit"
    STOP = "stop"


class DistanceUnit(StrEnum):
    """Of a distance: money, a fraction of the price, or multiples of the stop's distance."""

    POINTS = "points"
    PCT = "pct"
    RISK = "risk"


@dataclass(frozen=True, slots=True)
class GuardDistance:
    """How far from the fill price (a trail in `PCT`: from the best price since)."""

    unit: DistanceUnit
    value: float


@dataclass(frozen=True, slots=True)
class PartTarget:
    """Where a part of a position leaves: a fraction of what is held, or its oldest units; `rule` is the place of the
    exit in the strategy's list."""

    rule: int
    distance: GuardDistance
    fraction: float | None = None
    units: int | None = None


@dataclass(frozen=True, slots=True)
class Guards:
    """What protects a position from its fill on; None where there is none. They stand from the mean price of what is
    held, or from the last fill."""

    stop: GuardDistance | None = None
    target: GuardDistance | None = None
    trail: GuardDistance | None = None
    parts: tuple[PartTarget, ...] = ()
    from_last: bool = False


class SizeRule(StrEnum):
    """What a size is a number of: shares, money, a fraction of the equity, a yearly volatility, a fraction to lose, or
    the fraction of the equity that the whole position is to be."""

    QUANTITY = "quantity"
    CASH = "cash"
    EQUITY = "equity"
    VOLATILITY = "volatility"
    RISK = "risk"
    WEIGHT = "weight"


@dataclass(frozen=True, slots=True)
class Sizing:
    """The size that a strategy asks for, to be worked out from the equity and the price at the fill. `deviation` is the
    instrument's yearly volatility on the signal bar, `most` the most leverage, both for `VOLATILITY` only. For `WEIGHT`
    only, a change that is worth less than `tolerance` of the equity is left out."""

    rule: SizeRule
    value: float
    deviation: float = 1.0
    most: float = 1.0
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRequest:
    """What a broker is asked. An entry at the market fills at the next open or lapses, an exit at the market tries
    until it is done. An order with a price rests for `valid_bars` bars of the instrument (None: until it is cancelled).
    `quantity` None leaves the size to the fill, which only a broker that `sizes_at_fill` can do. `most_money` is what
    an entry may cost in all, fees included; such a broker cuts the quantity to it, whatever the price has become. Of a
    position with lots (`scales`), an entry that `adds` brings one more, and an exit closes the `part` of that rule.
    With a size by weight an entry grows the position to it at the next open, and an exit cuts it down to it; both lapse
    where there is nothing to do."""

    client_order_id: str
    symbol: str
    side: OrderSide
    effect: Effect
    type: OrderType
    quantity: Decimal | None = None
    sizing: Sizing | None = None
    price: Decimal | None = None
    valid_bars: int | None = None
    guards: Guards = Guards()
    reference_price: Decimal | None = None  # the close it was decided on
    most_money: Decimal | None = None
    reason: str = ""
    scales: bool = False
    adds: bool = False
    part: int | None = None

    def __post_init__(self) -> None:
        if (self.price is None) != (self.type is OrderType.MARKET):
            raise BadOrder("trading.price_by_order_type")
        if self.quantity is None and self.sizing is None:
            raise BadOrder("trading.quantity_needed")
        if self.quantity is not None and not self.quantity > 0:
            raise BadOrder("trading.bad_quantity", quantity=self.quantity)
        if self.price is not None and not self.price > 0:
            raise BadOrder("trading.bad_price", price=self.price)
        if self.most_money is not None and not self.most_money > 0:
            raise BadOrder("trading.bad_money", money=self.most_money)

    @property
    def direction(self) -> Direction:
        """Of the position that the order opens or closes."""
        opens_long = (self.side is OrderSide.BUY) == (self.effect is Effect.OPEN)
        return Direction.LONG if opens_long else Direction.SHORT

    @property
    def to_weight(self) -> bool:
        """Whether it brings a position to a weight, whatever is held of it."""
        return self.sizing is not None and self.sizing.rule is SizeRule.WEIGHT

    @property
    def closes_all(self) -> bool:
        """Whether it is an exit of a whole position."""
        return self.effect is Effect.CLOSE and self.part is None and not self.to_weight


class OrderStatus(StrEnum):
    """Where an order stands. `INTENDED` is written before anything is sent; `UNKNOWN` is sent and not answered."""

    INTENDED = "intended"
    BLOCKED = "blocked"  # by the risk gate: never sent
    UNKNOWN = "unknown"
    ACCEPTED = "accepted"
    PARTIALLY_FILLED = "partially_filled"
    CANCELLING = "cancelling"
    FILLED = "filled"
    CANCELLED = "cancelled"
    REJECTED = "rejected"
    LAPSED = "lapsed"

    @property
    def is_final(self) -> bool:
        return self in _FINAL


_FINAL = frozenset(
    {OrderStatus.BLOCKED, OrderStatus.FILLED, OrderStatus.CANCELLED, OrderStatus.REJECTED, OrderStatus.LAPSED}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerOrder:
    """An order as the broker has it."""

    request: OrderRequest
    broker_order_id: str
    status: OrderStatus
    filled: Decimal
    average_price: Decimal | None
    submitted_at: datetime
    updated_at: datetime
    why: str = ""  # the broker's word for a rejection or a lapse


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Shares that changed hands. `fill_id` is the broker's and never repeats. A guard's fill names the entry order that
    brought the guard along, and `reason` says which one it was (`stop_loss`, `take_profit`, `trailing_stop`,
    `margin_call`, `ruin`; otherwise the order's own)."""

    fill_id: str
    client_order_id: str
    symbol: str
    side: OrderSide
    effect: Effect
    quantity: Decimal
    price: Decimal
    costs: Decimal
    at: datetime
    reason: str = ""


def client_order_id(deployment_id: str, bar: datetime, action: str, symbol: str) -> str:
    """The same decision always has the same id, so that a repeat is found and not sent again."""
    return derived_id("order", deployment_id, bar.isoformat(), action, symbol)


def on_tick(price: Decimal, tick: Decimal, side: OrderSide, kind: OrderType) -> Decimal:
    """A limit is never worse than it was asked, a stop is never touched earlier. A tick of 0 allows any price."""
    if not tick:
        return price
    upwards = (side is OrderSide.BUY) == (kind is OrderType.STOP)
    steps = (price / tick).to_integral_value(ROUND_CEILING if upwards else ROUND_FLOOR)
    return (steps * tick).quantize(tick)
