"""From a strategy to the arrays that the kernel runs: operations, numbers, and the sources of the columns they read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from packages.domain.backtest.compiling.conditions import Catalogue, ConditionCompiler, NumberTable, SlotTable, Source
from packages.domain.backtest.compiling.sides import compile_side
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import lay
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """A strategy that can be run any number of times, on any market, with other numbers in its places."""

    strategy: Strategy
    catalogue: Catalogue = field(repr=False)
    ops: Counts = field(repr=False)  # arrays as kernel/layout.py says
    children: Counts = field(repr=False)
    exits: Counts = field(repr=False)
    plan: Counts = field(repr=False)
    slots: tuple[Source, ...] = field(repr=False)
    sources: tuple[Source, ...]  # each once
    rows: Counts = field(repr=False)  # the source of each slot
    numbers: Floats = field(repr=False)
    number_places: Mapping[str, int] = field(repr=False)  # by JSON pointer
    factor_slots: Mapping[str, list[int]] = field(repr=False)  # by the name of the factor
    period_slots: Mapping[str, int] = field(repr=False)  # by the pointer of a period that makes a source
    ranking: int  # the slot to rank by, or -1
    laid: Counts = field(init=False, repr=False)  # the strategy on the kernel's desk

    def __post_init__(self) -> None:
        arrays = {k.OPS: self.ops, k.CHILDREN: self.children, k.EXITS: self.exits, k.PLAN: self.plan}
        object.__setattr__(self, "laid", lay({**arrays, k.NUMBERS: self.numbers, k.ROWS: self.rows}))

    @property
    def places(self) -> int:
        """How many positions may be held at once."""
        return self.strategy.universe.max_positions or len(self.strategy.universe.tickers)


def compile_strategy(strategy: Strategy, catalogue: Catalogue) -> Compiled:
    """The strategy must be valid."""
    slots, numbers = SlotTable(strategy, catalogue), NumberTable()
    conditions = ConditionCompiler(slots, numbers)
    plan = np.full((2, k.PLAN_WIDTH), k.NONE, dtype=np.int64)
    plan[:, k.ON] = 0
    exits: list[tuple[int, int]] = []
    for direction, side in strategy.sides:
        compile_side(direction, side, plan, exits, conditions, slots, numbers)
    ranking = strategy.universe.ranking
    ranked_by = -1 if ranking is None else slots.of(ranking.by)
    sources = tuple(dict.fromkeys(slots.sources))
    return Compiled(
        strategy=strategy,
        catalogue=catalogue,
        ops=np.array(conditions.ops, dtype=np.int64).reshape(-1, k.OP_WIDTH),
        children=np.array(conditions.children, dtype=np.int64),
        exits=np.array(exits, dtype=np.int64).reshape(-1, 2),
        plan=plan,
        slots=tuple(slots.sources),
        sources=sources,
        rows=np.array([sources.index(source) for source in slots.sources], dtype=np.int64),
        numbers=np.array(numbers.values, dtype=np.float64),
        number_places=numbers.places,
        factor_slots=slots.factors,
        period_slots=slots.named,
        ranking=ranked_by,
    )
