"""Whether positions can grow and leave in parts as a side says, and orders can wait where it puts them."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.problems import Code, Problem, phrase, quoted
from packages.domain.strategy.schema.grammar import DSL_VERSION, EXPRESSIONS_VERSION
from packages.domain.strategy.semantics.exits import fault, is_nearer
from packages.domain.strategy.trade import RiskPerTrade, SignalExit, TakeProfit, part_of, stops_of
from packages.domain.strategy.walk import resting_orders


def scaling_faults(strategy: Strategy) -> Iterator[Problem]:
    if strategy.dsl_version == DSL_VERSION:
        yield from (_newer(pointer) for pointer in _newer_places(strategy))
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield from _part_faults(side, f"{pointer}/exits")
        yield from _target_faults(side, f"{pointer}/exits")
        yield from _unit_faults(side, pointer)


def _newer_places(strategy: Strategy) -> Iterator[str]:
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield from (f"{pointer}/exits/{at}/part" for at, exit_ in enumerate(side.exits) if part_of(exit_) is not None)
        if side.scale_in is not None:
            yield f"{pointer}/scale_in"
    yield from (f"{pointer}/at" for pointer, order in resting_orders(strategy) if order.at is not None)


def _newer(pointer: str) -> Problem:
    expected = phrase("what_version_has", version=DSL_VERSION)
    suggestion = phrase("set_dsl_version", version=quoted(EXPRESSIONS_VERSION))
    return fault(Code.NEWER_VERSION_NEEDED, pointer, expected, phrase("scaling_or_level"), suggestion)


def _part_faults(side: Side, pointer: str) -> Iterator[Problem]:
    parts = [part_of(exit_) for exit_ in side.exits]
    for index, part in enumerate(parts):
        if part is not None and part.units is not None and side.scale_in is None:
            expected, found = phrase("units_that_were_added"), phrase("positions_of_one_unit")
            yield fault(Code.UNITS_NEEDED, f"{pointer}/{index}/part/units", expected, found, phrase("use_a_fraction"))
    if all(part is not None and part.units is None for part in parts):
        expected, found = phrase("exit_of_the_whole_position"), phrase("only_fractions")
        yield fault(Code.NO_WHOLE_EXIT, pointer, expected, found, phrase("add_an_exit_without_part"))


def _target_faults(side: Side, pointer: str) -> Iterator[Problem]:
    targets = [(index, exit_) for index, exit_ in enumerate(side.exits) if isinstance(exit_, TakeProfit)]
    whole = next((exit_.target for _, exit_ in targets if exit_.part is None), None)
    for index, exit_ in targets:
        if whole is not None and exit_.part is not None and is_nearer(whole, exit_.target):
            place, found = f"{pointer}/{index}/target/value", Message.verbatim(f"{exit_.target.value:g}")
            expected = phrase("target_nearer_than_the_whole", distance=f"{whole.value:g}")
            yield fault(Code.UNREACHABLE_EXIT, place, expected, found, phrase("bring_the_part_nearer"))


def _unit_faults(side: Side, pointer: str) -> Iterator[Problem]:
    scale_in = side.scale_in
    if scale_in is None:
        return
    if isinstance(scale_in.sizing, RiskPerTrade) and not stops_of(side.exits):
        place, expected = f"{pointer}/scale_in/position_sizing", phrase("exit_with_a_stop")
        yield fault(Code.SIZING_NEEDS_STOP, place, expected, phrase("none"), phrase("add_a_stop"))
    for index, exit_ in enumerate(side.exits):
        if isinstance(exit_, SignalExit) and exit_.condition == scale_in.condition:
            expected, found = phrase("another_condition_than_adding"), phrase("condition_of_scale_in")
            suggestion = phrase("say_when_the_reason_for_the_trade_is_gone")
            yield fault(Code.CONTRADICTORY_EXITS, f"{pointer}/exits/{index}/condition", expected, found, suggestion)
