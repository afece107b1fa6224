"""Whether the exits of a side can stand beside each other, and the size has what it needs."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.strategy.model import Direction, Side, Strategy
from packages.domain.strategy.problems import Code, Problem, Stage, phrase
from packages.domain.strategy.trade import (
    Bracket,
    Distance,
    MarketOrder,
    RiskPerTrade,
    SignalExit,
    StopLoss,
    TakeProfit,
    TrailingStop,
    part_of,
    stops_of,
)


def fault(code: Code, pointer: str, expected: Message, found: Message, suggestion: Message) -> Problem:
    return Problem(Stage.SEMANTIC, code, pointer, expected, found, suggestion)


def exit_faults(strategy: Strategy) -> Iterator[Problem]:
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield from _repeated(side, pointer)
        yield from _contradictory(side, pointer)
        yield from _never_reached(side, pointer)
        if isinstance(side.sizing, RiskPerTrade) and not stops_of(side.exits):
            suggestion = phrase("add_a_stop")
            place = f"{pointer}/position_sizing"
            yield fault(Code.SIZING_NEEDS_STOP, place, phrase("exit_with_a_stop"), phrase("none"), suggestion)
    yield from _both_at_once(strategy)


def _repeated(side: Side, pointer: str) -> Iterator[Problem]:
    seen = set[object]()
    for index, exit_ in enumerate(side.exits):
        key: object = exit_ if isinstance(exit_, SignalExit) or part_of(exit_) is not None else type(exit_)
        if key in seen:
            expected, found = phrase("each_kind_of_exit_once"), phrase("second_one")
            yield fault(Code.DUPLICATE_EXIT, f"{pointer}/exits/{index}", expected, found, phrase("keep_one_of_them"))
        seen.add(key)


def _contradictory(side: Side, pointer: str) -> Iterator[Problem]:
    has_bracket = any(isinstance(exit_, Bracket) for exit_ in side.exits)
    for index, exit_ in enumerate(side.exits):
        place = f"{pointer}/exits/{index}"
        if has_bracket and isinstance(exit_, StopLoss | TakeProfit) and part_of(exit_) is None:
            expected = phrase("no_stop_beside_bracket")
            found, suggestion = phrase("one_beside_a_bracket_rr"), phrase("remove_it_or_replace_the_bracket")
            yield fault(Code.CONTRADICTORY_EXITS, place, expected, found, suggestion)
        if isinstance(exit_, SignalExit) and exit_.condition == side.entry.condition:
            expected, found = phrase("another_condition_than_the_entry"), phrase("entry_condition")
            suggestion = phrase("say_when_the_reason_for_the_trade_is_gone")
            yield fault(Code.CONTRADICTORY_EXITS, f"{place}/condition", expected, found, suggestion)


def _never_reached(side: Side, pointer: str) -> Iterator[Problem]:
    trailing = next((exit_.stop for exit_ in side.exits if isinstance(exit_, TrailingStop)), None)
    for index, exit_ in enumerate(side.exits):
        if trailing is not None and isinstance(exit_, StopLoss) and is_nearer(trailing, exit_.stop):
            expected = phrase("stop_nearer_than_the_trailing_stop", distance=f"{trailing.value:g}")
            suggestion = phrase("trailing_stop_is_nearer")
            place, found = f"{pointer}/exits/{index}/stop/value", Message.verbatim(f"{exit_.stop.value:g}")
            yield fault(Code.UNREACHABLE_EXIT, place, expected, found, suggestion)


def is_nearer(one: Distance, other: Distance) -> bool:
    """Or as near, where the two can be compared beforehand."""
    comparable = one.unit is other.unit and one.atr_period == other.atr_period
    return comparable and one.value <= other.value


def _both_at_once(strategy: Strategy) -> Iterator[Problem]:
    entries = [side.entry for _, side in strategy.sides]
    if len(entries) < 2 or entries[0].condition != entries[1].condition:
        return
    # With resting orders the same signal may wait for a breakout either way; at the market it buys what it sells.
    if all(isinstance(entry.order, MarketOrder) for entry in entries):
        place = f"/trade/{Direction.SHORT.value}/entry/condition"
        expected, found = phrase("another_condition_than_the_long_side"), phrase("same_condition")
        suggestion = phrase("turn_the_comparison_round_for_one_of_them")
        yield fault(Code.CONTRADICTORY_SIDES, place, expected, found, suggestion)
