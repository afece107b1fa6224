"""A fit finds the law that a market was made with."""

import numpy as np
import pytest

from packages.domain.backtest.kernel.path_bars import chains
from packages.domain.stress.worlds.block_bootstrap import mean_block
from packages.domain.stress.worlds.garch import fit_garch
from packages.domain.stress.worlds.jump_diffusion import fit_jumps
from packages.domain.stress.worlds.regime_switching import fit_regimes, smoothed
from tests.packages.domain.stress.worlds.simulated import garch_returns, jump_returns, random_numbers, regime_returns


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("alpha", "beta"), [(0.08, 0.9), (0.2, 0.6)])
def test_garch_is_found_again(alpha: float, beta: float, seed: int) -> None:
    fit = fit_garch(garch_returns(6000, alpha, beta, seed))
    assert fit.alpha == pytest.approx(alpha, abs=0.04)
    assert fit.alpha + fit.beta == pytest.approx(alpha + beta, abs=0.06)


def test_the_search_finds_no_worse_a_likelihood_than_the_truth_has() -> None:
    returns = garch_returns(4000, 0.1, 0.85, 9)
    fit = fit_garch(returns)
    assert _loss(returns, fit.alpha, fit.beta) <= _loss(returns, 0.1, 0.85)
    assert _loss(returns, fit.alpha, fit.beta) <= min(_loss(returns, fit.alpha + d, fit.beta) for d in (-0.01, 0.01))


def test_returns_without_memory_excite_nothing() -> None:
    fit = fit_garch(random_numbers(4).standard_normal(4000) * 0.01)
    assert fit.alpha < 0.03


@pytest.mark.parametrize("seed", range(3))
def test_two_regimes_are_found_again(seed: int) -> None:
    fit = fit_regimes(regime_returns(5000, (0.98, 0.94), (0.006, 0.02), seed))
    assert fit.deviation == pytest.approx([0.006, 0.02], rel=0.1)
    assert np.diag(fit.change) == pytest.approx([0.98, 0.94], abs=0.03)
    assert fit.wild_share == pytest.approx(0.25, abs=0.08)
    assert fit.mean == pytest.approx([0.001, -0.002], abs=0.0016)


def test_the_smoother_agrees_with_one_bar_after_the_other() -> None:
    rng = random_numbers(2)
    density, change = rng.random((2, 37)) + 0.01, np.array([[0.9, 0.1], [0.3, 0.7]])
    start = np.array([0.4, 0.6])
    state, changes, likelihood = smoothed(density, change, start)
    expected_state, expected_changes, expected_likelihood = _by_enumeration_of_steps(density, change, start)
    assert state == pytest.approx(expected_state, rel=1e-10)
    assert changes == pytest.approx(expected_changes, rel=1e-10)
    assert likelihood == pytest.approx(expected_likelihood, rel=1e-10)


@pytest.mark.parametrize("into_second", [(0.05, 0.9), (0.9, 0.2), (0.5, 0.5), (0.0, 1.0), (1.0, 0.0)])
def test_a_chain_drawn_at_once_is_the_chain_drawn_step_by_step(into_second: tuple[float, float]) -> None:
    draws = random_numbers(3).random((7, 200))
    first = np.array([True, False, True, False, True, False, True])
    told = chains(first, draws, into_second)
    for path in range(7):
        state = bool(first[path])
        for bar in range(1, 200):
            state = bool(draws[path, bar] < into_second[state])
            assert told[path, bar] == state


@pytest.mark.parametrize("seed", range(3))
def test_jumps_are_found_again(seed: int) -> None:
    fit = fit_jumps(jump_returns(6000, 0.02, -0.02, 0.06, seed))
    assert fit.rate == pytest.approx(0.02, rel=0.3)
    assert fit.deviation == pytest.approx(0.01, rel=0.03)
    assert fit.jump_deviation == pytest.approx(0.06, rel=0.25)
    assert fit.jump_mean == pytest.approx(-0.02, abs=0.015)


def test_a_market_without_jumps_is_given_none() -> None:
    fit = fit_jumps(random_numbers(11).standard_normal(3000) * 0.01)
    assert fit.rate == 0


def test_blocks_are_short_without_memory_and_long_with_it() -> None:
    short = mean_block(random_numbers(1).standard_normal(3000))
    long = mean_block(garch_returns(3000, 0.1, 0.88, 1))
    assert short < 5
    assert long > 3 * short


def _loss(returns: np.ndarray, alpha: float, beta: float) -> float:
    squares = ((returns - returns.mean()) ** 2).tolist()
    target = sum(squares) / len(squares)
    variance, loss = target, 0.0
    for square in squares:
        loss += float(np.log(variance)) + square / variance
        variance = target * (1 - alpha - beta) + alpha * square + beta * variance
    return loss


def _by_enumeration_of_steps(
    density: np.ndarray, change: np.ndarray, start: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    bars = density.shape[1]
    forward, scale = [start * density[:, 0]], []
    for bar in range(bars):
        if bar:
            forward.append((forward[-1] @ change) * density[:, bar])
        scale.append(forward[-1].sum())
        forward[-1] = forward[-1] / scale[-1]
    backward = [np.ones(2)]
    for bar in range(bars - 1, 0, -1):
        backward.insert(0, change @ (density[:, bar] * backward[0]))
        backward[0] = backward[0] / backward[0].sum()
    state = np.array([f * b / (f * b).sum() for f, b in zip(forward, backward, strict=True)]).T
    changes = np.zeros((2, 2))
    for bar in range(1, bars):
        pair = forward[bar - 1][:, None] * change * (density[:, bar] * backward[bar])
        changes += pair / pair.sum()
    return state, changes, float(np.log(scale).sum())
