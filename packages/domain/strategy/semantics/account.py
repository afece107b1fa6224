"""Whether values of the account stand where they can be known: on the bar of the decision, and nowhere back in time."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import (
    OF_A_POSITION,
    POINTWISE,
    AccountField,
    AccountValue,
    Computed,
    Constant,
    Operand,
)
from packages.domain.strategy.problems import Code, Problem, phrase
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.walk import (
    compared,
    descend,
    every_condition,
    operands_of,
    parts_of,
    resting_orders,
    rules,
    values_of,
    within,
)

_Refusal = tuple[Message, Message]  # what was found, and the remedy
_OVER_TIME = (c.WithinBars, c.BarsSince, c.Sequence)


def account_faults(strategy: Strategy) -> Iterator[Problem]:
    ranking = strategy.universe.ranking
    if ranking is not None:
        refusal = phrase("account_in_ranking"), phrase("rank_by_the_market")
        yield from _in_value("/universe/ranking/by", ranking.by, refusal)
    if strategy.portfolio is not None:
        refusal = phrase("account_in_portfolio"), phrase("weigh_by_the_market")
        for pointer, operand in compared(strategy):
            yield from _in_value(pointer, operand, refusal)
        return
    for pointer, condition in rules(strategy):
        yield from _in_condition(pointer, condition, None)
    yield from _in_levels(strategy)
    yield from _never_known(strategy)
    for pointer, condition in every_condition(strategy):
        if isinstance(condition, c.Compare) and _is_above_the_peak(condition):
            expected, found = phrase("condition_that_can_come_true"), phrase("drawdown_above_0")
            yield fault(Code.NEVER_TRUE, pointer, expected, found, phrase("write_drawdowns_below_0"))


def _in_condition(pointer: str, condition: c.Condition, refusal: _Refusal | None) -> Iterator[Problem]:
    if isinstance(condition, _OVER_TIME):
        refusal = phrase("account_over_time"), phrase("join_it_with_all_or_any")
    if isinstance(condition, c.Cross):
        refusal = refusal or (phrase("account_in_crossing"), phrase("compare_it_with_cmp"))
    for place, operand in operands_of(pointer, condition):
        yield from _in_value(place, operand, refusal)
    for place, part in parts_of(pointer, condition):
        yield from _in_condition(place, part, refusal)


def _in_value(pointer: str, operand: Operand, refusal: _Refusal | None) -> Iterator[Problem]:
    if isinstance(operand, AccountValue) and refusal is not None:
        yield fault(Code.ACCOUNT_NOT_ALLOWED, f"{pointer}/account", phrase("value_of_the_market"), *refusal)
    if not (isinstance(operand, Computed) and operand.operation in POINTWISE):
        refusal = refusal or (phrase("account_in_window"), phrase("take_it_out_of_the_window"))
    for place, part in values_of(pointer, operand):
        yield from _in_value(place, part, refusal)


def _in_levels(strategy: Strategy) -> Iterator[Problem]:
    """Where an entry waits follows from the market; a further unit may wait at a distance from its position."""
    for pointer, order in resting_orders(strategy):
        is_entry = pointer.endswith("/entry/order")
        refusal = (phrase("account_in_entry_level"), phrase("use_it_in_scale_in")) if is_entry else None
        if order.at is not None:
            yield from _in_value(f"{pointer}/at", order.at, refusal)


def _never_known(strategy: Strategy) -> Iterator[Problem]:
    """Who trades one way only has no position when an entry is decided; who trades both may be turning round."""
    if len(strategy.sides) > 1:
        return
    for direction, side in strategy.sides:
        for pointer, condition in descend(f"/trade/{direction.value}/entry/condition", side.entry.condition):
            if any(_is_of_a_position(operand) for _, operand in operands_of(pointer, condition)):
                expected, found = phrase("condition_that_can_come_true"), phrase("position_before_the_entry")
                yield fault(Code.NEVER_TRUE, pointer, expected, found, phrase("move_it_to_an_exit"))


def _is_of_a_position(operand: Operand) -> bool:
    parts = (part for _, part in within("", operand))
    return any(isinstance(part, AccountValue) and part.field in OF_A_POSITION for part in parts)


def _is_above_the_peak(compare: c.Compare) -> bool:
    left, op, right = compare.left, compare.op, compare.right
    if isinstance(left, Constant):
        left, op, right = right, op.turned, left
    if left != AccountValue(AccountField.DRAWDOWN) or not isinstance(right, Constant):
        return False
    if op is c.Comparison.GT:
        return right.value >= 0
    return op in (c.Comparison.GTE, c.Comparison.EQ) and right.value > 0
