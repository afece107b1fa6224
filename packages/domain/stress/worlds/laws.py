"""What a law of returns has to offer, and the chance that all laws draw on.

Every path draws from a place of its own on the circle of one generator, far from all others: the place depends on the
number of the path, the circle on the seed and the world. Which paths are drawn together, by how many workers and in
which order, changes nothing.
"""

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.assembly import Moves

_APART = (
    0x9E3779B97F4A7C15F39CC0605CEDC835  # the golden section of the circle, so that places never come near each other
)
_MOST_CALLS = 8
_NUMBERS = {world: at for at, world in enumerate(World)}


class Law(Protocol):
    """How one bar follows another."""

    def moves(self, chance: "Chance", bars: int) -> Moves:
        """So many bars of every path."""

    def parameters(self, bars_per_year: float) -> dict[str, float]:
        """The fitted numbers, volatilities and drifts by year."""


class Chance:
    """The chance of the paths from `first` up to `end`, `end` not included."""

    def __init__(self, seed: int, world: World, first: int, end: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(_NUMBERS[world],)))
        self._draws = np.random.Generator(self._bits)
        self._origin = self._bits.state
        self._paths = range(first, end)
        self._calls = 0

    def __len__(self) -> int:
        return len(self._paths)

    def uniform(self, count: int) -> Floats:
        """A row a path, between 0 and 1."""
        drawn = np.empty((len(self), count))
        for row, draws in zip(drawn, self.generators(), strict=True):
            draws.random(out=row)
        return drawn

    def normal(self, count: int) -> Floats:
        """A row a path, with mean 0 and deviation 1."""
        drawn = np.empty((len(self), count))
        for row, draws in zip(drawn, self.generators(), strict=True):
            draws.standard_normal(out=row)
        return drawn

    def generators(self) -> Iterator[np.random.Generator]:
        """For each path in turn, the generator at a place of its own; another place on every call."""
        self._calls += 1
        for path in self._paths:
            self._bits.state = self._origin
            self._bits.advance((path * _MOST_CALLS + self._calls) * _APART % 2**128)
            yield self._draws
