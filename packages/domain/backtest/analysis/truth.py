"""On which of an instrument's own bars a condition is true, and when the parts of one over time came true."""

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Protocol

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.analysis.analysis_bars import lagged
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy import conditions as c

Truth = npt.NDArray[np.bool_]
_COMPARED: Mapping[c.Comparison, Callable[[Floats, Floats], Truth]] = {
    c.Comparison.GT: operator.gt,
    c.Comparison.GTE: operator.ge,
    c.Comparison.LT: operator.lt,
    c.Comparison.LTE: operator.le,
    c.Comparison.EQ: operator.eq,
    c.Comparison.NEQ: operator.ne,
}


class ValueColumns(Protocol):
    """The values of one instrument's own bars."""

    def __len__(self) -> int: ...

    def values(self, operand: c.Operand) -> Floats: ...


class Truths:
    """The truth of conditions on one instrument's own bars; each is worked out once."""

    def __init__(self, bars: ValueColumns) -> None:
        self._bars = bars
        self._known: dict[c.Condition, Truth] = {}
        self._last: dict[c.Condition, Counts] = {}

    def of(self, condition: c.Condition) -> Truth:
        if condition not in self._known:
            self._known[condition] = self._worked_out(condition)
        return self._known[condition]

    def last_true(self, condition: c.Condition, until: int) -> int | None:
        """The last own bar up to `until` on which a condition was true."""
        at = int(self._last_true(condition)[until]) if until >= 0 else -1
        return at if at >= 0 else None

    def _last_true(self, condition: c.Condition) -> Counts:
        if condition not in self._last:
            self._last[condition] = last_true(self.of(condition))
        return self._last[condition]

    def _worked_out(self, condition: c.Condition) -> Truth:
        match condition:
            case c.All(parts):
                return reduce(np.logical_and, [self.of(part) for part in parts])
            case c.AnyOf(parts):
                return reduce(np.logical_or, [self.of(part) for part in parts])
            case c.Not(part):
                return ~self.of(part)
            case c.Compare(left, op, right):
                return compared(self._bars.values(left), op, self._bars.values(right))
            case c.Cross():
                return self._crossed(condition)
            case c.Flag(value):
                return compared(self._bars.values(value), c.Comparison.NEQ, np.zeros(len(self._bars)))
            case _:
                return self._over_time(condition)

    def _crossed(self, cross: c.Cross) -> Truth:
        a, b = self._bars.values(cross.a), self._bars.values(cross.b)
        before_a, before_b = lagged(a, 1), lagged(b, 1)
        if cross.op is c.Crossing.ABOVE:
            return (a > b) & (before_a <= before_b)
        return (a < b) & (before_a >= before_b)

    def _over_time(self, condition: c.WithinBars | c.Sequence | c.BarsSince) -> Truth:
        now = np.arange(len(self._bars))
        match condition:
            case c.WithinBars(part, bars):
                last = self._last_true(part)
                return (last >= 0) & (now - last < bars)
            case c.BarsSince(part, op, bars):
                last = self._last_true(part)
                return (last >= 0) & _COMPARED[op]((now - last).astype(np.float64), np.full(len(now), float(bars)))
            case c.Sequence(steps, within):
                first = now
                for step in reversed(steps[:-1]):
                    # The latest bar before is the best choice for each step: it leaves most room to the ones before.
                    earlier = np.concatenate(([-1, -1], self._last_true(step)))
                    first = earlier[first + 1]
                return self.of(steps[-1]) & (first >= 0) & (now - first < within)


def compared(left: Floats, op: c.Comparison, right: Floats) -> Truth:
    """False wherever a value is not known."""
    return _COMPARED[op](left, right) & ~np.isnan(left) & ~np.isnan(right)


def holds_between(left: float, op: c.Comparison, right: float) -> bool:
    """Of two numbers."""
    return bool(compared(np.array([left]), op, np.array([right]))[0])


def last_true(truth: Truth) -> Counts:
    """For each bar the last one, itself included, on which it was true; -1 where it never was."""
    return np.maximum.accumulate(np.where(truth, np.arange(len(truth)), -1))
