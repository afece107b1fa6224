"""The orders, exits, size, parts and further units of a side as rows of the kernel's plan."""

from typing import TypeAlias, assert_never

import numpy as np

from packages.domain.backtest.compiling.conditions import ConditionCompiler, NumberTable, SlotTable
from packages.domain.backtest.compiling.sources import VolatilitySource, average_true_range
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.panel import Counts
from packages.domain.strategy import trade as t
from packages.domain.strategy.model import Direction, Side

Tables: TypeAlias = tuple[ConditionCompiler, SlotTable, NumberTable]
_UNITS = {t.Unit.POINTS: k.POINTS, t.Unit.PCT: k.PCT, t.Unit.ATR_MULTIPLE: k.ATR}


def compile_side(
    direction: Direction,
    side: Side,
    plan: Counts,
    exits: list[tuple[int, int]],
    parts: list[list[int]],
    tables: Tables,
) -> None:
    """Fills the direction's row of the plan and that of its further units; rows of signal exits are added to `exits`
    with their place in the list."""
    at, pointer = 0 if direction is Direction.LONG else 1, f"/trade/{direction.value}"
    row, (conditions, slots, numbers) = plan[at], tables
    filler = Filler(row, slots, numbers, conditions)
    row[k.ON] = 1
    row[k.ENTRY] = conditions.add(f"{pointer}/entry/condition", side.entry.condition)
    filler.order(f"{pointer}/entry/order", side.entry.order)
    row[k.FIRST_EXIT] = len(exits)
    for rule, exit_ in enumerate(side.exits):
        place = f"{pointer}/exits/{rule}"
        if t.part_of(exit_) is not None:
            continue
        if isinstance(exit_, t.SignalExit):
            exits.append((conditions.add(f"{place}/condition", exit_.condition), rule))
        else:
            filler.exit(place, rule, exit_)
    row[k.EXIT_COUNT] = len(exits) - row[k.FIRST_EXIT]
    filler.size(f"{pointer}/position_sizing", side.sizing)
    compile_parts(pointer, side, row, parts, tables)
    compile_scale_in(f"{pointer}/scale_in", side, row, plan[at + k.ADDING], tables)


def compile_parts(
    pointer: str,
    side: Side,
    row: Counts,
    parts: list[list[int]],
    tables: Tables,
) -> None:
    """Adds the rows of the parts that leave."""
    conditions, slots, numbers = tables
    row[k.FIRST_PART] = len(parts)
    for rule, exit_ in enumerate(side.exits):
        part = t.part_of(exit_)
        if part is None:
            continue
        place, made = f"{pointer}/exits/{rule}", np.full(k.PART_WIDTH, k.NONE, dtype=np.int64)
        made[k.PART_RULE], made[k.PART_UNITS] = rule, part.units is not None
        made[k.PART_SIZE] = numbers.of(f"{place}/part/{part.measure}", part.size)
        made[k.PART_TIMES] = numbers.of(f"{place}/part/times", part.times)
        if isinstance(exit_, t.SignalExit):
            made[k.PART_OP] = conditions.add(f"{place}/condition", exit_.condition)
        elif isinstance(exit_, t.TakeProfit):
            at = (k.PART_UNIT, k.PART_ATR, k.PART_VALUE)
            Filler(made, slots, numbers, conditions).distance(at, f"{place}/target", exit_.target)
        parts.append(made.tolist())
    row[k.PART_COUNT] = len(parts) - row[k.FIRST_PART]


def compile_scale_in(pointer: str, side: Side, row: Counts, adding: Counts, tables: Tables) -> None:
    """Fills the plan of further units, whose guards are those of the side's own."""
    scale_in, (conditions, slots, numbers) = side.scale_in, tables
    if scale_in is None:
        return
    adding[:] = row
    adding[[k.OFFSET_UNIT, k.LEVEL_STEPS]] = k.NONE
    filler = Filler(adding, slots, numbers, conditions)
    adding[k.ENTRY] = conditions.add(f"{pointer}/condition", scale_in.condition)
    filler.order(f"{pointer}/order", scale_in.order)
    if scale_in.sizing is not None:
        filler.size(f"{pointer}/position_sizing", scale_in.sizing)
    adding[k.MOST_UNITS] = numbers.of(f"{pointer}/max_units", scale_in.max_units)
    adding[k.FROM_LAST] = scale_in.stops_from is t.StopsFrom.LAST_FILL


class Filler:
    """Writes into one row of the plan."""

    def __init__(self, row: Counts, slots: SlotTable, numbers: NumberTable, conditions: ConditionCompiler) -> None:
        self._row, self._slots, self._numbers, self._programs = row, slots, numbers, conditions.programs

    def order(self, pointer: str, order: t.Order) -> None:
        match order:
            case t.MarketOrder():
                self._row[k.ORDER] = k.MARKET
            case t.LimitOrder(offset, bars) | t.StopOrder(offset, bars):
                self._row[k.ORDER] = k.LIMIT if isinstance(order, t.LimitOrder) else k.STOP
                if order.at is not None:
                    self._row[[k.LEVEL_STEP, k.LEVEL_STEPS]] = self._programs.add(f"{pointer}/at", order.at)
                else:
                    self.distance((k.OFFSET_UNIT, k.OFFSET_ATR, k.OFFSET), f"{pointer}/offset", offset)
                self._row[k.VALID] = self._numbers.of(f"{pointer}/valid_bars", bars)
            case _:
                assert_never(order)

    def exit(
        self, pointer: str, rule: int, exit_: t.StopLoss | t.TakeProfit | t.Bracket | t.TrailingStop | t.TimeExit
    ) -> None:
        row = self._row
        match exit_:
            case t.StopLoss(stop) | t.Bracket(stop):
                self.distance((k.STOP_UNIT, k.STOP_ATR, k.STOP_VALUE), f"{pointer}/stop", stop)
                row[k.STOP_RULE] = rule
                if isinstance(exit_, t.Bracket):
                    row[k.TARGET_UNIT], row[k.TARGET_RULE] = k.RISK, rule
                    row[k.TARGET_VALUE] = self._numbers.of(f"{pointer}/risk_reward", exit_.risk_reward)
            case t.TakeProfit(target):
                self.distance((k.TARGET_UNIT, k.TARGET_ATR, k.TARGET_VALUE), f"{pointer}/target", target)
                row[k.TARGET_RULE] = rule
            case t.TrailingStop(stop):
                self.distance((k.TRAIL_UNIT, k.TRAIL_ATR, k.TRAIL_VALUE), f"{pointer}/stop", stop)
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

    def distance(self, at: tuple[int, int, int], pointer: str, distance: t.Distance) -> None:
        unit, atr, value = at
        self._row[unit] = _UNITS[distance.unit]
        self._row[value] = self._numbers.of(f"{pointer}/value", distance.value)
        if distance.unit is t.Unit.ATR_MULTIPLE:
            self._row[atr] = self._slots.at(
                f"{pointer}/period", average_true_range(self._slots.catalogue, distance.atr_period)
            )
