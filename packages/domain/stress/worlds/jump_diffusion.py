"""Merton's market: Gaussian moves day by day, and rare jumps, shaped like the bars on which it jumped."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.jump_fit import JumpFit
from packages.domain.stress.worlds.laws import Chance
from packages.domain.stress.worlds.regime_switching import picked


@dataclass(frozen=True, slots=True, eq=False)
class JumpLaw:
    """Jumps come by chance, whatever was before."""

    fit: JumpFit

    def moves(self, chance: Chance, bars: int) -> Moves:
        jumps, picks = chance.uniform(bars) < self.fit.rate, chance.uniform(bars)
        returns = chance.normal(bars)
        returns *= np.where(jumps, math.hypot(self.fit.deviation, self.fit.jump_deviation), self.fit.deviation)
        returns += np.where(jumps, self.fit.mean + self.fit.jump_mean, self.fit.mean)
        return Moves(returns, picked(picks, jumps, self.fit.jump_chance >= 0.5))

    def told(self, bars_per_year: float) -> dict[str, float]:
        return {
            "volatility": self.fit.deviation * math.sqrt(bars_per_year),
            "drift": self.fit.mean * bars_per_year,
            "jumps_a_year": self.fit.rate * bars_per_year,
            "jump_mean": self.fit.jump_mean,
            "jump_deviation": self.fit.jump_deviation,
        }
