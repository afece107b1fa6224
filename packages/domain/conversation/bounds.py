"""What binds a person because of what they answered: constraints on scopes and strategies, each with its clause.

| answer               | sells short | not traded      | holds at least | loses at a stop |
|----------------------|-------------|-----------------|----------------|-----------------|
| conservative         | no          | crypto, futures | days           | 1 % of equity   |
| moderate             | yes         |                 | within the day | 2 %             |
| aggressive           | yes         |                 | minutes        | 3 %             |
| very_aggressive      | yes         |                 | minutes        | 5 %             |
| capital_preservation | no          | crypto, futures | days           |                 |
| balanced_growth      | yes         |                 | within the day |                 |
| growth, high_growth  | yes         |                 | minutes        |                 |
| years_0_1            | no          | forex, futures  | within the day |                 |
| years_1_3            | yes         | futures         | within the day |                 |
| years_3_5, 5_plus    | yes         |                 | minutes        |                 |

Of several answers the strictest counts. The drawdown is the stress lab's and the leverage the risk gate's, so that what
is proposed, tested and traded is held to one line. Every strategy needs a stop. Without an answer that speaks of
something, the row "moderate" stands, as in the lab.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from packages.domain.accounts.profile import (
    LAB_DEFAULT,
    Answer,
    Profile,
    ReturnExpectation,
    RiskTolerance,
    TradingYears,
    largest_drawdown,
)
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.templates import PACES, HoldingPeriod
from packages.domain.trading.risk.limits import Bound, LimitName, RiskLimits, limits_of_person

T = TypeVar("T")
SLOWER = tuple(HoldingPeriod)  # from the shortest to the longest


@dataclass(frozen=True, slots=True)
class ConstraintBound(Generic[T]):
    """The most that is allowed, or the least, and the clause that says so."""

    value: T
    clause: str


@dataclass(frozen=True, slots=True)
class Constraints:
    """Fractions are of the equity; `refused_markets` names the clause for each market that is not traded."""

    drawdown: ConstraintBound[float]
    leverage: ConstraintBound[float]
    risk_per_trade: ConstraintBound[float]
    shorting: ConstraintBound[bool]
    shortest_holding: ConstraintBound[HoldingPeriod]
    refused_markets: Mapping[Market, str]

    @property
    def fastest_timeframe(self) -> ConstraintBound[Timeframe]:
        """The fastest on which a position of the shortest holding period, or a longer one, is timed."""
        allowed = SLOWER[SLOWER.index(self.shortest_holding.value) :]
        timeframes = {pace.timeframe for holding in allowed for pace in PACES[holding]}
        return ConstraintBound(min(timeframes, key=lambda each: each.seconds), self.shortest_holding.clause)


@dataclass(frozen=True, slots=True)
class _Row:
    """What an answer allows; a `risk` of None is no word on it."""

    shorting: bool
    refused: frozenset[Market]
    holding: HoldingPeriod
    risk: float | None = None


_NONE: frozenset[Market] = frozenset()
_WILD = frozenset({Market.CRYPTO, Market.FUTURES})
_ON_MARGIN = frozenset({Market.FOREX, Market.FUTURES})
_DAYS, _DAY, _MINUTES = HoldingPeriod.SWING_DAYS, HoldingPeriod.INTRADAY, HoldingPeriod.INTRADAY_SCALP
_MODERATE = _Row(shorting=True, refused=_NONE, holding=_DAY, risk=0.02)
_ROWS: Mapping[Answer, _Row] = {
    RiskTolerance.CONSERVATIVE: _Row(shorting=False, refused=_WILD, holding=_DAYS, risk=0.01),
    RiskTolerance.MODERATE: _MODERATE,
    RiskTolerance.AGGRESSIVE: _Row(shorting=True, refused=_NONE, holding=_MINUTES, risk=0.03),
    RiskTolerance.VERY_AGGRESSIVE: _Row(shorting=True, refused=_NONE, holding=_MINUTES, risk=0.05),
    ReturnExpectation.CAPITAL_PRESERVATION: _Row(shorting=False, refused=_WILD, holding=_DAYS),
    ReturnExpectation.BALANCED_GROWTH: _Row(shorting=True, refused=_NONE, holding=_DAY),
    ReturnExpectation.GROWTH: _Row(shorting=True, refused=_NONE, holding=_MINUTES),
    ReturnExpectation.HIGH_GROWTH: _Row(shorting=True, refused=_NONE, holding=_MINUTES),
    TradingYears.YEARS_0_1: _Row(shorting=False, refused=_ON_MARGIN, holding=_DAY),
    TradingYears.YEARS_1_3: _Row(shorting=True, refused=frozenset({Market.FUTURES}), holding=_DAY),
    TradingYears.YEARS_3_5: _Row(shorting=True, refused=_NONE, holding=_MINUTES),
    TradingYears.YEARS_5_PLUS: _Row(shorting=True, refused=_NONE, holding=_MINUTES),
}


def constraints_of(profile: Profile | None) -> Constraints:
    clauses = () if profile is None else profile.clauses()
    rows = [(_ROWS[answer], clause) for clause, answer in clauses] or [(_MODERATE, LAB_DEFAULT)]
    deepest, source = largest_drawdown(profile)
    gross = limits_of_person(deepest, source).bounds[LimitName.GROSS_EXPOSURE]
    risks = [ConstraintBound(row.risk, clause) for row, clause in rows if row.risk is not None]
    shorting = [ConstraintBound(row.shorting, clause) for row, clause in rows]
    holdings = [ConstraintBound(row.holding, clause) for row, clause in rows]
    return Constraints(
        drawdown=ConstraintBound(abs(deepest), source),
        leverage=ConstraintBound(float(gross.most), gross.clause),
        risk_per_trade=min(
            risks, key=lambda each: each.value, default=ConstraintBound(_MODERATE.risk or 0.0, LAB_DEFAULT)
        ),
        shorting=min(shorting, key=lambda each: each.value),
        shortest_holding=max(holdings, key=lambda each: SLOWER.index(each.value)),
        refused_markets={market: clause for row, clause in reversed(rows) for market in sorted(row.refused)},
    )


def limits_at_orders(profile: Profile | None) -> RiskLimits:
    """The loss at a stop that an answer limits, for the risk gate: rules with a stop in ranges have it at no earlier
    moment than the order. Who has answered nothing is held to it where rules are proposed, and not at an order."""
    risk = constraints_of(profile).risk_per_trade
    if risk.clause == LAB_DEFAULT:
        return RiskLimits()
    return RiskLimits({LimitName.TRADE_LOSS: Bound(Decimal(repr(risk.value)), risk.clause)})
