"""A portfolio as the language says it: members by rule, a score, the legs that are held, weights, and a rhythm.

Everything is decided on the close of a rebalancing day, from what was known then, and traded at the next open.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from packages.domain.strategy.conditions import Condition
from packages.domain.strategy.operands import Operand, Series, is_at_least_0

MOST_RISK_PARITY = 200  # positions of a leg: the work grows with their square


@dataclass(frozen=True, slots=True)
class TurnoverFloor:
    """The close times the volume, on average over the last `bars` own bars, in the currency of the market."""

    amount: int | float
    bars: int = 20


@dataclass(frozen=True, slots=True)
class MemberRule:
    """Who belongs to the universe on a day: whoever has a bar and meets all that is asked. Prices are those that were
    quoted on the day; listed days are calendar days since the listing. What is delisted later is there until then."""

    min_turnover: TurnoverFloor | None = None
    min_listed_days: int | None = None
    min_price: int | float | None = None
    max_price: int | float | None = None
    special_treatment: bool = True  # whether shares under special treatment may belong
    where: Condition | None = None


class Period(StrEnum):
    """How often the weights are set."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


LONGEST_PERIOD = {Period.DAY: 1, Period.WEEK: 5, Period.MONTH: 20, Period.QUARTER: 60}


@dataclass(frozen=True, slots=True)
class Rebalance:
    """On the close of the period's trading day number `session`, counted from its end where that is negative. A change
    of a position that is worth less than `tolerance` of the equity is left out."""

    every: Period
    session: int = 1
    tolerance: int | float = 0


@dataclass(frozen=True, slots=True)
class Leg:
    """How many of the ranked members are held, all of them where neither number is given. `exposure` is what the
    leg's weights add up to, as a multiple of the equity; None: 1 for one leg, a half for each of two."""

    count: int | None = None
    fraction: int | float | None = None
    exposure: int | float | None = None


@dataclass(frozen=True, slots=True)
class EqualWeights:
    """The same for all."""


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """In proportion to the score, above 0 for longs and below 0 for shorts; the others get nothing."""


@dataclass(frozen=True, slots=True)
class InverseVolatility:
    """In proportion to one over the volatility of `lookback` bars."""

    lookback: int = 60


@dataclass(frozen=True, slots=True)
class RiskParity:
    """Every position contributes the same to the variance of the leg over `lookback` bars."""

    lookback: int = 60


@dataclass(frozen=True, slots=True)
class KellyWeights:
    """`fraction` of mean over variance of the returns of `lookback` bars, nothing where that is against the leg; all
    together at most the leg's exposure."""

    fraction: int | float
    lookback: int = 250


@dataclass(frozen=True, slots=True)
class NamedLeg:
    """An instrument by name with its weight as a value on its own bars, below 0 when it is sold short."""

    ticker: str
    weight: Operand


@dataclass(frozen=True, slots=True)
class HoldingCondition:
    """Held from the close on which `since` is true until one on which `until` is, by the bars of the first leg. Where
    both are true nothing is held."""

    since: Condition
    until: Condition


@dataclass(frozen=True, slots=True)
class LegWeights:
    """Each leg by its own weight; where they come to more than `gross` together, all are scaled down to it. On a day on
    which one of them is not known, nothing is decided and what is held stays."""

    legs: tuple[NamedLeg, ...]
    gross: int | float = 1
    hold: HoldingCondition | None = None

    @property
    def may_short(self) -> bool:
        return not all(is_at_least_0(each.weight) for each in self.legs)


ByRank: TypeAlias = EqualWeights | ScoreWeights | InverseVolatility | RiskParity | KellyWeights
Weighting: TypeAlias = ByRank | LegWeights


@dataclass(frozen=True, slots=True)
class PortfolioVolatility:
    """All weights are scaled so that the portfolio would have had this yearly volatility over `lookback` bars; at most
    `max_leverage` times what they are."""

    target: int | float
    lookback: int = 60
    max_leverage: int | float = 1


@dataclass(frozen=True, slots=True)
class Portfolio:
    """`long` holds those with the best scores, `short` those with the worst; at least one of them is there. Whoever is
    chosen and does not meet `hold_if` keeps its weight in cash. No position is above `max_weight`. A portfolio of named
    legs has none of these, and `LegWeights`."""

    rebalance: Rebalance
    weights: Weighting
    long: Leg | None
    short: Leg | None
    score: Series | None = None
    descending: bool = True
    hold_if: Condition | None = None
    max_weight: int | float | None = None
    volatility: PortfolioVolatility | None = None

    @property
    def legs(self) -> tuple[tuple[str, Leg], ...]:
        both = (("long", self.long), ("short", self.short))
        return tuple((name, leg) for name, leg in both if leg is not None)

    @property
    def may_short(self) -> bool:
        if isinstance(self.weights, LegWeights):
            return self.weights.may_short
        return self.short is not None

    def exposure(self, leg: Leg) -> float:
        if leg.exposure is not None:
            return float(leg.exposure)
        return 1.0 / len(self.legs)

    @property
    def gross(self) -> float:
        """What all weights together come to at most, as a multiple of the equity."""
        most = 1.0 if self.volatility is None else float(self.volatility.max_leverage)
        if isinstance(self.weights, LegWeights):
            return most * float(self.weights.gross)
        return most * sum(self.exposure(leg) for _, leg in self.legs)
