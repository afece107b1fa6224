"""Random numbers that are the same on every machine: exact arithmetic on the raw bits of PCG64.

NumPy promises the bits of a bit generator for ever, but not what its distributions make of them, and `exp` and `log`
differ between processors in the last digit. So normals here are sums of twelve uniforms, and fat tails a division.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from itertools import groupby
from math import sqrt
from zlib import crc32

import numpy as np
import numpy.typing as npt
from numpy.random import PCG64, SeedSequence

from packages.domain.market_data.bars import Floats
from packages.infra.providers.market_data.demo.sessions import LAST

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


_PLACES = 366


class DatedDraws:
    """Numbers for days. The founding years share one stream. Each year since has its own, with a place for every day of
    the calendar, so that a draw hangs on seed, name and day, never on how many days were asked for."""

    def __init__(self, seed: int, name: str) -> None:
        self._seed, self._name = seed, name
        self.founding = Draws(seed, name)
        self._years: dict[int, Draws] = {}

    def uniform(self, days: Sequence[date]) -> Floats:
        return self._drawn(days, Draws.uniform)

    def normal(self, days: Sequence[date]) -> Floats:
        return self._drawn(days, Draws.normal)

    def student(self, days: Sequence[date], freedom: int = 4) -> Floats:
        return self._drawn(days, lambda draws, count: draws.student(count, freedom))

    def _drawn(self, days: Sequence[date], draw: Callable[[Draws, int], Floats]) -> Floats:
        early = bisect_right(days, LAST)
        parts = [draw(self.founding, early)] if early else []
        for year, within in groupby(days[early:], lambda day: day.year):
            parts.append(draw(self._of(year), _PLACES)[[day.timetuple().tm_yday - 1 for day in within]])
        return np.concatenate(parts) if parts else np.zeros(0)

    def _of(self, year: int) -> Draws:
        return self._years.setdefault(year, Draws(self._seed, f"{self._name} {year}"))
