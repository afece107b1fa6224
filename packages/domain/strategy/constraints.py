"""Limits of a person or a desk that a strategy must keep: functions that look at a strategy and tell what breaks them.

The validation takes any list of them, so whoever knows a person's limits decides which.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, listed
from packages.domain.strategy.semantics.fault import fault
from packages.domain.strategy.trade import EquityFraction, RiskPerTrade, Unit, VolatilityTarget, stops_of
from packages.domain.strategy.wording import Wording, as_written, said

Constraint: TypeAlias = Callable[[Strategy], Iterable[Problem]]


def only_markets(markets: Collection[Market]) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.universe.market not in markets:
            expected, found = said("one of {words}", words=listed(sorted(markets))), strategy.universe.market.value
            suggestion = said("Choose instruments of an allowed market.")
            yield _broken("/universe/market", expected, as_written(found), suggestion)

    return check


def long_only(strategy: Strategy) -> Iterator[Problem]:
    """No short side."""
    if strategy.short is not None:
        expected, found = said("only long trades"), said("a short side")
        yield _broken("/trade/short", expected, found, said("Remove the short side."))


def not_faster_than(timeframe: Timeframe) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.timeframe.seconds < timeframe.seconds:
            expected, found = said("{timeframe} or slower", timeframe=timeframe.value), strategy.timeframe.value
            suggestion = said("Set the timeframe to {timeframe}.", timeframe=timeframe.value)
            yield _broken("/timeframe", expected, as_written(found), suggestion)

    return check


def largest_leverage(most: float) -> Constraint:
    """No position above `most` times the equity, where the size says so beforehand."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        for direction, side in strategy.sides:
            place = f"/trade/{direction.value}/position_sizing"
            expected = said("at most {most} times the equity", most=f"{most:g}")
            suggestion = said("Lower it to {most}.", most=f"{most:g}")
            match side.sizing:
                case EquityFraction(pct) if pct > most:
                    yield _broken(f"{place}/pct", expected, as_written(f"{pct:g}"), suggestion)
                case VolatilityTarget(_, _, leverage) if leverage > most:
                    yield _broken(f"{place}/max_leverage", expected, as_written(f"{leverage:g}"), suggestion)
                case _:
                    continue

    return check


def largest_loss_per_trade(most: float) -> Constraint:
    """Every side has a stop, and where the loss at it is known beforehand it is at most `most` of the equity."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        for direction, side in strategy.sides:
            place = f"/trade/{direction.value}"
            expected = said("at most {most} of the equity lost at the stop", most=f"{most:g}")
            stops = stops_of(side.exits)
            if not stops:
                yield _broken(f"{place}/exits", expected, said("no stop"), said("Add a stop_loss."))
                continue
            fractions = [stop.value for stop in stops if stop.unit is Unit.PCT]
            match side.sizing:
                case RiskPerTrade(pct) if pct > most:
                    suggestion = said("Lower it to {most}.", most=f"{most:g}")
                    yield _broken(f"{place}/position_sizing/pct", expected, as_written(f"{pct:g}"), suggestion)
                case EquityFraction(pct) if fractions and pct * min(fractions) > most:
                    suggestion = said("Make the position smaller or the stop nearer.")
                    found = as_written(f"{pct * min(fractions):g}")
                    yield _broken(f"{place}/position_sizing/pct", expected, found, suggestion)
                case _:
                    continue

    return check


def _broken(pointer: str, expected: Wording, found: Wording, suggestion: Wording) -> Problem:
    return fault(Code.CONSTRAINT, pointer, expected, found, suggestion)
