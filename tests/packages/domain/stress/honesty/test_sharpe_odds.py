"""The odds of a Sharpe ratio, held against what was published and against values of many digits."""

import math

import numpy as np
import pytest

from packages.domain.stress.honesty.errors import BadOdds, BadReturns, NothingMoved
from packages.domain.stress.honesty.sharpe_odds import (
    ReturnRecord,
    deflated_sharpe,
    exact_best,
    expected_best,
    gumbel_best,
    luck_of_the_best,
    minimum_track_bars,
    normal_cdf,
    normal_quantile,
    probabilistic_sharpe,
    record_of,
    student_cdf,
)

# The worked example of "The Deflated Sharpe Ratio": five years of 250 days, a ratio of 2.5, trials' variance of 1/2.
PAPER = ReturnRecord(2.5 / math.sqrt(250), 1250, skew=-3, kurtosis=10)
PAPER_SPREAD = math.sqrt(0.5 / 250)


@pytest.mark.parametrize(
    ("x", "below"),
    [(0.0, 0.5), (1.0, 0.8413447460685429), (1.959963984540054, 0.975), (-8.0, 6.220960574271784e-16)],
)
def test_the_normal_distribution_holds_in_the_middle_and_in_the_tails(x: float, below: float) -> None:
    assert normal_cdf(x) == pytest.approx(below, rel=1e-13)
    assert normal_quantile(below) == pytest.approx(x, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("x", "freedom", "below"),
    [
        (1.0, 1, 0.75),
        (2.0, 2, 0.908248290463863),
        (-1.5, 3, 0.11529193262241147),
        (2.5, 4, 0.966616727594006),
        (3.0, 7, 0.9900289369340037),
        (1.645, 1249, 0.949889282106564),
    ],
)
def test_students_distribution_is_that_of_the_tables(x: float, freedom: int, below: float) -> None:
    assert student_cdf(x, freedom) == pytest.approx(below, rel=1e-12)


def test_the_deflated_ratio_is_that_of_the_published_example() -> None:
    assert luck_of_the_best(100, PAPER_SPREAD) == pytest.approx(0.1132, abs=5e-5)
    assert deflated_sharpe(PAPER, 100, PAPER_SPREAD) == pytest.approx(0.9004, abs=5e-5)
    assert deflated_sharpe(PAPER, 46, PAPER_SPREAD) == pytest.approx(0.9505, abs=5e-5)


def test_the_probabilistic_ratio_is_that_of_the_published_example() -> None:
    """Two years of months: skew and fat tails take the certainty away."""
    assert probabilistic_sharpe(ReturnRecord(0.458, 24)) == pytest.approx(0.982, abs=5e-4)
    assert probabilistic_sharpe(ReturnRecord(0.458, 24, -2.448, 10.164)) == pytest.approx(0.913, abs=5e-4)


@pytest.mark.parametrize(
    ("bars_a_year", "skew", "kurtosis", "years"),
    [(250, 0.0, 3.0, 2.73), (52, 0.0, 3.0, 2.83), (12, 0.0, 3.0, 3.24), (12, -0.72, 5.78, 4.99)],
)
def test_the_minimum_track_record_is_that_of_the_published_examples(
    bars_a_year: int, skew: float, kurtosis: float, years: float
) -> None:
    """A ratio of 2 a year, to be told from 1."""
    root = math.sqrt(bars_a_year)
    bars = minimum_track_bars(ReturnRecord(2 / root, 100, skew, kurtosis), against=1 / root)
    assert bars is not None
    assert bars == pytest.approx(years * bars_a_year, abs=1.0 + 0.005 * bars_a_year)


def test_a_record_of_the_minimum_length_is_just_long_enough() -> None:
    bars = minimum_track_bars(PAPER)
    assert bars is not None
    assert probabilistic_sharpe(ReturnRecord(PAPER.sharpe, bars, -3, 10)) >= 0.95
    assert probabilistic_sharpe(ReturnRecord(PAPER.sharpe, bars - 1, -3, 10)) < 0.95


def test_no_record_is_long_enough_for_a_ratio_that_is_not_above_zero() -> None:
    assert minimum_track_bars(ReturnRecord(-0.01, 500)) is None


@pytest.mark.parametrize(
    ("trials", "best"), [(2, 1 / math.sqrt(math.pi)), (3, 1.5 / math.sqrt(math.pi)), (10, 1.5387527308351729)]
)
def test_the_luck_of_the_best_is_exact_where_a_closed_form_is_known(trials: int, best: float) -> None:
    assert exact_best(trials) == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("trials", [5, 10, 100, 500, 10_000])
def test_the_published_approximation_is_near_the_exact_luck_and_never_below_it(trials: int) -> None:
    assert gumbel_best(trials) == pytest.approx(exact_best(trials), rel=0.03)
    assert expected_best(trials) == gumbel_best(trials) >= exact_best(trials)


def test_the_best_of_drawn_trials_is_as_lucky_as_expected() -> None:
    drawn = np.random.default_rng(3).standard_normal((4000, 50)).max(axis=1)
    assert exact_best(50) == pytest.approx(drawn.mean(), abs=4 * drawn.std() / math.sqrt(4000))


def test_one_trial_has_no_luck_and_more_trials_have_more() -> None:
    told = [expected_best(trials) for trials in (1, 1.01, 1.5, 2, 2.5, 3, 5, 20, 500)]
    assert told[0] == 0
    assert told == sorted(set(told))
    assert deflated_sharpe(PAPER, 1, PAPER_SPREAD) == probabilistic_sharpe(PAPER)


def test_a_record_tells_the_moments_of_its_returns() -> None:
    returns = 1.2 - np.random.default_rng(5).exponential(1, 400_000)
    record = record_of(returns)
    assert record.sharpe == pytest.approx(0.2, abs=0.01)
    assert record.skew == pytest.approx(-2, abs=0.05)
    assert record.kurtosis == pytest.approx(9, abs=0.5)


@pytest.mark.parametrize("returns", [np.zeros(100), np.full(100, 0.001)])
def test_returns_that_never_differ_are_refused(returns: np.ndarray) -> None:
    with pytest.raises(NothingMoved, match="never moved"):
        record_of(returns)


@pytest.mark.parametrize("returns", [np.array([0.01]), np.array([0.01, math.nan, 0.02, 0.0]), np.zeros((3, 3))])
def test_returns_that_are_too_few_or_no_numbers_are_refused(returns: np.ndarray) -> None:
    with pytest.raises(BadReturns):
        record_of(returns)


def test_odds_that_cannot_be_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadOdds, match="give 1 or more"):
        expected_best(0)
    with pytest.raises(BadOdds, match="from 0 up"):
        luck_of_the_best(10, -0.1)
    with pytest.raises(BadOdds, match="at least 2"):
        ReturnRecord(0.1, 1)
    with pytest.raises(BadOdds, match="kurtosis"):
        _ = ReturnRecord(0.5, 100, skew=3, kurtosis=3).error
    with pytest.raises(BadOdds, match="between 0 and 1"):
        normal_quantile(1.0)
    with pytest.raises(BadOdds, match="at least 1"):
        student_cdf(0.0, 0)
