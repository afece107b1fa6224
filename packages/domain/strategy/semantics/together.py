"""Whether comparisons of the same values can hold on the same bar."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.domain.strategy.conditions import Compare, Comparison, Condition, Constant, Operand

_Subject: TypeAlias = tuple[Operand, ...]


@dataclass(slots=True)
class _Range:
    """The values that are left for one subject."""

    low: float = -math.inf
    high: float = math.inf
    low_is_out: bool = False
    high_is_out: bool = False
    excluded: set[float] = field(default_factory=set)

    def narrow(self, op: Comparison, bound: float) -> None:
        if op in (Comparison.GT, Comparison.GTE, Comparison.EQ) and bound >= self.low:
            self.low_is_out = op is Comparison.GT or (self.low_is_out and bound == self.low)
            self.low = bound
        if op in (Comparison.LT, Comparison.LTE, Comparison.EQ) and bound <= self.high:
            self.high_is_out = op is Comparison.LT or (self.high_is_out and bound == self.high)
            self.high = bound
        if op is Comparison.NEQ:
            self.excluded.add(bound)

    @property
    def is_empty(self) -> bool:
        if self.low == self.high:
            return self.low_is_out or self.high_is_out or self.low in self.excluded
        return self.low > self.high


def can_hold_together(conditions: Iterable[Condition]) -> bool:
    """False only when it is proved: `x > 70` beside `x < 30`, or `a > b` beside `a < b`."""
    ranges: dict[_Subject, _Range] = {}
    for condition in conditions:
        if isinstance(condition, Compare):
            subject, op, bound = _about(condition)
            ranges.setdefault(subject, _Range()).narrow(op, bound)
    return not any(left.is_empty for left in ranges.values())


def _about(compare: Compare) -> tuple[_Subject, Comparison, float]:
    """What is compared, how, and with which number; two values are compared by their difference."""
    if isinstance(compare.right, Constant):
        return (compare.left,), compare.op, compare.right.value
    if isinstance(compare.left, Constant):
        return (compare.right,), compare.op.turned, compare.left.value
    if repr(compare.left) <= repr(compare.right):
        return (compare.left, compare.right), compare.op, 0.0
    return (compare.right, compare.left), compare.op.turned, 0.0
