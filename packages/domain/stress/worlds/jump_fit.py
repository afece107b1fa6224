"""Fits Merton's jump diffusion to returns: ordinary moves, and now and then a jump on top.

A threshold finds the bars that ordinary moves could hardly make: sqrt(2 log n) deviations, which the largest of n
Gaussian moves stays below. The jumps that are smaller than that are then weighed in by expectation and maximisation, or
they would be missing. A bar has one jump at most.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats

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
    told: Floats = np.exp(jumped - np.logaddexp(ordinary, jumped))
    return told


def _log_density(returns: Floats, mean: float, deviation: float) -> Floats:
    """Up to a constant."""
    return -0.5 * ((returns - mean) / deviation) ** 2 - math.log(deviation)
