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

Constraint: TypeAlias = Callable[[Strategy], Iterable[Problem]]


def only_markets(markets: Collection[Market]) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.universe.market not in markets:
            expected, found = f"one of {listed(sorted(markets))}", strategy.universe.market.value
            yield _broken("/universe/market", expected, found, "Choose instruments of an allowed market.")

    return check


def long_only(strategy: Strategy) -> Iterator[Problem]:
    """No short side."""
    if strategy.short is not None:
        yield _broken("/trade/short", "only long trades", "a short side", "Remove the short side.")


def not_faster_than(timeframe: Timeframe) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.timeframe.seconds < timeframe.seconds:
            expected, found = f"{timeframe.value} or slower", strategy.timeframe.value
            yield _broken("/timeframe", expected, found, f"Set the timeframe to {timeframe.value}.")

    return check


def largest_leverage(most: float) -> Constraint:
    """No position above `most` times the equity, where the size says so beforehand."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        for direction, side in strategy.sides:
            place = f"/trade/{direction.value}/position_sizing"
            expected, suggestion = f"at most {most:g} times the equity", f"Lower it to {most:g}."
            match side.sizing:
                case EquityFraction(pct) if pct > most:
                    yield _broken(f"{place}/pct", expected, f"{pct:g}", suggestion)
                case VolatilityTarget(_, _, leverage) if leverage > most:
                    yield _broken(f"{place}/max_leverage", expected, f"{leverage:g}", suggestion)
                case _:
                    continue

    return check


def largest_loss_per_trade(most: float) -> Constraint:
    """Every side has a stop, and where the loss at it is known beforehand it is at most `most` of the equity."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        for direction, side in strategy.sides:
            place, expected = f"/trade/{direction.value}", f"at most {most:g} of the equity lost at the stop"
            stops = stops_of(side.exits)
            if not stops:
                yield _broken(f"{place}/exits", expected, "no stop", "Add a stop_loss.")
                continue
            fractions = [stop.value for stop in stops if stop.unit is Unit.PCT]
            match side.sizing:
                case RiskPerTrade(pct) if pct > most:
                    yield _broken(f"{place}/position_sizing/pct", expected, f"{pct:g}", f"Lower it to {most:g}.")
                case EquityFraction(pct) if fractions and pct * min(fractions) > most:
                    suggestion = "Make the position smaller or the stop nearer."
                    yield _broken(f"{place}/position_sizing/pct", expected, f"{pct * min(fractions):g}", suggestion)
                case _:
                    continue

    return check


def _broken(pointer: str, expected: str, found: str, suggestion: str) -> Problem:
    return fault(Code.CONSTRAINT, pointer, expected, found, suggestion)
