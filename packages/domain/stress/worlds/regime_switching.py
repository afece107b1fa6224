"""Regime switching: a calm and a turbulent Gaussian regime with Markov transitions, fitted to returns and drawn
from."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.path_bars import chains, of_kinds
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.laws import Chance


def prefix_products(matrices: Floats) -> Floats:
    """The product of all matrices up to each place, each scaled to a sum of 1; places run along the last axis."""
    product: Floats = matrices / matrices.sum(axis=(0, 1))
    step = 1
    while step < product.shape[2]:
        left, right = product[:, :, :-step], product[:, :, step:]
        product[:, :, step:] = left[:, :1] * right[:1] + left[:, 1:] * right[1:]
        product /= product.sum(axis=(0, 1))
        step *= 2
    return product


def smoothed(density: Floats, change: Floats, start: Floats) -> tuple[Floats, Floats, float]:
    """The chance of each state on every bar (2 × bars), the expected number of each change (2 × 2), and the log
    likelihood; `density` (2 × bars) is of the bar in each state, up to a factor by bar."""
    step = change[:, :, np.newaxis] * density[np.newaxis, :, 1:]
    first = start * density[:, 0]
    onward = (first[:, np.newaxis, np.newaxis] * prefix_products(step)).sum(axis=0)
    forward = _to_one(np.column_stack([first, onward]))
    to_the_end = prefix_products(step[:, :, ::-1].transpose(1, 0, 2))[:, :, ::-1]
    backward = np.column_stack([to_the_end.sum(axis=0), np.ones(2)])
    came = forward[:, np.newaxis, :-1] * step
    pair = came * backward[np.newaxis, :, 1:]
    changes: Floats = (pair / pair.sum(axis=(0, 1))).sum(axis=2)
    return _to_one(forward * backward), changes, float(np.log(first.sum()) + np.log(came.sum(axis=(0, 1))).sum())


def _to_one(chances: Floats) -> Floats:
    shares: Floats = chances / chances.sum(axis=0)
    return shares


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
    shares: Floats = matrix / matrix.sum(axis=1, keepdims=True)
    return shares


def _ordered(mean: Floats, deviation: Floats, change: Floats, state: Floats) -> RegimeFit:
    order = np.argsort(deviation, kind="stable")
    return RegimeFit(mean[order], deviation[order], change[np.ix_(order, order)], state[order[1]])


_FEWEST = 5  # bars of a kind; below, all bars lend their shape


@dataclass(frozen=True, slots=True, eq=False)
class RegimeLaw:
    """A path begins in either regime, as often as the market is in it."""

    fit: RegimeFit

    def moves(self, chance: Chance, bars: int) -> Moves:
        draws, picks = chance.uniform(bars + 1), chance.uniform(bars)
        first = draws[:, 0] < self.fit.wild_share
        wild = chains(first, draws[:, 1:], (float(self.fit.change[0, 1]), float(self.fit.change[1, 1])))
        returns, places = chance.normal(bars), places_by_kind(self.fit.wild_chance >= 0.5)
        return Moves(returns, of_kinds(wild, picks, returns, self.fit.deviation, self.fit.mean, places))

    def parameters(self, bars_per_year: float) -> dict[str, float]:
        calm, wild = (self.fit.deviation * math.sqrt(bars_per_year)).tolist()
        calm_drift, wild_drift = (self.fit.mean * bars_per_year).tolist()
        return {
            "calm_volatility": calm,
            "wild_volatility": wild,
            "calm_drift": calm_drift,
            "wild_drift": wild_drift,
            "calm_stays": float(self.fit.change[0, 0]),
            "wild_stays": float(self.fit.change[1, 1]),
            "wild_share": self.fit.wild_share,
        }


def places_by_kind(was_wild: npt.NDArray[np.bool_]) -> tuple[Counts, Counts]:
    """Observed bars that lend their shape, the calm ones and the wild ones."""
    return _places(~was_wild), _places(was_wild)


def _places(kind: npt.NDArray[np.bool_]) -> Counts:
    found = np.flatnonzero(kind)
    return found if len(found) >= _FEWEST else np.arange(len(kind))
