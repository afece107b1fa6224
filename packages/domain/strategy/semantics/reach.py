"""Conditions that can be proved never to come true, to compare nothing, or to exclude each other on the same bar."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.core.messages import Message
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.company_fields import DAY_COUNTS, POSITIVE_RATIOS
from packages.domain.strategy.conditions import (
    All,
    BarsSince,
    Compare,
    Comparison,
    Condition,
    Constant,
    Cross,
    Crossing,
    Not,
    Operand,
    Price,
    PriceField,
    Sequence,
)
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import CompanyEvent, Fundamental, is_fixed
from packages.domain.strategy.problems import Code, Problem, phrase
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.walk import every_condition

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


_BELOW = (Comparison.LT, Comparison.LTE)


def reach_faults(strategy: Strategy) -> Iterator[Problem]:
    for pointer, condition in every_condition(strategy):
        if _compares_nothing(condition):
            expected, found = phrase("condition_that_can_change"), phrase("two_values_that_never_differ_in_time")
            suggestion = phrase("compare_something_else")
            yield fault(Code.CONSTANT_CONDITION, pointer, expected, found, suggestion)
        elif reason := _reason_it_never_holds(condition, strategy.universe.market):
            found, suggestion = reason
            yield fault(Code.NEVER_TRUE, pointer, phrase("condition_that_can_come_true"), found, suggestion)


def _compares_nothing(condition: Condition) -> bool:
    match condition:
        case Compare(left, _, right) | Cross(left, _, right):
            return left == right or (is_fixed(left) and is_fixed(right))
        case _:
            return False


def _reason_it_never_holds(condition: Condition, market: Market) -> tuple[Message, Message] | None:
    match condition:
        case Compare(left, op, right):
            never = _never(left, op, right, market) or _never(right, op.turned, left, market)
            found = phrase("comparison_that_no_bar_can_meet")
            return (found, phrase("turn_it_round_or_change_the_number")) if never else None
        case Cross(a, op, b):
            now = Comparison.LT if op is Crossing.BELOW else Comparison.GT
            never = _never(a, now, b, market) or _never(b, now.turned, a, market)
            return (phrase("crossing_that_no_bar_can_meet"), phrase("cross_something_else")) if never else None
        case BarsSince(_, Comparison.LT, 0):
            return phrase("fewer_than_0_bars"), phrase("use_lte_with_0_for_this_bar_or_a_larger_number")
        case Sequence(steps, bars) if len(steps) > bars:
            found = phrase("steps_in_bars", steps=len(steps), bars=bars)
            return found, phrase("set_within_bars_to_at_least", steps=len(steps))
        case All(parts) if not can_hold_together(parts) or _denies_itself(parts):
            return phrase("conditions_that_exclude_each_other"), phrase("remove_one_of_them_or_join_them_with_any")
        case _:
            return None


def _denies_itself(parts: tuple[Condition, ...]) -> bool:
    return any(isinstance(part, Not) and part.condition in parts for part in parts)


def _never(left: Operand, op: Comparison, right: Operand, market: Market) -> bool:
    """Whether the left value is known never to be below the right one, as the comparison wants it."""
    if isinstance(left, Fundamental | CompanyEvent) and isinstance(right, Constant):
        return _below_all_figures(left, op, right.value)
    if not isinstance(left, Price):
        return False
    if isinstance(right, Constant):
        return _below_all_prices(left.field, op, right.value, market)
    if not isinstance(right, Price) or left.lag != right.lag or PriceField.VOLUME in (left.field, right.field):
        return False
    return op is Comparison.LT and (left.field is PriceField.HIGH or right.field is PriceField.LOW)


def _below_all_figures(left: Fundamental | CompanyEvent, op: Comparison, value: int | float) -> bool:
    """Ratios that are undefined over a loss are above 0, and days are counted from 0."""
    if isinstance(left, Fundamental):
        return left.field in POSITIVE_RATIOS and op in (*_BELOW, Comparison.EQ) and value <= 0
    below = op is Comparison.LT and value <= 0
    return left.field in DAY_COUNTS and (below or (op in (*_BELOW, Comparison.EQ) and value < 0))


def _below_all_prices(field: PriceField, op: Comparison, value: int | float, market: Market) -> bool:
    if field is PriceField.VOLUME:
        return (op is Comparison.LT and value <= 0) or (op in (*_BELOW, Comparison.EQ) and value < 0)
    # Futures have traded below zero (crude oil, April 2020); nothing else here can.
    return market is not Market.FUTURES and op in (*_BELOW, Comparison.EQ) and value <= 0
