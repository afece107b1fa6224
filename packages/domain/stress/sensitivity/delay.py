"""The same strategy, deciding a bar late.

Whatever the rules compare, and what the universe is ranked by, is one bar older than it was, so a decision that was
taken on the close of a bar is taken on the close of the next one, and filled at the open after that. What an order
needs when it is placed is of the later bar: the close that a limit or stop order stands from, the ATR of a distance,
the volatility of a size. Stops, targets and time exits rest in the market already and are not delayed. The first bar
that may trade is one later too; otherwise a `not` would be true on a bar that has no bar before it. Comparisons with
the account stay as they are: only the kernel knows how it stood a bar ago, and is told to take them late.
"""

from dataclasses import replace

from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.operands import Computed, Series, ValueOperation, reads_account
from packages.domain.strategy.trade import Exit, SignalExit


def delayed(strategy: Strategy) -> Strategy:
    """One of its own bars later; to be run with a `trade_from` that is one bar later. A portfolio stays as it is: its
    weights are decided by the same rules, and set a bar late by whoever holds it."""
    universe, ranking = strategy.universe, strategy.universe.ranking
    if ranking is not None:
        universe = replace(universe, ranking=replace(ranking, by=_later(ranking.by)))
    sides = {direction.value: _side(side) for direction, side in strategy.sides}
    return replace(strategy, universe=universe, long=sides.get("long"), short=sides.get("short"))


def _side(side: Side) -> Side:
    entry = replace(side.entry, condition=late(side.entry.condition))
    scale_in = None if side.scale_in is None else replace(side.scale_in, condition=late(side.scale_in.condition))
    return replace(side, entry=entry, exits=tuple(_exit(exit_) for exit_ in side.exits), scale_in=scale_in)


def _exit(exit_: Exit) -> Exit:
    return replace(exit_, condition=late(exit_.condition)) if isinstance(exit_, SignalExit) else exit_


def late(condition: c.Condition) -> c.Condition:
    """True on a bar if the condition was true on the bar before."""
    match condition:
        case c.All(parts):
            return c.All(_each(parts))
        case c.AnyOf(parts):
            return c.AnyOf(_each(parts))
        case c.Not(part):
            return c.Not(late(part))
        case c.Compare(left, _, right) if reads_account(left) or reads_account(right):
            return condition
        case c.Compare(left, op, right):
            return c.Compare(_operand(left), op, _operand(right))
        case c.Cross(a, crossing, b):
            return c.Cross(_operand(a), crossing, _operand(b))
        case c.Flag(value):
            return c.Flag(replace(value, lag=value.lag + 1))
        case _:
            return _over_time(condition)


def _over_time(condition: c.WithinBars | c.Sequence | c.BarsSince) -> c.Condition:
    match condition:
        case c.WithinBars(part, bars):
            return c.WithinBars(late(part), bars)
        case c.Sequence(steps, bars):
            return c.Sequence(_each(steps), bars)
        case c.BarsSince(part, op, bars):
            return c.BarsSince(late(part), op, bars)


def _each(conditions: tuple[c.Condition, ...]) -> tuple[c.Condition, ...]:
    return tuple(late(condition) for condition in conditions)


def _operand(operand: c.Operand) -> c.Operand:
    return operand if isinstance(operand, c.Constant) else _later(operand)


def _later(value: Series) -> Series:
    if isinstance(value, c.Price | c.FactorOutput):
        return replace(value, lag=value.lag + 1)
    return Computed(ValueOperation.LAG, (value,), 1)
