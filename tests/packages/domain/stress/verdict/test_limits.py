from itertools import product

import pytest

from packages.domain.accounts.profile import (
    Profile,
    ReturnExpectation,
    RiskTolerance,
    TradingYears,
    UnknownAnswer,
    profile_of,
)
from packages.domain.stress.findings import Ruling
from packages.domain.stress.verdict.limits import LAB_DEFAULT, LimitSide, StressLimit, limits_for


def test_without_a_profile_every_limit_is_a_default_of_the_lab() -> None:
    limits = limits_for(None)
    assert all(getattr(limits, name).source == LAB_DEFAULT for name in limits.__slots__)
    assert (limits.drawdown.value, limits.crisis_loss.value, limits.ruin.value) == (-0.25, -0.20, 0.02)


def test_a_limit_names_the_answer_it_comes_from() -> None:
    limits = limits_for(Profile(risk_tolerance=RiskTolerance.AGGRESSIVE))
    assert (limits.drawdown.value, limits.drawdown.source) == (-0.40, "kyc.risk_tolerance=aggressive")
    assert limits.drawdown.outright == pytest.approx(-0.60)
    assert limits.ruin.source == "kyc.risk_tolerance=aggressive"
    assert limits.deflated_sharpe.source == LAB_DEFAULT


def test_of_several_answers_the_strictest_counts() -> None:
    limits = limits_for(
        Profile(RiskTolerance.VERY_AGGRESSIVE, ReturnExpectation.CAPITAL_PRESERVATION, TradingYears.YEARS_1_3)
    )
    assert (limits.drawdown.value, limits.drawdown.source) == (-0.15, "kyc.return_expectation=capital_preservation")
    assert (limits.ruin.value, limits.ruin.source) == (0.02, "kyc.trading_years_bucket=years_1_3")


def test_an_answer_that_does_not_speak_of_a_limit_leaves_it_to_the_lab() -> None:
    limits = limits_for(Profile(trading_years_bucket=TradingYears.YEARS_5_PLUS))
    assert (limits.drawdown.source, limits.ruin.value) == (LAB_DEFAULT, 0.10)


def test_a_more_careful_answer_never_loosens_a_limit() -> None:
    answers = product(RiskTolerance, ReturnExpectation, TradingYears)
    for tolerance, expectation, years in answers:
        limits = limits_for(Profile(tolerance, expectation, years))
        careful = limits_for(Profile(RiskTolerance.CONSERVATIVE, expectation, years))
        assert careful.drawdown.value >= limits.drawdown.value
        assert careful.crisis_loss.value >= limits.crisis_loss.value
        assert careful.ruin.value <= limits.ruin.value


@pytest.mark.parametrize(
    ("side", "measured", "ruling"),
    [
        (LimitSide.AT_LEAST, 1.0, Ruling.PASS),
        (LimitSide.AT_LEAST, 0.99, Ruling.REVISE),
        (LimitSide.ABOVE, 1.0, Ruling.REVISE),
        (LimitSide.ABOVE, 1.01, Ruling.PASS),
        (LimitSide.AT_MOST, 1.0, Ruling.PASS),
        (LimitSide.AT_MOST, 1.01, Ruling.REVISE),
    ],
)
def test_a_limit_holds_on_its_own_side(side: LimitSide, measured: float, ruling: Ruling) -> None:
    assert StressLimit(1.0, side).ruling(measured) is ruling


def test_far_on_the_wrong_side_is_a_rejection() -> None:
    assert StressLimit(0.95, LimitSide.AT_LEAST, 0.5).ruling(0.49) is Ruling.REJECT
    assert StressLimit(0.95, LimitSide.AT_LEAST, 0.5).ruling(0.5) is Ruling.REVISE
    assert StressLimit(0.02, LimitSide.AT_MOST, 0.03).ruling(0.031) is Ruling.REJECT


def test_stored_answers_are_read_and_an_unknown_one_is_refused_with_the_choices() -> None:
    stored = {"risk_tolerance": "moderate", "trading_years_bucket": None, "target_market": "crypto"}
    assert profile_of(stored) == Profile(risk_tolerance=RiskTolerance.MODERATE)
    with pytest.raises(UnknownAnswer, match="conservative, moderate, aggressive, very_aggressive"):
        profile_of({"risk_tolerance": "reckless"})
