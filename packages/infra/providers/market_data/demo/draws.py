"""Random numbers that are the same on every machine: exact arithmetic on the raw bits of PCG64.

NumPy promises the bits of a bit generator for ever, but not what its distributions make of them, and `exp` and `log`
differ between processors in the last digit. So normals here are sums of twelve uniforms, and fat tails a division.
"""

from math import sqrt
from zlib import crc32

import numpy as np
import numpy.typing as npt
from numpy.random import PCG64, SeedSequence

from packages.domain.market_data.bars import Floats

_HALF_WORD = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_LARGEST = 12.0  # standard deviations; beyond them a draw says more about the formula than about markets


class Draws:
    """One stream for each name: adding a company never changes the numbers of another."""

    def __init__(self, seed: int, name: str) -> None:
        self._bits = PCG64(SeedSequence(entropy=seed, spawn_key=(crc32(name.encode()),)))

    def uniform(self, count: int) -> Floats:
        """In [0, 1)."""
        return (self._words(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def normal(self, count: int) -> Floats:
        """Mean 0, variance 1."""
        words = self._words(6 * count).reshape(6, count)
        total = np.zeros(count, dtype=np.int64)
        for row in words:
            total += (row >> _HALF_WORD).astype(np.int64) + (row & _LOW_HALF).astype(np.int64)
        return (total - 6 * 2**32).astype(np.float64) * 2.0**-32

    def student(self, count: int, freedom: int = 4) -> Floats:
        """Student's t, scaled to variance 1."""
        normal = self.normal(count)
        squares = np.zeros(count)
        for _ in range(freedom):
            other = self.normal(count)
            squares = squares + other * other
        drawn = normal / np.sqrt(squares / freedom) * sqrt((freedom - 2) / freedom)
        return np.clip(drawn, -_LARGEST, _LARGEST)

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self.uniform(1)[0] * (high - low + 1))

    def _words(self, count: int) -> npt.NDArray[np.uint64]:
        return np.asarray(self._bits.random_raw(count), dtype=np.uint64)
