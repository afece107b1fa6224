"""The interval of the Sharpe ratio: it must hold the truth as often as it says, in worlds unlike the textbook's."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from packages.domain.backtest.analysis.sharpe import sharpe_interval, standard_error
from packages.domain.market_data.bars import Floats

pytestmark = pytest.mark.slow

TRUE_A_BAR = 0.06
BARS = 500
WORLDS = 400
Worlds = Callable[[np.random.Generator], Floats]


def _normal(rng: np.random.Generator) -> Floats:
    return rng.normal(0, 1, (WORLDS, BARS))


def _fat_tailed(rng: np.random.Generator) -> Floats:
    return rng.standard_t(5, (WORLDS, BARS)) / math.sqrt(5 / 3)


def _skewed(rng: np.random.Generator) -> Floats:
    return 1 - rng.exponential(1, (WORLDS, BARS))


def _with_memory(memory: float) -> Worlds:
    def drawn(rng: np.random.Generator) -> Floats:
        shocks = rng.normal(0, math.sqrt(1 - memory**2), (BARS, WORLDS))
        values = np.empty((BARS, WORLDS))
        values[0] = rng.normal(0, 1, WORLDS)
        for bar in range(1, BARS):
            values[bar] = memory * values[bar - 1] + shocks[bar]
        return values.T

    return drawn


@pytest.mark.parametrize(
    "drawn",
    [_normal, _fat_tailed, _skewed, _with_memory(0.4), _with_memory(-0.3)],
    ids=["normal", "fat tails", "skewed", "trending", "reverting"],
)
def test_the_95_percent_interval_covers_the_truth_in_90_to_99_percent_of_the_worlds(drawn: Worlds) -> None:
    returns = 0.01 * (drawn(np.random.default_rng(11)) + TRUE_A_BAR)
    truth = TRUE_A_BAR * math.sqrt(252)
    intervals = [sharpe_interval(world, 252.0) for world in returns]
    covered = np.mean([told is not None and told.low <= truth <= told.high for told in intervals])
    assert 0.90 <= covered <= 0.99


def test_an_interval_that_knows_nothing_of_memory_would_not_hold() -> None:
    """Why the correction is there: in a trending world the textbook's interval covers far too seldom."""
    returns = 0.01 * (_with_memory(0.4)(np.random.default_rng(11)) + TRUE_A_BAR)
    ratios = returns.mean(axis=1) / returns.std(axis=1, ddof=1)
    naive = 1.96 * np.sqrt((1 + ratios**2 / 2) / BARS)
    assert np.mean(np.abs(ratios - TRUE_A_BAR) <= naive) < 0.90


def test_for_independent_returns_the_error_is_that_of_mertens() -> None:
    returns = 0.01 * (1.2 - np.random.default_rng(3).exponential(1, 200_000))
    ratio = returns.mean() / returns.std()
    z = (returns - returns.mean()) / returns.std()
    variance = 1 - float((z**3).mean()) * ratio + (float((z**4).mean()) - 1) / 4 * ratio**2
    assert standard_error(returns) == pytest.approx(math.sqrt(variance / len(returns)), rel=0.02)


def test_the_interval_lies_around_the_ratio_and_shrinks_with_the_root_of_time() -> None:
    returns = np.random.default_rng(5).normal(0.0005, 0.01, 40_000)
    long, short = sharpe_interval(returns, 252.0), sharpe_interval(returns[:400], 252.0)
    assert long is not None
    assert short is not None
    assert long.value == pytest.approx((long.low + long.high) / 2)
    assert (short.high - short.low) / (long.high - long.low) == pytest.approx(10, rel=0.15)


def test_a_higher_level_makes_it_wider() -> None:
    returns = np.random.default_rng(5).normal(0.0005, 0.01, 400)
    usual, surer = sharpe_interval(returns, 252.0), sharpe_interval(returns, 252.0, level=0.99)
    assert usual is not None
    assert surer is not None
    assert surer.low < usual.low
    assert surer.level == 0.99


@pytest.mark.parametrize("returns", [[], [0.01], [0.01, 0.02], [0.0] * 50])
def test_there_is_none_where_nothing_can_be_told(returns: list[float]) -> None:
    assert sharpe_interval(np.array(returns), 252.0) is None
