"""Intervals hold the truth as often as they say."""

from math import comb

import numpy as np
import pytest

from packages.domain.stress.monte_carlo.summary import quantile_estimate, share_estimate

TRIES = 2_000


def chance() -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(12))


@pytest.mark.parametrize("truth", [0.01, 0.05, 0.3, 0.9])
def test_the_interval_of_a_share_covers_the_truth(truth: float) -> None:
    hits = chance().binomial(500, truth, TRIES).tolist()
    covered = [told.low <= truth <= told.high for told in (share_estimate(hit, 500) for hit in hits)]
    assert 0.93 <= np.mean(covered) <= 0.98


@pytest.mark.parametrize("quantile", [0.05, 0.5, 0.95])
def test_the_interval_of_a_quantile_covers_the_truth_of_a_skewed_law(quantile: float) -> None:
    draws, truth = chance().exponential(size=(TRIES, 400)), -np.log(1 - quantile)
    told = [quantile_estimate(row, quantile) for row in draws]
    covered = [each is not None and each.low <= truth <= each.high for each in told]
    assert 0.94 <= np.mean(covered) <= 0.98


def test_no_hit_still_leaves_a_chance() -> None:
    told = share_estimate(0, 1000)
    assert told.value == told.low == 0
    assert told.high == pytest.approx(0.00383, abs=1e-5)


def test_an_interval_is_the_narrowest_that_the_binomial_allows() -> None:
    """The textbook's pair for the median of 20: the 6th and the 15th value."""
    told = quantile_estimate(np.arange(1.0, 21.0), 0.5)
    assert told is not None
    assert (told.low, told.value, told.high) == (6, 10.5, 15)
    below = sum(comb(20, at) for at in range(6)) / 2**20
    assert below <= 0.025 < below + comb(20, 6) / 2**20


def test_too_few_values_have_no_interval() -> None:
    assert quantile_estimate(np.arange(5.0), 0.5) is None
    assert quantile_estimate(np.arange(6.0), 0.5) is not None
    assert quantile_estimate(np.arange(70.0), 0.05) is None


def test_more_paths_make_intervals_narrower() -> None:
    draws = chance().standard_normal(20_000)
    few, many = quantile_estimate(draws[:200], 0.05), quantile_estimate(draws, 0.05)
    assert few is not None
    assert many is not None
    assert (many.high - many.low) < 0.2 * (few.high - few.low)
