"""A grid as the searcher of an optimisation: every combination of the values of a space, once, the given one first.

Nothing is learned from what came of a variant, so nothing is given up early, and the search ends when all were run.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Self, TypeAlias

import numpy as np

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.optimise.search import Measure, Proposal, SearchTally
from packages.domain.stress.optimise.space import Place, Space


@dataclass(frozen=True, slots=True)
class GridOrder:
    """All combinations as numbers from 0: the strategy as it was given is the first, all others keep their order."""

    sizes: tuple[int, ...]
    given: int

    @classmethod
    def of(cls, space: Space) -> Self:
        sizes = tuple(len(axis.values) for axis in space.axes)
        return cls(sizes, int(np.ravel_multi_index(space.given, sizes)))

    def places(self, numbers: Counts) -> Counts:
        """A row a number, a column an axis."""
        before = np.where(numbers <= self.given, numbers - 1, numbers)
        return np.column_stack(np.unravel_index(np.where(numbers > 0, before, self.given), self.sizes))

    def place(self, number: int) -> Place:
        [row] = self.places(np.array([number]))
        return tuple(row.tolist())


Ended: TypeAlias = tuple[int, tuple[KeyFigures, float] | None]  # None: refused by the language


class GridSearcher:
    """`Searcher` over all of a space; `GridSearcher` itself is an `OpenSearcher`."""

    def __init__(self, space: Space, goals: int, seed: int, batches: Sequence[bytes]) -> None:
        self._order = GridOrder.of(space)
        self._pointers, self._size = space.pointers, space.size
        self._ended: dict[int, tuple[KeyFigures, float] | None] = dict(
            each for batch in batches for each in _ended(batch)
        )
        self._handed_over = len(self._ended)

    def propose(self, batch: int, count: int) -> Sequence[Proposal]:
        first = len(self._ended)
        return [Proposal(number, self._order.place(number)) for number in range(first, min(first + count, self._size))]

    def refuse(self, proposal: Proposal) -> None:
        self._ended[proposal.number] = None

    def promising(self, early: Sequence[tuple[Proposal, float]]) -> Sequence[Proposal]:
        return [proposal for proposal, _ in early]

    def give_up(self, proposal: Proposal) -> None:
        raise TypeError("a grid runs every variant to the end")

    def complete(self, proposal: Proposal, measure: Measure) -> None:
        self._ended[proposal.number] = (measure.figures, measure.scores[0])

    def tally(self) -> SearchTally:
        refused = sum(each is None for each in self._ended.values())
        return SearchTally(len(self._ended), len(self._ended) - refused, given_up=0, refused=refused)

    def completed(self) -> Sequence[tuple[Proposal, KeyFigures]]:
        return [
            (Proposal(number, self._order.place(number)), each[0])
            for number, each in sorted(self._ended.items())
            if each is not None
        ]

    def importance(self) -> Mapping[str, float]:
        """The share of each number in what the means by its values explain of the first goal's differences."""
        ran = [(self._order.place(number), each[1]) for number, each in sorted(self._ended.items()) if each is not None]
        places, scores = np.array([place for place, _ in ran]), np.array([score for _, score in ran])
        return shares(self._pointers, places, scores)

    def hand_over(self) -> bytes:
        """In the order in which they ended: within a batch by number."""
        fresh = sorted(self._ended)[self._handed_over :]
        self._handed_over = len(self._ended)
        stored = [[number, _as_json(self._ended[number])] for number in fresh]
        return zlib.compress(json.dumps(stored, separators=(",", ":")).encode())


def _as_json(ended: tuple[KeyFigures, float] | None) -> list[float] | None:
    return None if ended is None else [*astuple(ended[0]), ended[1]]


def _ended(batch: bytes) -> list[Ended]:
    found: list[Ended] = []
    for number, stored in json.loads(zlib.decompress(batch)):
        if stored is None:
            found.append((number, None))
        else:
            *figures, score = stored
            found.append((number, (KeyFigures(*figures), score)))
    return found


def shares(pointers: Sequence[str], places: Counts, scores: Floats) -> Mapping[str, float]:
    """What the means by the values of each number explain of the differences, of what all of them explain together."""
    explained = [_between(places[:, axis], scores) for axis in range(len(pointers))]
    total = sum(explained)
    return {pointer: each / total if total > 0 else 0.0 for pointer, each in zip(pointers, explained, strict=True)}


def _between(at: Counts, scores: Floats) -> float:
    """How far the means of the groups are from the mean of all, by their sizes."""
    counts = np.bincount(at)
    means = np.bincount(at, weights=scores) / np.maximum(counts, 1)
    return float((counts * (means - scores.mean()) ** 2).sum())
