"""From a strategy to the arrays that the kernel runs: operations, numbers, the sources of the columns they read, and a
row of the plan for the orders, exits and size of each side."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np

from packages.domain.backtest.compiling.conditions import ConditionCompiler, NumberTable, SlotTable
from packages.domain.backtest.compiling.sources import Catalogue, Source, VolatilitySource, average_true_range
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import array_table
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy import trade as t
from packages.domain.strategy.errors import refuse_portfolio
from packages.domain.strategy.model import Direction, Side, Strategy
from packages.domain.strategy.operands import Expression

_UNITS = {t.Unit.POINTS: k.POINTS, t.Unit.PCT: k.PCT, t.Unit.ATR_MULTIPLE: k.ATR}


def compile_side(
    direction: Direction,
    side: Side,
    plan: Counts,
    exits: list[tuple[int, int]],
    conditions: ConditionCompiler,
    slots: SlotTable,
    numbers: NumberTable,
) -> None:
    """Fills the direction's row of the plan; rows of signal exits are added to `exits` with their place in the list."""
    row, pointer = plan[0 if direction is Direction.LONG else 1], f"/trade/{direction.value}"
    filler = _Filler(row, slots, numbers)
    row[k.ON] = 1
    row[k.ENTRY] = conditions.add(f"{pointer}/entry/condition", side.entry.condition)
    filler.order(f"{pointer}/entry/order", side.entry.order)
    row[k.FIRST_EXIT] = len(exits)
    for rule, exit_ in enumerate(side.exits):
        place = f"{pointer}/exits/{rule}"
        if isinstance(exit_, t.SignalExit):
            exits.append((conditions.add(f"{place}/condition", exit_.condition), rule))
        else:
            filler.exit(place, rule, exit_)
    row[k.EXIT_COUNT] = len(exits) - row[k.FIRST_EXIT]
    filler.size(f"{pointer}/position_sizing", side.sizing)


class _Filler:
    """Writes into one row of the plan."""

    def __init__(self, row: Counts, slots: SlotTable, numbers: NumberTable) -> None:
        self._row, self._slots, self._numbers = row, slots, numbers

    def order(self, pointer: str, order: t.Order) -> None:
        match order:
            case t.MarketOrder():
                self._row[k.ORDER] = k.MARKET
            case t.LimitOrder(offset, bars) | t.StopOrder(offset, bars):
                self._row[k.ORDER] = k.LIMIT if isinstance(order, t.LimitOrder) else k.STOP
                self._distance((k.OFFSET_UNIT, k.OFFSET_ATR, k.OFFSET), f"{pointer}/offset", offset)
                self._row[k.VALID] = self._numbers.of(f"{pointer}/valid_bars", bars)
            case _:
                assert_never(order)

    def exit(
        self, pointer: str, rule: int, exit_: t.StopLoss | t.TakeProfit | t.Bracket | t.TrailingStop | t.TimeExit
    ) -> None:
        row = self._row
        match exit_:
            case t.StopLoss(stop) | t.Bracket(stop):
                self._distance((k.STOP_UNIT, k.STOP_ATR, k.STOP_VALUE), f"{pointer}/stop", stop)
                row[k.STOP_RULE] = rule
                if isinstance(exit_, t.Bracket):
                    row[k.TARGET_UNIT], row[k.TARGET_RULE] = k.RISK, rule
                    row[k.TARGET_VALUE] = self._numbers.of(f"{pointer}/risk_reward", exit_.risk_reward)
            case t.TakeProfit(target):
                self._distance((k.TARGET_UNIT, k.TARGET_ATR, k.TARGET_VALUE), f"{pointer}/target", target)
                row[k.TARGET_RULE] = rule
            case t.TrailingStop(stop):
                self._distance((k.TRAIL_UNIT, k.TRAIL_ATR, k.TRAIL_VALUE), f"{pointer}/stop", stop)
                row[k.TRAIL_RULE] = rule
            case t.TimeExit(bars):
                row[k.TIME], row[k.TIME_RULE] = self._numbers.of(f"{pointer}/bars", bars), rule
            case _:
                assert_never(exit_)

    def size(self, pointer: str, sizing: t.Sizing) -> None:
        match sizing:
            case t.FixedQuantity(qty):
                self._size(k.BY_QUANTITY, f"{pointer}/qty", float(qty))
            case t.FixedCash(cash):
                self._size(k.BY_CASH, f"{pointer}/cash", float(cash))
            case t.EquityFraction(pct):
                self._size(k.BY_EQUITY, f"{pointer}/pct", pct)
            case t.RiskPerTrade(pct):
                self._size(k.BY_LOSS, f"{pointer}/pct", pct)
            case t.VolatilityTarget(target, lookback, most):
                self._size(k.BY_VOLATILITY, f"{pointer}/target", target)
                self._row[k.SIZE_SLOT] = self._slots.at(f"{pointer}/lookback", VolatilitySource(lookback))
                self._row[k.MOST] = self._numbers.of(f"{pointer}/max_leverage", most)
            case _:
                assert_never(sizing)

    def _size(self, mode: int, pointer: str, value: float) -> None:
        self._row[k.SIZING], self._row[k.SIZE] = mode, self._numbers.of(pointer, value)

    def _distance(self, at: tuple[int, int, int], pointer: str, distance: t.Distance) -> None:
        unit, atr, value = at
        self._row[unit] = _UNITS[distance.unit]
        self._row[value] = self._numbers.of(f"{pointer}/value", distance.value)
        if distance.unit is t.Unit.ATR_MULTIPLE:
            self._row[atr] = self._slots.at(
                f"{pointer}/period", average_true_range(self._slots.catalogue, distance.atr_period)
            )


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
    program: Counts = field(repr=False)  # the steps that work out what they compare
    table: Counts = field(init=False, repr=False)  # the strategy in the kernel's table of arrays

    def __post_init__(self) -> None:
        arrays = {k.OPS: self.ops, k.CHILDREN: self.children, k.EXITS: self.exits, k.PLAN: self.plan}
        arrays |= {k.LIVE: self.live, k.PROGRAM: self.program}
        object.__setattr__(self, "table", array_table({**arrays, k.NUMBERS: self.numbers, k.ROWS: self.rows}))

    @property
    def places(self) -> int:
        """How many positions may be held at once."""
        return self.strategy.universe.max_positions or len(self.strategy.universe.tickers)


def compile_strategy(strategy: Strategy, catalogue: Catalogue, *, late_account: bool = False) -> Compiled:
    """The strategy must be valid, and trade by entries and exits. With `late_account` it learns of its own account one
    bar late."""
    refuse_portfolio(strategy)
    slots, numbers = SlotTable(strategy, catalogue), NumberTable()
    conditions = ConditionCompiler(slots, numbers, late_account=late_account)
    plan = np.full((2, k.PLAN_WIDTH), k.NONE, dtype=np.int64)
    plan[:, k.ON] = 0
    exits: list[tuple[int, int]] = []
    for direction, side in strategy.sides:
        compile_side(direction, side, plan, exits, conditions, slots, numbers)
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
    )
