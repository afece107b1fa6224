"""What a person said about themselves, and how much loss those answers allow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeVar

from packages.core.errors import Invalid


class RiskTolerance(StrEnum):
    """How much loss a person says to bear."""

    CONSERVATIVE = "conservative"
    MODERATE = "moderate"
    AGGRESSIVE = "aggressive"
    VERY_AGGRESSIVE = "very_aggressive"


class ReturnExpectation(StrEnum):
    """What a person wants of their money."""

    CAPITAL_PRESERVATION = "capital_preservation"
    BALANCED_GROWTH = "balanced_growth"
    GROWTH = "growth"
    HIGH_GROWTH = "high_growth"


class TradingYears(StrEnum):
    """How long a person has traded."""

    YEARS_0_1 = "years_0_1"
    YEARS_1_3 = "years_1_3"
    YEARS_3_5 = "years_3_5"
    YEARS_5_PLUS = "years_5_plus"


Kind = TypeVar("Kind", bound=StrEnum)
Answer = RiskTolerance | ReturnExpectation | TradingYears


class UnknownAnswer(Invalid):
    """An answer that the questions about a person do not offer."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The answers to the three questions of KYC; None where there is none yet."""

    risk_tolerance: RiskTolerance | None = None
    return_expectation: ReturnExpectation | None = None
    trading_years_bucket: TradingYears | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.clauses()) == len(fields(self))

    def clauses(self) -> tuple[tuple[str, Answer], ...]:
        """Each answer with its name, such as `kyc.risk_tolerance=moderate`."""
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return tuple((f"kyc.{name}={answer.value}", answer) for name, answer in given if answer is not None)


def profile_of(answers: Mapping[str, str | None]) -> Profile:
    """From the answers as they are stored; other answers than these three are passed over."""
    return Profile(
        _answer(RiskTolerance, answers, "risk_tolerance"),
        _answer(ReturnExpectation, answers, "return_expectation"),
        _answer(TradingYears, answers, "trading_years_bucket"),
    )


def _answer(kind: type[Kind], answers: Mapping[str, str | None], name: str) -> Kind | None:
    given = answers.get(name)
    if given is None or given in list(kind):
        return None if given is None else kind(given)
    raise UnknownAnswer("accounts.unknown_answer", name=name, given=given[:80], allowed=kind)


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
    stated = [(value, clause) for value, clause in allowed if value is not None]
    # Losses are negative and ruin is positive: in both, the smaller size is the stricter one; the first wins a tie.
    return min(stated, key=lambda each: abs(each[0]), default=(measure(_MODERATE) or 0.0, LAB_DEFAULT))


def largest_drawdown(profile: Profile | None) -> tuple[float, str]:
    return strictest(profile, lambda allowance: allowance.drawdown)
