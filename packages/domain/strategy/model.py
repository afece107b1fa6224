"""A strategy as every context knows it: values that cannot change, built from a valid document."""

from dataclasses import dataclass, replace
from enum import StrEnum

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.conditions import Condition
from packages.domain.strategy.operands import Series
from packages.domain.strategy.portfolio.model import LegWeights, MemberRule, Portfolio
from packages.domain.strategy.trade import Exit, Order, ScaleIn, Sizing, part_of


class Direction(StrEnum):
    """What is hoped for: rising prices or falling ones."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Factor:
    """An indicator with its parameters, sorted by name; without a timeframe of its own it has the strategy's.

    A factor on a slower timeframe shows the value of the last slow bar that is finished; a lag on it counts bars of
    the strategy's timeframe.
    """

    name: str
    type: str
    params: tuple[tuple[str, ParameterValue], ...] = ()
    timeframe: Timeframe | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Which tickers go first when more want in than there are places: the highest values, or the lowest."""

    by: Series
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Universe:
    """What is traded; without `max_positions` every ticker may be held at once. With a rule and no tickers it is the
    whole market, with both it is those of the tickers that meet the rule."""

    market: Market
    tickers: tuple[str, ...]
    max_positions: int | None = None
    ranking: Ranking | None = None
    rule: MemberRule | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The tickers, or one name for all that the market has."""
        return self.tickers or (f"{self.market.value}:*",)

    @property
    def is_market(self) -> bool:
        """Whether anything of the market may be held, whatever it is called."""
        return not self.tickers


@dataclass(frozen=True, slots=True)
class Entry:
    """When to get in, and with which order."""

    condition: Condition
    order: Order


@dataclass(frozen=True, slots=True)
class Side:
    """The rules for one direction."""

    entry: Entry
    exits: tuple[Exit, ...]
    sizing: Sizing
    scale_in: ScaleIn | None = None

    @property
    def scales(self) -> bool:
        """Whether a position may have several units or leave in parts."""
        return self.scale_in is not None or any(part_of(exit_) is not None for exit_ in self.exits)


def adding(side: Side) -> Side:
    """The rules by which a further unit of a side is ordered, in the place of those of its entry."""
    scale_in = side.scale_in
    if scale_in is None:
        raise AssertionError("a side without units to add")
    return replace(side, entry=Entry(scale_in.condition, scale_in.order), sizing=scale_in.sizing or side.sizing)


@dataclass(frozen=True, slots=True)
class Strategy:
    """Everything that is needed to trade: factors sorted by name, and at least one of `long` and `short`, or else a
    portfolio."""

    dsl_version: str
    name: str
    description: str | None
    universe: Universe
    timeframe: Timeframe
    factors: tuple[Factor, ...]
    long: Side | None
    short: Side | None
    portfolio: Portfolio | None = None

    @property
    def sides(self) -> tuple[tuple[Direction, Side], ...]:
        both = ((Direction.LONG, self.long), (Direction.SHORT, self.short))
        return tuple((direction, side) for direction, side in both if side is not None)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """What it may hold."""
        if self.portfolio is None:
            return tuple(direction for direction, _ in self.sides)
        if isinstance(self.portfolio.weights, LegWeights):
            return (Direction.LONG, Direction.SHORT) if self.portfolio.may_short else (Direction.LONG,)
        return tuple(Direction(name) for name, _ in self.portfolio.legs)

    @property
    def scales(self) -> bool:
        return any(side.scales for _, side in self.sides)

    @property
    def as_portfolio(self) -> Portfolio:
        """Of a strategy that is known to be one."""
        if self.portfolio is None:
            raise AssertionError("a strategy of entries and exits has no portfolio")
        return self.portfolio

    def factor(self, name: str) -> Factor:
        return next(factor for factor in self.factors if factor.name == name)
