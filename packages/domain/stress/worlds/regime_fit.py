"""Fits two regimes, one calm and one wild, to returns: Gaussian in each, with Markov changes, by expectation and
maximisation (Baum and Welch; Hamilton, 1989)."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.markov_chain import smoothed

_MOST_BARS = 20_000  # the last ones are fitted to; more would not move the estimate
_ROUNDS = 300
_ENOUGH = 1e-6  # gain of the mean log likelihood
_SMALLEST = 0.05  # of the whole deviation: a regime of bars that did not move at all would take everything
_WINDOW = 20


@dataclass(frozen=True, slots=True, eq=False)
class RegimeFit:
    """Means and deviations by bar, the calm regime first; `change[i, j]` is the chance of j after i."""

    mean: Floats
    deviation: Floats
    change: Floats
    wild_chance: Floats  # on every bar, from all of the data

    @property
    def wild_share(self) -> float:
        """Of bars, in the long run."""
        leaves, comes = float(self.change[1, 0]), float(self.change[0, 1])
        return comes / (comes + leaves)


def fit_regimes(returns: Floats) -> RegimeFit:
    """The calm regime is the one with the smaller deviation."""
    recent = returns[-_MOST_BARS:]
    state, change, before = _guess(recent), np.array([[0.95, 0.05], [0.05, 0.95]]), -math.inf
    for _ in range(_ROUNDS):
        state, changes, likelihood = _seen(recent, *_moments(recent, state), change, state.mean(axis=1))
        change = _rows_to_one(changes + 1e-6)
        if likelihood - before < _ENOUGH * len(recent):
            break
        before = likelihood
    mean, deviation = _moments(recent, state)
    state, _, _ = _seen(returns, mean, deviation, change, state.mean(axis=1))
    return _ordered(mean, deviation, change, state)


def _seen(
    returns: Floats, mean: Floats, deviation: Floats, change: Floats, start: Floats
) -> tuple[Floats, Floats, float]:
    """How likely each regime was on every bar, how often each followed each, and the log likelihood."""
    away = (returns - mean[:, np.newaxis]) / deviation[:, np.newaxis]
    log_density = -0.5 * away * away - np.log(deviation)[:, np.newaxis]
    highest = log_density.max(axis=0)
    state, changes, likelihood = smoothed(np.exp(log_density - highest), change, start)
    return state, changes, likelihood + float(highest.sum())


def _guess(returns: Floats) -> Floats:
    """Wild is where the last bars moved more than they mostly do."""
    size = np.abs(returns - returns.mean())
    around = np.convolve(size, np.ones(_WINDOW) / _WINDOW, mode="same")
    wild = np.where(around > np.quantile(around, 0.7), 0.9, 0.1)
    return np.array([1 - wild, wild])


def _moments(returns: Floats, state: Floats) -> tuple[Floats, Floats]:
    weight = np.maximum(state.sum(axis=1), 1e-9)
    mean = (state * returns).sum(axis=1) / weight
    variance = (state * (returns - mean[:, np.newaxis]) ** 2).sum(axis=1) / weight
    return mean, np.maximum(np.sqrt(variance), _SMALLEST * returns.std())


def _rows_to_one(matrix: Floats) -> Floats:
    told: Floats = matrix / matrix.sum(axis=1, keepdims=True)
    return told


def _ordered(mean: Floats, deviation: Floats, change: Floats, state: Floats) -> RegimeFit:
    order = np.argsort(deviation, kind="stable")
    return RegimeFit(mean[order], deviation[order], change[np.ix_(order, order)], state[order[1]])
