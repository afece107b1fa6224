"""What the expressions of a strategy cost, known before anything is run: how many values, how deep, how much each bar.

Most windows are worked out in a fixed number of passes, whatever their length; a median and a rank look at every value
of the window on every bar.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import (
    AcrossMembers,
    Computed,
    IndicatorOf,
    Operand,
    ValueOperation,
    inside,
    is_expression,
)
from packages.domain.strategy.walk import compared, other_symbols

MOST_LEVELS = 12
MOST_PARTS = 400
MOST_OTHERS = 20
MOST_WORK = 20_000  # a bar
MOST_WORK_IN_ALL = 20_000_000_000  # a minute or two on one core

_BY_LENGTH = (ValueOperation.MEDIAN, ValueOperation.PERCENT_RANK)
_PASSES = 10
_INDICATOR = 30


@dataclass(frozen=True, slots=True)
class ExpressionCost:
    """`parts` are values inside expressions, each counted once however often it is used; `work` is what they take on
    one bar of one instrument, in steps of an addition."""

    parts: int
    levels: int
    others: int
    work: int


def cost_of(strategy: Strategy) -> ExpressionCost:
    """All zero for a strategy without expressions."""
    outermost = [operand for _, operand in compared(strategy) if is_expression(operand)]
    parts = {part for operand in outermost for part in _parts(operand)}
    return ExpressionCost(
        parts=len(parts),
        levels=max(map(levels_of, outermost), default=0),
        others=len(other_symbols(strategy)),
        work=sum(map(work_of, parts)),
    )


def levels_of(operand: Operand) -> int:
    return 1 + max(map(levels_of, inside(operand)), default=0)


def work_of(operand: Operand) -> int:
    """Of the value itself, without what is inside it."""
    if isinstance(operand, IndicatorOf | AcrossMembers):
        return _INDICATOR
    if isinstance(operand, Computed) and operand.bars is not None:
        return operand.bars if operand.operation in _BY_LENGTH else _PASSES
    return 1


def _parts(operand: Operand) -> Iterator[Operand]:
    yield operand
    for part in inside(operand):
        yield from _parts(part)
