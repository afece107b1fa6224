"""A market with a calm and a wild regime that last: returns are Gaussian in each, shapes are those of its own bars."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.laws import Chance
from packages.domain.stress.worlds.markov_chain import chains
from packages.domain.stress.worlds.regime_fit import RegimeFit

_FEWEST = 5  # bars of a kind; below, all bars lend their shape


@dataclass(frozen=True, slots=True, eq=False)
class RegimeLaw:
    """A path begins in either regime, as often as the market is in it."""

    fit: RegimeFit

    def moves(self, chance: Chance, bars: int) -> Moves:
        draws, picks = chance.uniform(bars + 1), chance.uniform(bars)
        first = draws[:, 0] < self.fit.wild_share
        wild = chains(first, draws[:, 1:], (float(self.fit.change[0, 1]), float(self.fit.change[1, 1])))
        returns = chance.normal(bars)
        which = wild.astype(np.int64)
        returns *= self.fit.deviation[which]
        returns += self.fit.mean[which]
        return Moves(returns, picked(picks, wild, self.fit.wild_chance >= 0.5))

    def told(self, bars_per_year: float) -> dict[str, float]:
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


def picked(picks: Floats, wild: npt.NDArray[np.bool_], was_wild: npt.NDArray[np.bool_]) -> Counts:
    """For every drawn bar an observed one of its kind."""
    calm_bars, wild_bars = _places(~was_wild), _places(was_wild)
    which = wild.astype(np.int64)
    at = picks * np.array([len(calm_bars), len(wild_bars)])[which]
    at += np.array([0, len(calm_bars)])[which]
    together: Counts = np.concatenate([calm_bars, wild_bars])[at.astype(np.int64)]
    return together


def _places(kind: npt.NDArray[np.bool_]) -> Counts:
    found = np.flatnonzero(kind)
    return found if len(found) >= _FEWEST else np.arange(len(kind))
