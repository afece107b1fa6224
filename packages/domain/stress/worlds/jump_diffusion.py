"""Merton's jump diffusion: Gaussian moves and rare jumps, fitted to returns and drawn with the bars of such days."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.path_bars import of_kinds
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.laws import Chance
from packages.domain.stress.worlds.regime_switching import places_by_kind

_ROUNDS = 500
_ENOUGH = 1e-7
_SMALLEST = 1e-4  # of the whole variance: moves of nothing at all could not be weighed
_NORMAL_QUARTILE = 0.6744897501960817


@dataclass(frozen=True, slots=True, eq=False)
class JumpFit:
    """By bar. `rate` is the chance of a jump; its size has `jump_mean` and `jump_deviation`."""

    mean: float
    deviation: float
    rate: float
    jump_mean: float
    jump_deviation: float
    jump_chance: Floats  # that each observed bar had one


def fit_jumps(returns: Floats) -> JumpFit:
    """A rate of 0 where no bar stands out."""
    jump = _beyond_threshold(returns).astype(np.float64)
    if not jump.any():
        return JumpFit(float(returns.mean()), float(returns.std()), 0.0, 0.0, 0.0, jump)
    fit = _weighed(returns, jump)
    for _ in range(_ROUNDS):
        before, fit = fit, _weighed(returns, _chance(returns, fit))
        if abs(fit.rate - before.rate) < _ENOUGH * before.rate:
            break
    return fit


def _beyond_threshold(returns: Floats) -> npt.NDArray[np.bool_]:
    middle = float(np.median(returns))
    size = np.abs(returns - middle)
    typical = float(np.median(size)) / _NORMAL_QUARTILE or float(returns.std())
    reach = math.sqrt(2.0 * math.log(len(returns)))
    for _ in range(20):
        typical = max(typical, math.sqrt(float(np.mean(size[size <= reach * typical] ** 2))))
    return size > reach * typical


def _weighed(returns: Floats, jump: Floats) -> JumpFit:
    rate = float(jump.mean())
    mean = float(np.average(returns, weights=1 - jump))
    variance = float(np.average((returns - mean) ** 2, weights=1 - jump))
    variance = max(variance, _SMALLEST * float(returns.var()))
    jump_mean = float(np.average(returns, weights=jump)) - mean
    beside = float(np.average((returns - mean - jump_mean) ** 2, weights=jump)) - variance
    return JumpFit(mean, math.sqrt(variance), rate, jump_mean, math.sqrt(max(beside, 0.0)), jump)


def _chance(returns: Floats, fit: JumpFit) -> Floats:
    with_jump = math.hypot(fit.deviation, fit.jump_deviation)
    ordinary = _log_density(returns, fit.mean, fit.deviation) + math.log1p(-fit.rate)
    jumped = _log_density(returns, fit.mean + fit.jump_mean, with_jump) + math.log(fit.rate)
    chance: Floats = np.exp(jumped - np.logaddexp(ordinary, jumped))
    return chance


def _log_density(returns: Floats, mean: float, deviation: float) -> Floats:
    """Up to a constant."""
    return -0.5 * ((returns - mean) / deviation) ** 2 - math.log(deviation)


@dataclass(frozen=True, slots=True, eq=False)
class JumpLaw:
    """Jumps come by chance, whatever was before."""

    fit: JumpFit

    def moves(self, chance: Chance, bars: int) -> Moves:
        jumps, picks = chance.uniform(bars) < self.fit.rate, chance.uniform(bars)
        returns, places = chance.normal(bars), places_by_kind(self.fit.jump_chance >= 0.5)
        deviations = np.array([self.fit.deviation, math.hypot(self.fit.deviation, self.fit.jump_deviation)])
        means = np.array([self.fit.mean, self.fit.mean + self.fit.jump_mean])
        return Moves(returns, of_kinds(jumps, picks, returns, deviations, means, places))

    def parameters(self, bars_per_year: float) -> dict[str, float]:
        return {
            "volatility": self.fit.deviation * math.sqrt(bars_per_year),
            "drift": self.fit.mean * bars_per_year,
            "jumps_a_year": self.fit.rate * bars_per_year,
            "jump_mean": self.fit.jump_mean,
            "jump_deviation": self.fit.jump_deviation,
        }
