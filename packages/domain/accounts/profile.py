"""What a person told about themselves: the answers that limits follow from, in the lab and at the risk gate."""

from collections.abc import Mapping
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
