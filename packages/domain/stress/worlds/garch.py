"""A market in which moves excite moves: GARCH(1,1), with the surprises that the instrument really had.

A surprise is an observed return over the volatility that was expected of its bar. It is drawn with its bar, whose shape
is stretched by how much wilder the path is at that moment. A path begins at the long-run volatility.
"""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.garch_fit import GarchFit
from packages.domain.stress.worlds.laws import Chance

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
        """One bar after the other, all paths at once."""
        carried = (self.fit.alpha * self.surprises**2 + self.fit.beta)[source.T]
        variance = np.empty_like(carried)
        variance[0] = self.fit.variance
        fresh = self.fit.variance * (1.0 - self.fit.alpha - self.fit.beta)
        wildest = _WILDEST * float(self.fit.conditional.max())
        for at in range(1, len(variance)):
            now = variance[at]
            np.multiply(variance[at - 1], carried[at - 1], out=now)
            now += fresh
            np.minimum(now, wildest, out=now)
        return np.sqrt(np.ascontiguousarray(variance.T))

    def told(self, bars_per_year: float) -> dict[str, float]:
        return {
            "volatility": math.sqrt(self.fit.variance * bars_per_year),
            "drift": self.fit.mean * bars_per_year,
            "alpha": self.fit.alpha,
            "beta": self.fit.beta,
        }
