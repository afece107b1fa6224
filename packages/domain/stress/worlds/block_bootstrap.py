"""The stationary block bootstrap of Politis and Romano (1994): stretches of real bars, of random length, joined.

A bar comes with its gap, its range and its return, so nothing is assumed about any of them; only what lasts longer than
a block is lost. The end of the data is followed by its beginning, so that every bar is as likely as any other.
"""

from dataclasses import dataclass

import numpy as np

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

    def told(self, bars_per_year: float) -> dict[str, float]:
        return {"mean_block_bars": self.block}


def block_sources(chance: Chance, bars: int, count: int, block: float) -> Counts:
    """A row a path and a column a bar: the place of each bar among the `count` that there are."""
    begins = chance.uniform(bars) < 1.0 / block
    begins[:, 0] = True
    start = (chance.uniform(bars)[begins] * count).astype(np.int64)
    begun = np.flatnonzero(begins)
    lengths = np.diff(begun, append=begins.size)
    source: Counts = np.repeat(start - begun, lengths) + np.arange(begins.size)
    for _ in range(1 + bars // count):
        np.subtract(source, count, out=source, where=source >= count)
    return source.reshape(begins.shape)
