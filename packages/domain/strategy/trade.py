"""How a position is opened, sized and closed."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from packages.domain.strategy.conditions import Condition
from packages.domain.strategy.operands import Operand

ATR_PERIOD = 14


class Unit(StrEnum):
    """What a distance is measured in."""

    POINTS = "points"
    PCT = "pct"
    ATR_MULTIPLE = "atr_multiple"


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance from a price: points of the price, a fraction of it, or multiples of the average true range over
    `atr_period` bars."""

    unit: Unit
    value: int | float
    atr_period: int = ATR_PERIOD


@dataclass(frozen=True, slots=True)
class MarketOrder:
    """Filled at the next open."""


@dataclass(frozen=True, slots=True)
class LimitOrder:
    """Rests `valid_bars` bars, `offset` better than the close of the signal bar, or at the value of `at` on it."""

    offset: Distance
    valid_bars: int = 1
    at: Operand | None = None


@dataclass(frozen=True, slots=True)
class StopOrder:
    """Rests `valid_bars` bars, `offset` beyond the close of the signal bar, or at the value of `at` on it."""

    offset: Distance
    valid_bars: int = 1
    at: Operand | None = None


HERE = Distance(Unit.POINTS, 0)  # of an order that stands at a level of its own


Order: TypeAlias = MarketOrder | LimitOrder | StopOrder


@dataclass(frozen=True, slots=True)
class PartOfPosition:
    """How much of a position leaves: a fraction of what is held, or the oldest units; at most `times` in a position."""

    fraction: int | float | None = None
    units: int | None = None
    times: int = 1

    @property
    def measure(self) -> str:
        return "fraction" if self.units is None else "units"

    @property
    def size(self) -> int | float:
        return self.units or self.fraction or 0


@dataclass(frozen=True, slots=True)
class SignalExit:
    """Out at the next open when the condition is true, with everything or a part."""

    condition: Condition
    part: PartOfPosition | None = None


@dataclass(frozen=True, slots=True)
class StopLoss:
    """Out when the price has gone this far against the entry price."""

    stop: Distance


@dataclass(frozen=True, slots=True)
class TakeProfit:
    """Out when the price has gone this far with the entry price, with everything or a part."""

    target: Distance
    part: PartOfPosition | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """A stop, and a target `risk_reward` times as far from the entry price."""

    stop: Distance
    risk_reward: int | float


@dataclass(frozen=True, slots=True)
class TrailingStop:
    """Out when the price has come back this far from its best since entry."""

    stop: Distance


@dataclass(frozen=True, slots=True)
class TimeExit:
    """Out at the open after `bars` bars in the position."""

    bars: int


Exit: TypeAlias = SignalExit | StopLoss | TakeProfit | Bracket | TrailingStop | TimeExit


@dataclass(frozen=True, slots=True)
class FixedQuantity:
    """So many shares, coins or contracts."""

    qty: Decimal


@dataclass(frozen=True, slots=True)
class FixedCash:
    """So much money, in the currency of the market."""

    cash: Decimal


@dataclass(frozen=True, slots=True)
class EquityFraction:
    """A fraction of the equity at the time of the entry."""

    pct: int | float


@dataclass(frozen=True, slots=True)
class VolatilityTarget:
    """As much as brings the position's yearly volatility, measured over `lookback` bars, to `target`; never more than
    `max_leverage` times the equity."""

    target: int | float
    lookback: int = 20
    max_leverage: int | float = 1


@dataclass(frozen=True, slots=True)
class RiskPerTrade:
    """As much as loses `pct` of the equity if the nearest stop is hit at its price."""

    pct: int | float


Sizing: TypeAlias = FixedQuantity | FixedCash | EquityFraction | VolatilityTarget | RiskPerTrade


class StopsFrom(StrEnum):
    """What stops and targets stand from once a unit was added."""

    AVERAGE_PRICE = "average_price"
    LAST_FILL = "last_fill"


@dataclass(frozen=True, slots=True)
class ScaleIn:
    """When a position grows by a unit, up to `max_units` with the first; without a size of its own a unit is sized as
    the entry is."""

    condition: Condition
    max_units: int
    order: Order = MarketOrder()
    sizing: Sizing | None = None
    stops_from: StopsFrom = StopsFrom.AVERAGE_PRICE


def part_of(exit_: Exit) -> PartOfPosition | None:
    """None where the whole position leaves."""
    return exit_.part if isinstance(exit_, SignalExit | TakeProfit) else None


def stops_of(exits: tuple[Exit, ...]) -> tuple[Distance, ...]:
    """The distances of all exits that limit the loss from the first bar on."""
    return tuple(exit_.stop for exit_ in exits if isinstance(exit_, StopLoss | Bracket | TrailingStop))
