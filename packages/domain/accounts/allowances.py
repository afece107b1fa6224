"""How much loss an answer allows: one table for the lab's limits, the risk gate, and what a conversation may propose.

Of several answers the strictest counts, and is named as the source; without an answer that speaks of it, the row
"moderate" is taken and called the lab's default.
"""

from collections.abc import Callable
from dataclasses import dataclass

from packages.domain.accounts.profile import Answer, Profile, ReturnExpectation, RiskTolerance, TradingYears

LAB_DEFAULT = "lab default"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What an answer allows; None where it does not speak of it. Losses are below 0, ruin is a probability."""

    drawdown: float | None
    crisis_loss: float | None
    ruin: float | None


_MODERATE = Allowance(-0.25, -0.20, 0.02)
_ALLOWANCES: dict[Answer, Allowance] = {
    RiskTolerance.CONSERVATIVE: Allowance(-0.15, -0.10, 0.01),
    RiskTolerance.MODERATE: _MODERATE,
    RiskTolerance.AGGRESSIVE: Allowance(-0.40, -0.30, 0.05),
    RiskTolerance.VERY_AGGRESSIVE: Allowance(-0.60, -0.45, 0.10),
    ReturnExpectation.CAPITAL_PRESERVATION: Allowance(-0.15, -0.10, None),
    ReturnExpectation.BALANCED_GROWTH: Allowance(-0.25, -0.20, None),
    ReturnExpectation.GROWTH: Allowance(-0.40, -0.30, None),
    ReturnExpectation.HIGH_GROWTH: Allowance(-0.60, -0.45, None),
    TradingYears.YEARS_0_1: Allowance(None, None, 0.01),
    TradingYears.YEARS_1_3: Allowance(None, None, 0.02),
    TradingYears.YEARS_3_5: Allowance(None, None, 0.05),
    TradingYears.YEARS_5_PLUS: Allowance(None, None, 0.10),
}


def strictest(profile: Profile | None, measure: Callable[[Allowance], float | None]) -> tuple[float, str]:
    """The smallest size of a measure that an answer allows, and the clause that says so."""
    clauses = () if profile is None else profile.clauses()
    allowed = [(measure(_ALLOWANCES[answer]), clause) for clause, answer in clauses]
    spoken = [(value, clause) for value, clause in allowed if value is not None]
    # Losses are negative and ruin is positive: in both, the smaller size is the stricter one; the first wins a tie.
    return min(spoken, key=lambda each: abs(each[0]), default=(measure(_MODERATE) or 0.0, LAB_DEFAULT))


def largest_drawdown(profile: Profile | None) -> tuple[float, str]:
    return strictest(profile, lambda allowance: allowance.drawdown)
