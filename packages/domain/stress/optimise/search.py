"""A search over a space of numbers: a searcher proposes variants in batches, the kernel runs a batch at once.

What a batch proposes depends on what came of the batches before it and on nothing else: neither on the process nor on
the number of cores. So a search that dies goes on from the end of its last whole batch and ends the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy
from packages.domain.stress.optimise.market import Ran, SearchMarket
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.scoring import Find, excesses, score
from packages.domain.stress.optimise.space import Place, Space

BATCH = 32  # also the size of a generation
GRID_BATCH = 512  # nothing is learned between two of them


@dataclass(frozen=True, slots=True)
class Proposal:
    """One variant to run; `number` counts the trials of a search from 0."""

    number: int
    place: Place


@dataclass(frozen=True, slots=True)
class Measure:
    """What came of a proposal: a score per goal (more is better), and by how much it breaks each limit."""

    figures: KeyFigures
    scores: tuple[float, ...]
    excesses: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SearchTally:
    """What became of all that was proposed."""

    proposed: int
    completed: int
    given_up: int
    refused: int  # by the language


class Searcher(Protocol):
    """Proposes places of a space and learns from what came of them; none of its methods may run beside another."""

    def propose(self, batch: int, count: int) -> Sequence[Proposal]: ...

    def refuse(self, proposal: Proposal) -> None:
        """The language does not take it."""
        ...

    def promising(self, early: Sequence[tuple[Proposal, float]]) -> Sequence[Proposal]:
        """Those whose score over the first half is worth the second."""
        ...

    def give_up(self, proposal: Proposal) -> None: ...

    def complete(self, proposal: Proposal, measure: Measure) -> None: ...

    def tally(self) -> SearchTally: ...

    def completed(self) -> Sequence[tuple[Proposal, KeyFigures]]:
        """By number."""
        ...

    def importance(self) -> Mapping[str, float]:
        """How much of the difference between good and bad variants each number explains."""
        ...

    def hand_over(self) -> bytes:
        """What brings a new searcher from the last time this was asked to the state of now."""
        ...


class OpenSearcher(Protocol):
    """Opens a searcher behind the batches that another one handed over."""

    def __call__(self, space: Space, goals: int, seed: int, batches: Sequence[bytes]) -> Searcher: ...


@dataclass(frozen=True, slots=True)
class Explored:
    """How many different variants were run on the whole fitted period, and how many of them keep the limits."""

    distinct: int
    within: int


@dataclass(frozen=True, slots=True, eq=False)
class TriedVariant:
    """A variant that was run; `ran` is None where it was given up early."""

    place: Place
    strategy: Strategy
    ran: Ran | None


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What was run, and the lines that bring a search to the state after it."""

    number: int
    tried: tuple[TriedVariant, ...]
    lines: bytes


class SearchRun(Protocol):
    """A search that is run batch by batch, and what it knows at its end."""

    @property
    def proposed(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def tally(self) -> SearchTally: ...

    @property
    def uncounted(self) -> int:
        """How many variants are run that no batch lists one by one."""
        ...

    def next_batch(self) -> Batch: ...

    def finds(self) -> list[Find]:
        """Variants that were run on the whole fitted period, each once: all of them, or all that may be shown."""
        ...

    def explored(self) -> Explored: ...

    def finalists(self) -> Sequence[TriedVariant]:
        """Those of the finds that no batch listed."""
        ...

    def returns_matrix(self) -> Floats:
        """A row a step of time, a column a variant that was run on the whole fitted period."""
        ...

    def importance(self) -> Mapping[str, float] | None:
        """By pointer; None where few were run."""
        ...


class ParameterSearch:
    """Goes on behind the batches that were written down; none of its methods may run beside another."""

    def __init__(
        self, market: SearchMarket, plan: SearchPlan, open_searcher: OpenSearcher, batches: Sequence[bytes] = ()
    ) -> None:
        self._market, self._plan = market, plan
        self._searcher = open_searcher(market.space, len(plan.goals), plan.seed, batches)
        self._batches = len(batches)
        self._at_once = BATCH if plan.grid is None else GRID_BATCH
        self._returns: dict[Place, Floats] = {}

    @property
    def proposed(self) -> int:
        return self.tally.proposed

    @property
    def is_over(self) -> bool:
        return self.proposed >= self._plan.trials

    @property
    def tally(self) -> SearchTally:
        return self._searcher.tally()

    def next_batch(self) -> Batch:
        proposed = self._searcher.propose(self._batches, min(self._at_once, self._plan.trials - self.proposed))
        variants = [(each, self._market.space.variant(each.place)) for each in proposed]
        allowed = [(each, variant) for each, variant in variants if variant is not None]
        for each, variant in variants:
            if variant is None:
                self._searcher.refuse(each)
        going_on = self._promising([each for each, _ in allowed])
        ran = dict(zip(going_on, self._market.runs([each.place for each in going_on]), strict=True))
        tried = [TriedVariant(each.place, variant, self._learned(each, ran.get(each))) for each, variant in allowed]
        return self._closed(tuple(tried))

    def finds(self) -> list[Find]:
        """Each variant that was run on the whole fitted period, once."""
        found: dict[Place, Find] = {}
        for each, figures in self._searcher.completed():
            within = all(value <= 0 for value in excesses(figures, self._plan.limits).values())
            found.setdefault(each.place, Find(each.number, each.place, figures, within))
        return list(found.values())

    def explored(self) -> Explored:
        found = self.finds()
        return Explored(len(found), sum(find.is_within for find in found))

    @property
    def uncounted(self) -> int:
        return 0

    def finalists(self) -> Sequence[TriedVariant]:
        return ()

    def returns_matrix(self) -> Floats:
        places = [find.place for find in self.finds()]
        lost = [place for place in places if place not in self._returns]  # with the process that ran them
        for place, ran in zip(lost, self._market.runs(lost), strict=True):
            self._returns[place] = ran.returns
        return np.column_stack([self._returns[place] for place in places])

    def importance(self) -> Mapping[str, float] | None:
        if len(self._market.space.axes) < 2 or self.tally.completed < BATCH:
            return None
        return self._searcher.importance()

    def _promising(self, proposed: Sequence[Proposal]) -> Sequence[Proposal]:
        if self._market.early is None:
            return proposed
        figures = self._market.early_figures([each.place for each in proposed])
        first_goal = self._plan.goals[0]
        return self._searcher.promising(
            [(each, score(early, first_goal)) for each, early in zip(proposed, figures, strict=True)]
        )

    def _learned(self, proposal: Proposal, ran: Ran | None) -> Ran | None:
        if ran is None:
            self._searcher.give_up(proposal)
            return None
        scores = tuple(score(ran.figures, goal) for goal in self._plan.goals)
        self._searcher.complete(proposal, Measure(ran.figures, scores, excesses(ran.figures, self._plan.limits)))
        return ran

    def _closed(self, tried: tuple[TriedVariant, ...]) -> Batch:
        for each in tried:
            if each.ran is not None:
                self._returns[each.place] = each.ran.returns
        batch = Batch(self._batches, tried, self._searcher.hand_over())
        self._batches += 1
        return batch
