"""How much of each chosen instrument is held: the weights of one leg, before caps and after."""

import math
from typing import assert_never

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.portfolio import model as p

_SWEEPS = 1000
_STILL = 1e-13


def leg_weights(weighting: p.ByRank, score: Floats, measure: Floats, returns: Floats, sign: float) -> Floats:
    """Fractions of the leg, in the order of the picks. `measure` is the volatility or the mean over the variance that
    the weighting asks for; `returns` has a row an instrument."""
    count = len(score)
    match weighting:
        case p.EqualWeights():
            return np.full(count, 1.0 / count)
        case p.ScoreWeights():
            return _shares(np.maximum(sign * score, 0.0))
        case p.InverseVolatility():
            return _shares(1.0 / measure)
        case p.RiskParity():
            return risk_parity(returns)
        case p.KellyWeights(fraction):
            wanted = np.maximum(sign * measure * float(fraction), 0.0)
            total = float(wanted.sum())
            return wanted / total if total > 1.0 else wanted
    assert_never(weighting)


def _shares(parts: Floats) -> Floats:
    total = float(parts.sum())
    return parts / total if total > 0 else np.zeros(len(parts))


def risk_parity(returns: Floats) -> Floats:
    """Every weight times its marginal variance is the same, found by going round the weights until none moves. What
    stood still in the window gets nothing."""
    moves = returns.std(axis=1) > 0
    weights = np.zeros(len(returns))
    if not moves.any():
        return weights
    away = returns[moves] - returns[moves].mean(axis=1, keepdims=True)
    covariance = away @ away.T / (returns.shape[1] - 1)
    covariance /= float(np.diag(covariance).mean())
    weights[moves] = _equal_contributions(covariance)
    return weights


def _equal_contributions(covariance: Floats) -> Floats:
    count = len(covariance)
    variances = np.diag(covariance)
    found = 1.0 / np.sqrt(variances * count)
    for _ in range(_SWEEPS):
        before = found.copy()
        for at in range(count):
            others = float(covariance[at] @ found) - float(variances[at] * found[at])
            own = float(variances[at])
            found[at] = (math.sqrt(others * others + 4.0 * own / count) - others) / (2.0 * own)
        if float(np.abs(found - before).max()) <= _STILL * float(found.max()):
            break
    return _shares(found)


def capped(weights: Floats, most: float | None) -> Floats:
    """What is above the cap goes to the others in proportion, again and again; what nobody may have stays in cash."""
    if most is None:
        return weights
    found, total = weights.copy(), float(weights.sum())
    for _ in range(len(weights)):
        over = found > most
        if not over.any():
            break
        found[over] = most
        free = (found < most) & (found > 0)
        left, shared = total - float(found[~free].sum()), float(found[free].sum())
        if not free.any() or shared <= 0:
            break
        found[free] *= left / shared
    return np.minimum(found, most)


def scaled_to(target: p.PortfolioVolatility, weights: Floats, returns: Floats, bars_per_year: float) -> Floats:
    """All weights times the same number; none where the portfolio stood still."""
    series = weights @ returns
    deviation = float(series.std(ddof=1)) * math.sqrt(bars_per_year)
    if not deviation > 0:
        return weights * 0.0
    return weights * min(float(target.target) / deviation, float(target.max_leverage))
