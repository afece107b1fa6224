"""What an account holds and has ordered, with the distances that were fixed when it was decided."""

from collections.abc import Callable
from dataclasses import dataclass, field

from packages.domain.backtest.outcome import ExitReason
from packages.domain.strategy.model import Direction, Side
from packages.domain.strategy.trade import (
    Bracket,
    Distance,
    LimitOrder,
    MarketOrder,
    StopLoss,
    TakeProfit,
    TrailingStop,
    Unit,
    stops_of,
)

Length = Callable[[Distance, float], float | None]  # of a distance from a price; None while it is not known, or 0


@dataclass
class EntryOrder:
    """An order to get in. `price` is None for a market order; `length` measures with the ATR of the signal bar."""

    row: int
    direction: Direction
    side: Side
    signal_bar: int
    length: Length
    volatility: float | None  # a year, for the size that wants it
    price: float | None = None
    bars_left: int = 1

    @property
    def buys(self) -> bool:
        return self.direction is Direction.LONG

    @property
    def is_market(self) -> bool:
        return isinstance(self.side.entry.order, MarketOrder)

    @property
    def is_limit(self) -> bool:
        return isinstance(self.side.entry.order, LimitOrder)

    def far(self, distance: Distance, price: float) -> float:
        """The length of a distance that was known when the order was placed."""
        length = self.length(distance, price)
        assert length is not None
        return length

    def nearest_stop(self, price: float) -> float:
        return min(self.far(stop, price) for stop in stops_of(self.side.exits))


@dataclass
class Level:
    """A price that ends a position, with the exit that it belongs to."""

    price: float
    reason: ExitReason
    rule: int


@dataclass
class Leaving:
    """That a position is to leave at the next open that lets it."""

    reason: ExitReason
    rule: int | None
    decided_bar: int


@dataclass
class Position:
    """What is held of one instrument."""

    row: int
    direction: Direction
    side: Side
    signal_bar: int
    entry_bar: int
    quantity: float
    entry_price: float
    entry_costs: float
    best: float
    mark: float
    by_resting_order: bool
    fixed_stop: Level | None = None
    target: Level | None = None
    trailing: tuple[Distance, float, int] | None = None  # with its length at entry and its place among the exits
    dividends: float = 0.0
    leaving: Leaving | None = field(default=None)

    @property
    def is_long(self) -> bool:
        return self.direction is Direction.LONG

    @property
    def sign(self) -> int:
        return 1 if self.is_long else -1

    def worth(self, price: float) -> float:
        """What the position adds to the account at a price; below zero for a short."""
        return self.sign * self.quantity * price

    def stop(self) -> Level | None:
        """The nearer one of the fixed and the trailing stop, the fixed one on a tie."""
        trailing = self._trailing_stop()
        if self.fixed_stop is None or trailing is None:
            return self.fixed_stop or trailing
        nearer = self.sign * trailing.price > self.sign * self.fixed_stop.price
        return trailing if nearer else self.fixed_stop

    def _trailing_stop(self) -> Level | None:
        if self.trailing is None:
            return None
        distance, length, rule = self.trailing
        far = distance.value * self.best if distance.unit is Unit.PCT else length
        return Level(self.best - self.sign * far, ExitReason.TRAILING_STOP, rule)


def place_exits(position: Position, order: EntryOrder, price: float) -> None:
    """Stops and targets of the whole position, from a price."""
    sign = position.sign
    for rule, exit_ in enumerate(order.side.exits):
        match exit_:
            case StopLoss(stop):
                position.fixed_stop = Level(price - sign * order.far(stop, price), ExitReason.STOP_LOSS, rule)
            case TakeProfit(target, None):
                position.target = Level(price + sign * order.far(target, price), ExitReason.TAKE_PROFIT, rule)
            case Bracket(stop, ratio):
                far = order.far(stop, price)
                position.fixed_stop = Level(price - sign * far, ExitReason.STOP_LOSS, rule)
                position.target = Level(price + sign * (ratio * far), ExitReason.TAKE_PROFIT, rule)
            case TrailingStop(stop):
                position.trailing = (stop, order.far(stop, price), rule)
            case _:
                continue
