"""The stationary block bootstrap of Politis and Romano (1994), with the block length chosen by the data (Politis
and White)."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.kernel.path_bars import blocks
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.worlds.assembly import Moves
from packages.domain.stress.worlds.laws import Chance


@dataclass(frozen=True, slots=True, eq=False)
class BlockLaw:
    """The lengths of blocks are geometric with the mean `block`."""

    returns: Floats
    block: float

    def moves(self, chance: Chance, bars: int) -> Moves:
        source = block_sources(chance, bars, len(self.returns), self.block)
        return Moves(self.returns[source], source)

    def parameters(self, bars_per_year: float) -> dict[str, float]:
        return {"mean_block_bars": self.block}


def block_sources(chance: Chance, bars: int, count: int, block: float) -> Counts:
    """A row a path and a column a bar: the place of each bar among the `count` that there are."""
    return blocks(chance.uniform(bars), chance.uniform(bars), 1.0 / block, count)


SHORTEST = 2.0


def mean_block(returns: Floats) -> float:
    """In bars."""
    moved = returns - returns.mean()
    size = np.abs(moved)
    longest = math.ceil(min(3 * math.sqrt(len(returns)), len(returns) / 3))
    wanted = max(_rule(moved), _rule(size - size.mean()))
    return float(min(max(wanted, SHORTEST), longest))


def _rule(centred: Floats) -> float:
    count = len(centred)
    quiet = max(5, math.ceil(math.sqrt(math.log10(count))))
    furthest = min(math.ceil(math.sqrt(count)) + quiet, count - 1)
    covariance = np.array([float(np.dot(centred[lag:], centred[: count - lag])) / count for lag in range(furthest + 1)])
    if covariance[0] <= 0:
        return 1.0
    lags = min(2 * _memory(covariance / covariance[0], count, quiet), furthest)
    if lags == 0:
        return 1.0
    at = np.arange(1, lags + 1)
    weight = np.minimum(1.0, 2.0 * (1.0 - at / lags))  # a flat top, then a slope to 0
    slope = 2.0 * float(np.sum(weight * at * covariance[1 : lags + 1]))
    spectrum = covariance[0] + 2.0 * float(np.sum(weight * covariance[1 : lags + 1]))
    return float((slope * slope / (spectrum * spectrum) * count) ** (1 / 3)) if spectrum > 0 else 1.0


def _memory(correlation: Floats, count: int, quiet: int) -> int:
    """The last lag before a run of correlations that could be chance; the last one that stands out where none runs."""
    loud = np.abs(correlation[1:]) >= 2.0 * math.sqrt(math.log10(count) / count)
    for lag in range(len(loud) - quiet + 1):
        if not loud[lag : lag + quiet].any():
            return lag
    return int(np.flatnonzero(loud)[-1]) + 1
