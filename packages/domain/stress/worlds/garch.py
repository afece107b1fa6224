"""GARCH(1,1), fitted by quasi maximum likelihood, drawing the standardised surprises that the instrument really had."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.kernel.path_bars import variances
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.laws import Chance

_MOST_BARS = 20_000  # the last ones; more would not move the estimate
_POINTS = 11
_ROUNDS = 7
_NARROWER = 0.4
_FORGETS = (1e-3, 0.9)  # 1 - alpha - beta, searched by its logarithm
_EXCITES = (0.0, 0.6)  # alpha


@dataclass(frozen=True, slots=True, eq=False)
class GarchFit:
    """By bar; `conditional` is the variance that was expected of every observed bar."""

    mean: float
    variance: float
    alpha: float
    beta: float
    conditional: Floats


def fit_garch(returns: Floats) -> GarchFit:
    mean = float(returns.mean())
    squares = (returns - mean) ** 2
    variance = float(squares.mean())
    alpha, beta = _search(squares[-_MOST_BARS:] / variance)
    one = conditional_variance(squares / variance, np.array([alpha]), np.array([beta]))
    return GarchFit(mean, variance, alpha, beta, one[:, 0] * variance)


def conditional_variance(squares: Floats, alpha: Floats, beta: Floats) -> Floats:
    """A row a bar, a column a pair; the long-run variance is 1, and so is the first."""
    expected = np.empty((len(squares), len(alpha)))
    expected[0] = 1.0
    expected[1:] = (1.0 - alpha - beta) + squares[:-1, np.newaxis] * alpha
    carried = np.empty_like(alpha)
    for at in range(1, len(expected)):
        np.multiply(expected[at - 1], beta, out=carried)
        expected[at] += carried
    return expected


def _search(squares: Floats) -> tuple[float, float]:
    forgets, excites = np.log(_FORGETS), np.array(_EXCITES)
    alpha, beta = 0.0, 0.0
    for _ in range(_ROUNDS):
        f, e = np.linspace(forgets[0], forgets[1], _POINTS), np.linspace(excites[0], excites[1], _POINTS)
        forget, excite = (each.ravel() for each in np.meshgrid(f, e))
        lasting = 1.0 - np.exp(forget) - excite
        possible = lasting >= 0
        forget, excite, lasting = forget[possible], excite[possible], lasting[possible]
        best = _likeliest(squares, excite, lasting)
        alpha, beta = float(excite[best]), float(lasting[best])
        forgets = _around(float(forget[best]), forgets, np.log(_FORGETS))
        excites = _around(alpha, excites, np.array(_EXCITES))
    return alpha, beta


def _likeliest(squares: Floats, alpha: Floats, beta: Floats) -> int:
    expected = conditional_variance(squares, alpha, beta)
    loss = np.log(expected).sum(axis=0) + (squares[:, np.newaxis] / expected).sum(axis=0)
    return int(loss.argmin())


def _around(best: float, span: Floats, whole: Floats) -> Floats:
    reach = _NARROWER * float(span[1] - span[0]) / 2
    bounds: Floats = np.clip(np.array([best - reach, best + reach]), whole[0], whole[1])
    return bounds


_WILDEST = 4.0  # times the largest variance that was fitted: volatility at most doubles what was seen


@dataclass(frozen=True, slots=True, eq=False)
class GarchLaw:
    """`surprises` have mean 0 and variance 1."""

    fit: GarchFit
    surprises: Floats

    @classmethod
    def of(cls, fit: GarchFit, returns: Floats) -> "GarchLaw":
        surprise = (returns - fit.mean) / np.sqrt(fit.conditional)
        return cls(fit, (surprise - surprise.mean()) / surprise.std())

    def moves(self, chance: Chance, bars: int) -> Moves:
        source = (chance.uniform(bars) * len(self.surprises)).astype(np.int64)
        deviation = self._deviations(source)
        scale = deviation / np.sqrt(self.fit.conditional)[source]
        deviation *= self.surprises[source]
        deviation += self.fit.mean
        return Moves(deviation, source, scale)

    def _deviations(self, source: Counts) -> Floats:
        carried = self.fit.alpha * self.surprises**2 + self.fit.beta
        fresh = self.fit.variance * (1.0 - self.fit.alpha - self.fit.beta)
        wildest = _WILDEST * float(self.fit.conditional.max())
        variance = variances(source, carried, self.fit.variance, fresh, wildest)
        return np.sqrt(variance, out=variance)

    def parameters(self, bars_per_year: float) -> dict[str, float]:
        return {
            "volatility": math.sqrt(self.fit.variance * bars_per_year),
            "drift": self.fit.mean * bars_per_year,
            "alpha": self.fit.alpha,
            "beta": self.fit.beta,
        }
