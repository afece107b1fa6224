"""Reliability: of what was said with a probability, how much came true."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.modules.judge.domain.scores.intervals import Interval, wilson
from src.modules.judge.domain.scores.scored import Floats

BINS = 10
_FEWEST_PER_BIN = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Calls with probabilities near each other: how many, what they said on average, and what came true."""

    count: int
    low: float
    high: float
    said: float
    came: Interval


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Murphy's: the Brier score is reliability - resolution + uncertainty, but for the spread inside the bins."""

    reliability: float
    resolution: float
    uncertainty: float


def equal_count_bins(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """As many calls in each, at least ten; equal probabilities stay together."""
    wanted = max(1, min(BINS, len(said) // _FEWEST_PER_BIN))
    edges = np.unique(np.quantile(said, np.linspace(0, 1, wanted + 1)[1:-1], method="higher"))
    return _bins(said, came, np.searchsorted(edges, said, side="right"))


def equal_width_bins(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """Tenths of the scale; empty ones are left out."""
    return _bins(said, came, np.minimum((said * BINS).astype(np.int64), BINS - 1))


def decomposition(bins: Sequence[Bin]) -> Decomposition:
    counts = np.array([one.count for one in bins], dtype=np.float64)
    said = np.array([one.said for one in bins])
    came = np.array([one.came.value for one in bins])
    rate = float((counts * came).sum() / counts.sum())
    weight = counts / counts.sum()
    return Decomposition(
        float((weight * (said - came) ** 2).sum()), float((weight * (came - rate) ** 2).sum()), rate * (1 - rate)
    )


def _bins(said: Floats, came: Floats, places: npt.NDArray[np.int64]) -> tuple[Bin, ...]:
    return tuple(_bin(said[places == place], came[places == place]) for place in np.unique(places))


def _bin(said: Floats, came: Floats) -> Bin:
    shares = wilson(int(came.sum()), len(came))
    return Bin(len(said), float(said.min()), float(said.max()), float(np.sort(said).mean()), shares)
