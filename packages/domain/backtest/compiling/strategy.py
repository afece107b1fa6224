"""From a strategy to the arrays that the kernel runs: operations, numbers, the sources of the columns they read, and a
row of the plan for the orders, exits and size of each side."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from packages.domain.backtest.compiling.conditions import ConditionCompiler, NumberTable, SlotTable
from packages.domain.backtest.compiling.sides import compile_side
from packages.domain.backtest.compiling.sources import Catalogue, Source
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import array_table
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import Expression


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
    expressions: Mapping[int, tuple[str, Expression]] = field(repr=False)  # with their places, by slot
    ranking: int  # the slot to rank by, or -1
    live: Counts = field(repr=False)  # the operations that read the account, in order
    program: Counts = field(repr=False)  # the steps that work out what they compare, and where orders wait
    parts: Counts = field(repr=False)  # of positions, that leave by themselves
    table: Counts = field(init=False, repr=False)  # the strategy in the kernel's table of arrays
    lots: int = field(init=False)  # how many units a position may have; 0 where it has one and leaves whole

    def __post_init__(self) -> None:
        arrays = {k.OPS: self.ops, k.CHILDREN: self.children, k.EXITS: self.exits, k.PLAN: self.plan}
        arrays |= {k.LIVE: self.live, k.PROGRAM: self.program, k.PARTS: self.parts}
        object.__setattr__(self, "table", array_table({**arrays, k.NUMBERS: self.numbers, k.ROWS: self.rows}))
        object.__setattr__(self, "lots", self.lots_of(self.numbers[np.newaxis]))

    @property
    def places(self) -> int:
        """How many positions may be held at once."""
        return self.strategy.universe.max_positions or len(self.strategy.universe.tickers)

    @property
    def reads_account(self) -> bool:
        """Whether a decision needs to know the account beside what is held: rules, levels or lots ask for it."""
        return bool(len(self.live)) or self.strategy.scales or bool((self.program[:, k.DO] == k.PUSH_ACCOUNT).any())

    def lots_of(self, numbers: Floats) -> int:
        """The same by other numbers, a row a variant."""
        places = [int(each) for each in self.plan[k.ADDING :, k.MOST_UNITS] if each >= 0]
        most = max((int(numbers[:, at].max(initial=1)) for at in places), default=1)
        return most if self.strategy.scales else 0


def compile_strategy(strategy: Strategy, catalogue: Catalogue, *, late_account: bool = False) -> Compiled:
    """The strategy must be valid, and trade by entries and exits. With `late_account` it learns of its own account one
    bar late."""
    if strategy.portfolio is not None:
        raise TypeError("a portfolio has no entries and exits to compile")
    slots, numbers = SlotTable(strategy, catalogue), NumberTable()
    conditions = ConditionCompiler(slots, numbers, late_account=late_account)
    plan = np.full((4, k.PLAN_WIDTH), k.NONE, dtype=np.int64)
    plan[:, k.ON] = 0
    exits: list[tuple[int, int]] = []
    parts: list[list[int]] = []
    for direction, side in strategy.sides:
        compile_side(direction, side, plan, exits, parts, (conditions, slots, numbers))
    ranking = strategy.universe.ranking
    ranked_by = -1 if ranking is None else slots.of("/universe/ranking/by", ranking.by)
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
        expressions=slots.expressions,
        ranking=ranked_by,
        live=np.array(conditions.live, dtype=np.int64),
        program=np.array(conditions.programs.steps, dtype=np.int64).reshape(-1, k.STEP_WIDTH),
        parts=np.array(parts, dtype=np.int64).reshape(-1, k.PART_WIDTH),
    )
