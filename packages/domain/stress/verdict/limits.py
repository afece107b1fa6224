"""The limits a strategy is held against: a policy, shown to the person beside every measure.

Three limits follow from what the person answered (KYC). Of several answers the strictest counts, and is named as the
source; without an answer that speaks of a limit, the lab takes the row "moderate" and says so.

| answer                              | drawdown | loss in a crisis | ruin             |
|-------------------------------------|----------|------------------|------------------|
| conservative · capital_preservation | 15 %     | 10 %             | 1 %              |
| moderate · balanced_growth          | 25 %     | 20 %             | 2 %              |
| aggressive · growth                 | 40 %     | 30 %             | 5 %              |
| very_aggressive · high_growth       | 60 %     | 45 %             | 10 %             |
| years_0_1 · 1_3 · 3_5 · 5_plus      | –        | –                | 1 · 2 · 5 · 10 % |

What a person expects to earn says nothing on ruin, years of trading nothing but ruin: who is new sees it coming late.
The drawdown is the one that one path in twenty exceeds. Half as much again as such a limit is a rejection.

The other limits are the lab's own and the same for everybody, because luck does not ask who trades:

| measure                     | passes | rejected      | because                                                  |
|-----------------------------|--------|---------------|----------------------------------------------------------|
| deflated Sharpe             | ≥ 0.95 | < 0.5         | one lucky pass in twenty; below half, luck says it all   |
| probability of overfitting  | ≤ 0.5  | > 0.75        | above half, choosing was worse than tossing a coin       |
| Sharpe out of sample        | > 0    | upper end ≤ 0 | what was fitted did not carry over                       |
| return of the history       | > 0    | ≤ 0           | it lost on the very data it was made on                  |
| return at twice the cost, a | > 0    | never         | an edge that ordinary friction eats is thin, but may be  |
| bar late, with missed fills |        |               | mended by trading less                                   |
| fragility of any number     | ≤ 0.5  | never         | more than half of the result hangs on one choice         |
| trades                      | ≥ 30   | never         | fewer say little; a backtest warns at the same count     |
| share of crises with trades | ≥ 0.5  | never         | what stood aside was not tried                           |
| share of paths with trades  | ≥ 0.5  | never         | the same: without a trade there is no drawdown           |
"""

from dataclasses import dataclass
from enum import StrEnum

from packages.domain.accounts.profile import LAB_DEFAULT, Profile, largest_drawdown, strictest
from packages.domain.backtest.analysis.caution import FEW_TRADES
from packages.domain.stress.findings import Ruling

__all__ = ["LAB_DEFAULT", "OUTRIGHT", "LimitSide", "StressLimit", "StressLimits", "limits_for"]

OUTRIGHT = 1.5  # times a limit of the person, beyond which a strategy is rejected


class LimitSide(StrEnum):
    """On which side of a limit a measure is good."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class StressLimit:
    """On the wrong side of `value`: revise; on the wrong side of `outright`: reject, or never where it is None."""

    value: float
    side: LimitSide
    outright: float | None = None
    source: str = LAB_DEFAULT

    def ruling(self, measured: float) -> Ruling:
        if self.outright is not None and not self._holds(measured, self.outright):
            return Ruling.REJECT
        return Ruling.PASS if self._holds(measured, self.value) else Ruling.REVISE

    def badness(self, measured: float) -> float:
        """The larger, the worse."""
        return measured if self.side is LimitSide.AT_MOST else -measured

    def _holds(self, measured: float, bound: float) -> bool:
        match self.side:
            case LimitSide.AT_LEAST:
                return measured >= bound
            case LimitSide.AT_MOST:
                return measured <= bound
            case LimitSide.ABOVE:
                return measured > bound


@dataclass(frozen=True, slots=True, kw_only=True)
class StressLimits:
    """One limit for every kind of measure; losses are 0 or below, as they are measured."""

    drawdown: StressLimit
    crisis_loss: StressLimit
    ruin: StressLimit
    deflated_sharpe: StressLimit = StressLimit(0.95, LimitSide.AT_LEAST, 0.5)
    overfitting_probability: StressLimit = StressLimit(0.5, LimitSide.AT_MOST, 0.75)
    out_of_sample: StressLimit = StressLimit(0.0, LimitSide.ABOVE, 0.0)
    base_return: StressLimit = StressLimit(0.0, LimitSide.ABOVE, 0.0)
    friction: StressLimit = StressLimit(0.0, LimitSide.ABOVE)
    fragility: StressLimit = StressLimit(0.5, LimitSide.AT_MOST)
    trades: StressLimit = StressLimit(FEW_TRADES, LimitSide.AT_LEAST)
    crises_exercised: StressLimit = StressLimit(0.5, LimitSide.AT_LEAST)
    traded_share: StressLimit = StressLimit(0.5, LimitSide.AT_LEAST)


def limits_for(profile: Profile | None) -> StressLimits:
    """The limits of a person; without a profile, or where it is silent, those of the lab."""
    return StressLimits(
        drawdown=_limit(*largest_drawdown(profile), LimitSide.AT_LEAST),
        crisis_loss=_limit(*strictest(profile, lambda allowance: allowance.crisis_loss), LimitSide.AT_LEAST),
        ruin=_limit(*strictest(profile, lambda allowance: allowance.ruin), LimitSide.AT_MOST),
    )


def _limit(value: float, source: str, side: LimitSide) -> StressLimit:
    return StressLimit(value, side, value * OUTRIGHT, source)
