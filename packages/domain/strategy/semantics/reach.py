"""Conditions that can be proved never to come true, or to compare nothing."""

from collections.abc import Iterator

from packages.domain.market_data.symbols import Market
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
from packages.domain.strategy.problems import Code, Problem
from packages.domain.strategy.semantics.fault import fault
from packages.domain.strategy.semantics.together import can_hold_together
from packages.domain.strategy.walk import every_condition
from packages.domain.strategy.wording import Wording, said

_BELOW = (Comparison.LT, Comparison.LTE)


def reach_faults(strategy: Strategy) -> Iterator[Problem]:
    for pointer, condition in every_condition(strategy):
        if _compares_nothing(condition):
            expected, found = said("a condition that can change"), said("two values that never differ in time")
            suggestion = said("Compare a price, the volume or a factor with something else.")
            yield fault(Code.CONSTANT_CONDITION, pointer, expected, found, suggestion)
        elif reason := _reason_it_never_holds(condition, strategy.universe.market):
            found, suggestion = reason
            yield fault(Code.NEVER_TRUE, pointer, said("a condition that can come true"), found, suggestion)


def _compares_nothing(condition: Condition) -> bool:
    match condition:
        case Compare(left, _, right) | Cross(left, _, right):
            return left == right or (isinstance(left, Constant) and isinstance(right, Constant))
        case _:
            return False


def _reason_it_never_holds(condition: Condition, market: Market) -> tuple[Wording, Wording] | None:
    match condition:
        case Compare(left, op, right):
            never = _never(left, op, right, market) or _never(right, op.turned, left, market)
            found = said("a comparison that no bar can meet")
            return (found, said("Turn it round or change the number.")) if never else None
        case Cross(a, op, b):
            now = Comparison.LT if op is Crossing.BELOW else Comparison.GT
            never = _never(a, now, b, market) or _never(b, now.turned, a, market)
            return (said("a crossing that no bar can meet"), said("Cross something else.")) if never else None
        case BarsSince(_, Comparison.LT, 0):
            return said("fewer than 0 bars"), said("Use lte with 0 for this bar, or a larger number.")
        case Sequence(steps, bars) if len(steps) > bars:
            found = said("{steps} steps in {bars} bars", steps=len(steps), bars=bars)
            return found, said("Set within_bars to at least {steps}.", steps=len(steps))
        case All(parts) if not can_hold_together(parts) or _denies_itself(parts):
            return said("conditions that exclude each other"), said("Remove one of them, or join them with any.")
        case _:
            return None


def _denies_itself(parts: tuple[Condition, ...]) -> bool:
    return any(isinstance(part, Not) and part.condition in parts for part in parts)


def _never(left: Operand, op: Comparison, right: Operand, market: Market) -> bool:
    """Whether the left value is known never to be below the right one, as the comparison wants it."""
    if not isinstance(left, Price):
        return False
    if isinstance(right, Constant):
        return _below_all_prices(left.field, op, right.value, market)
    if not isinstance(right, Price) or left.lag != right.lag or PriceField.VOLUME in (left.field, right.field):
        return False
    return op is Comparison.LT and (left.field is PriceField.HIGH or right.field is PriceField.LOW)


def _below_all_prices(field: PriceField, op: Comparison, value: int | float, market: Market) -> bool:
    if field is PriceField.VOLUME:
        return (op is Comparison.LT and value <= 0) or (op in (*_BELOW, Comparison.EQ) and value < 0)
    # Futures have traded below zero (crude oil, April 2020); nothing else here can.
    return market is not Market.FUTURES and op in (*_BELOW, Comparison.EQ) and value <= 0
