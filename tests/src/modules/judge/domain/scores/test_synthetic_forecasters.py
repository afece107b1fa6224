"""Forecasters of known bias: their scores are recovered, and only the overconfident ones are called so."""

import pytest

from src.modules.judge.domain.scores.reliability import Calibration, calibration_of
from src.modules.judge.domain.scores.report import Scores, scores_of
from src.modules.judge.domain.scores.scored import outcomes, probabilities
from tests.src.modules.judge.forecasters import (
    ALL,
    CALIBRATED,
    OVERCONFIDENT,
    SLIGHTLY_OVERCONFIDENT,
    Forecaster,
    drawn_calls,
    true_brier,
)

pytestmark = pytest.mark.slow

# The standard error of a mean of this many losses is below 0.0015, so 0.005 is more than three of them.
MANY = 40_000
FOUND = {
    "calibrated": Calibration.CONSISTENT,
    "overconfident": Calibration.OVERCONFIDENT,
    "slightly overconfident": Calibration.OVERCONFIDENT,
    "underconfident": Calibration.UNDERCONFIDENT,
    "random": Calibration.UNINFORMATIVE,
    "constant": Calibration.CONSTANT,
}


@pytest.mark.parametrize("forecaster", ALL, ids=lambda one: one.name)
def test_the_brier_score_of_a_known_forecaster_is_recovered_and_its_bias_named(forecaster: Forecaster) -> None:
    scores = scores_of(drawn_calls(forecaster, MANY, seed=7))
    assert isinstance(scores, Scores)
    expected = true_brier(forecaster)
    print(f"{forecaster.name}: true {expected:.5f}, found {scores.brier.value:.5f}, n = {MANY}")
    assert scores.brier.value == pytest.approx(expected, abs=0.005)
    assert scores.brier.low - 1e-9 <= expected <= scores.brier.high + 1e-9
    assert scores.calibration.found is FOUND[forecaster.name]
    assert (scores.calibration.found is Calibration.OVERCONFIDENT) == ("overconfident" in forecaster.name)


def _flagged(forecaster: Forecaster, calls: int, forecasters: int, found: Calibration) -> float:
    drawn = [drawn_calls(forecaster, calls, seed=1000 + number) for number in range(forecasters)]
    tests = [calibration_of(probabilities(one), outcomes(one)) for one in drawn]
    return sum(test.found is found for test in tests) / forecasters


@pytest.mark.parametrize("calls", [30, 100, 500])
def test_two_hundred_calibrated_forecasters_are_called_overconfident_no_oftener_than_the_test_allows(
    calls: int,
) -> None:
    rate = _flagged(CALIBRATED, calls, 200, Calibration.OVERCONFIDENT)
    print(f"n = {calls}: {rate:.1%} of 200 calibrated forecasters are called overconfident")
    # One side of a 95 % test: 2.5 %, and three standard errors of a share of 200.
    assert rate <= 0.025 + 3 * (0.025 * 0.975 / 200) ** 0.5


def test_an_overconfident_forecaster_is_found_by_a_few_hundred_calls() -> None:
    strong = _flagged(OVERCONFIDENT, 300, 100, Calibration.OVERCONFIDENT)
    slight = _flagged(SLIGHTLY_OVERCONFIDENT, 2000, 100, Calibration.OVERCONFIDENT)
    print(f"twice the log-odds by 300 calls: {strong:.0%}; 1.4 times by 2000: {slight:.0%}")
    assert strong >= 0.9
    assert slight >= 0.9


@pytest.mark.trust
@pytest.mark.parametrize("calls", [30, 60, 200, 1000])
def test_five_thousand_calibrated_forecasters_keep_the_level(calls: int) -> None:
    rate = _flagged(CALIBRATED, calls, 5000, Calibration.OVERCONFIDENT)
    print(f"n = {calls}: {rate:.2%} of 5000 calibrated forecasters are called overconfident")
    assert rate <= 0.025 + 3 * (0.025 * 0.975 / 5000) ** 0.5
