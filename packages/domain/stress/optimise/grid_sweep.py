"""A grid of up to a million variants, run at the speed of the kernel: figures alone are kept of each, and a sample of
them is recorded one by one, with its returns, for the odds of luck.

Nothing is written down between batches: a sweep that dies begins anew, which costs less than keeping a million rows.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from packages.domain.backtest.jobs.plan import Plan, terms_hash
from packages.domain.backtest.many import figures_of
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.indicators.parameters import BadParameter
from packages.domain.strategy.json_tree import steps_of
from packages.domain.strategy.lineage import GRID_KEY
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import rules_hash
from packages.domain.strategy.tuning.tunables import with_values
from packages.domain.stress.optimise.grid import GridOrder, shares
from packages.domain.stress.optimise.market import SearchMarket
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.scoring import Find, front_of, scores_of, within_of
from packages.domain.stress.optimise.search import Batch, Explored, SearchTally, TriedVariant
from packages.domain.stress.optimise.space import Place, Space

SWEPT_AT_ONCE = 20_000
SAMPLED = 512
MOST_FINALISTS = 512
_FIGURES = 5


class GridSweep:
    """`SearchRun` over all of a space."""

    def __init__(self, market: SearchMarket, plan: SearchPlan) -> None:
        self._market, self._plan, self._space = market, plan, market.space
        self._order, self._orderly = GridOrder.of(market.space), ParameterOrder(market.space)
        self._figures = np.full((market.space.size, _FIGURES), np.nan)
        self._done = self._batches = 0
        self._sample = dict(self._drawn())
        self._returns: dict[Place, Floats] = {}

    @property
    def proposed(self) -> int:
        return self._done

    @property
    def is_over(self) -> bool:
        return self._done >= len(self._figures)

    @property
    def tally(self) -> SearchTally:
        ran = int(np.count_nonzero(self._ran))
        return SearchTally(self._done, ran, given_up=0, refused=self._done - ran)

    @property
    def uncounted(self) -> int:
        sizes = range(0, len(self._figures), SWEPT_AT_ONCE)
        runs = sum(int(self._orderly.allows(self._order.places(self._numbers(first))).sum()) for first in sizes)
        return runs - len(self._sample)

    def next_batch(self) -> Batch:
        numbers = self._numbers(self._done)
        places = self._order.places(numbers)
        allowed = self._orderly.allows(places)
        self._figures[numbers[allowed]] = self._market.figures(places[allowed])
        self._done, self._batches = int(numbers[-1]) + 1, self._batches + 1
        listed = [each for number, each in self._sample.items() if numbers[0] <= number <= numbers[-1]]
        return Batch(self._batches - 1, tuple(self._tried(listed)), b"")

    def explored(self) -> Explored:
        ran = self._figures[self._ran]
        return Explored(len(ran), int(within_of(ran, self._plan.limits).sum()))

    def finds(self) -> list[Find]:
        """The strategy as it was given, and the best that the language takes, or with several goals the front."""
        given = [self._find(0)] if self._ran[0] else []
        return given + [find for find, _ in self._best if find.number > 0]

    def finalists(self) -> Sequence[TriedVariant]:
        unlisted = [(find.place, strategy) for find, strategy in self._best if find.number not in self._sample]
        return list(self._tried(unlisted))

    def returns_matrix(self) -> Floats:
        self.finalists()
        return np.column_stack(list(self._returns.values()))

    def importance(self) -> Mapping[str, float] | None:
        if len(self._space.axes) < 2:
            return None
        ran = np.flatnonzero(self._ran)
        scores = scores_of(self._figures[ran], self._plan.goals[0])
        return shares(self._space.pointers, self._order.places(ran), scores)

    @property
    def _ran(self) -> Flags:
        ran: Flags = np.isfinite(self._figures[:, 0])
        return ran

    @cached_property
    def _best(self) -> list[tuple[Find, Strategy]]:
        within = np.flatnonzero(self._ran)
        within = within[within_of(self._figures[within], self._plan.limits)]
        scores = np.column_stack([scores_of(self._figures[within], goal) for goal in self._plan.goals])
        if len(self._plan.goals) > 1:
            taken = (self._taken(number) for number in within[front_of(scores)][:MOST_FINALISTS].tolist())
            return [each for each in taken if each is not None]
        ordered = within[np.lexsort((within, -scores[:, 0]))].tolist()
        return next(([found] for number in ordered if (found := self._taken(number)) is not None), [])

    def _taken(self, number: int) -> tuple[Find, Strategy] | None:
        """None where the language refuses it."""
        strategy = self._space.variant(self._order.place(number))
        return None if strategy is None else (self._find(number), strategy)

    def _find(self, number: int) -> Find:
        row = self._figures[number]
        within = bool(within_of(row[np.newaxis], self._plan.limits)[0])
        return Find(number, self._order.place(number), figures_of(row), within)

    def _numbers(self, first: int) -> Counts:
        return np.arange(first, min(first + SWEPT_AT_ONCE, len(self._figures)))

    def _drawn(self) -> Iterator[tuple[int, tuple[Place, Strategy]]]:
        """The same of the same grid; who tries it again has tried nothing new."""
        size = len(self._figures)
        chosen = np.random.Generator(np.random.PCG64(size)).choice(size, min(SAMPLED, size), replace=False)
        for number in np.sort(chosen).tolist():
            place = self._order.place(number)
            if (strategy := self._space.variant(place)) is not None:
                yield number, (place, strategy)

    def _tried(self, listed: Sequence[tuple[Place, Strategy]]) -> Iterator[TriedVariant]:
        for (place, strategy), ran in zip(listed, self._market.runs([each[0] for each in listed]), strict=True):
            self._returns[place] = ran.returns
            yield TriedVariant(place, strategy, ran)


def grid_key(market: SearchMarket, base: Plan) -> str:
    """The same grid on the same fitted bars and terms is the same record, whichever search ran it."""
    axes = market.space.axes
    rules = rules_hash(build(with_values(base.strategy, {axis.pointer: axis.values[0] for axis in axes})))
    content = f"{rules}:{[(axis.pointer, axis.values) for axis in axes]}:{market.data.digest}:{terms_hash(base.terms)}"
    return GRID_KEY + hashlib.sha256(content.encode()).hexdigest()


class ParameterOrder:
    """Which combinations leave the parameters of each indicator in their order; whatever else the language refuses
    is told where it would be shown."""

    def __init__(self, space: Space) -> None:
        groups: dict[str, list[int]] = {}
        for at, axis in enumerate(space.axes):
            place, _, _ = axis.pointer.rpartition("/params/")
            if place:
                groups.setdefault(place, []).append(at)
        self._allowed = [(axes, _orderly(space, place, axes)) for place, axes in groups.items() if len(axes) > 1]

    def allows(self, places: Counts) -> Flags:
        kept = np.ones(len(places), dtype=bool)
        for axes, allowed in self._allowed:
            kept &= allowed[tuple(places[:, axes].T)]
        return kept


def _orderly(space: Space, place: str, axes: Sequence[int]) -> Flags:
    indicator: Any = document_of(space.strategy)
    for step in steps_of(place):
        indicator = indicator[int(step) if isinstance(indicator, list) else step]
    kind, params = CATALOGUE[indicator["type"]], indicator.get("params", {})
    names = [steps_of(space.axes[at].pointer)[-1] for at in axes]
    allowed = np.ones([len(space.axes[at].values) for at in axes], dtype=bool)
    for chosen in np.ndindex(allowed.shape):
        values = (space.axes[at].values[each] for at, each in zip(axes, chosen, strict=True))
        try:
            kind.checked(params | dict(zip(names, values, strict=True)))
        except BadParameter:
            allowed[chosen] = False
    return allowed
