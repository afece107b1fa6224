"""Limits of a person or an account that a strategy must keep: functions that take a strategy and list what breaks them.

The validation takes any list of them, so whoever knows a person's limits decides which.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from packages.core.messages import Message
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.problems import Code, Problem, listed, phrase
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.trade import EquityFraction, RiskPerTrade, Sizing, Unit, VolatilityTarget, stops_of

Constraint: TypeAlias = Callable[[Strategy], Iterable[Problem]]
_ROUNDING = 1 + 1e-9  # 40% of the account with a stop of 5% loses 2%, also in binary fractions


def only_markets(markets: Collection[Market]) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.universe.market not in markets:
            expected, found = phrase("one_of", words=listed(sorted(markets))), strategy.universe.market.value
            suggestion = phrase("choose_instruments_of_an_allowed_market")
            yield _broken("/universe/market", expected, Message.verbatim(found), suggestion)

    return check


def long_only(strategy: Strategy) -> Iterator[Problem]:
    """No short side."""
    if strategy.short is not None:
        expected, found = phrase("only_long_trades"), phrase("short_side")
        yield _broken("/trade/short", expected, found, phrase("remove_the_short_side"))
    if strategy.portfolio is not None and strategy.portfolio.may_short:
        expected, found = phrase("only_long_trades"), phrase("short_side")
        named = strategy.portfolio.short is None
        suggestion = phrase("keep_weights_above_0") if named else phrase("remove_the_short_side")
        yield _broken(f"/portfolio/{'legs' if named else 'short'}", expected, found, suggestion)


def not_faster_than(timeframe: Timeframe) -> Constraint:
    def check(strategy: Strategy) -> Iterator[Problem]:
        if strategy.timeframe.seconds < timeframe.seconds:
            expected, found = phrase("timeframe_or_slower", timeframe=timeframe.value), strategy.timeframe.value
            suggestion = phrase("set_the_timeframe_to", timeframe=timeframe.value)
            yield _broken("/timeframe", expected, Message.verbatim(found), suggestion)

    return check


def largest_leverage(most: float) -> Constraint:
    """No position above `most` times the equity, where the size says so beforehand."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        expected = phrase("most_times_equity", most=f"{most:g}")
        suggestion = phrase("lower_it_to", most=f"{most:g}")
        if strategy.portfolio is not None and strategy.portfolio.gross > most * _ROUNDING:
            yield _broken("/portfolio", expected, Message.verbatim(f"{strategy.portfolio.gross:g}"), suggestion)
        for direction, side in strategy.sides:
            place = f"/trade/{direction.value}/position_sizing"
            together = _with_units(side)
            if side.scale_in is not None and together > most * _ROUNDING:
                where, fewer = f"/trade/{direction.value}/scale_in/max_units", phrase("allow_fewer_or_smaller_units")
                yield _broken(where, expected, Message.verbatim(f"{together:g}"), fewer)
            match side.sizing:
                case EquityFraction(pct) if pct > most:
                    yield _broken(f"{place}/pct", expected, Message.verbatim(f"{pct:g}"), suggestion)
                case VolatilityTarget(_, _, leverage) if leverage > most:
                    yield _broken(f"{place}/max_leverage", expected, Message.verbatim(f"{leverage:g}"), suggestion)
                case _:
                    continue

    return check


def largest_loss_per_trade(most: float) -> Constraint:
    """Every side has a stop, and where the loss at it is known beforehand it is at most `most` of the equity. A
    position of a portfolio has no stop, so that its whole weight counts."""

    def check(strategy: Strategy) -> Iterator[Problem]:
        yield from _weight_faults(strategy, most)
        for direction, side in strategy.sides:
            place = f"/trade/{direction.value}"
            expected = phrase("most_loss_at_stop", most=f"{most:g}")
            stops = stops_of(side.exits)
            if not stops:
                yield _broken(f"{place}/exits", expected, phrase("no_stop"), phrase("add_a_stop_loss"))
                continue
            fractions = [stop.value for stop in stops if stop.unit is Unit.PCT]
            lost = _lost_with_units(side, min(fractions, default=0))
            if side.scale_in is not None and lost > most * _ROUNDING:
                fewer = phrase("allow_fewer_or_smaller_units")
                yield _broken(f"{place}/scale_in/max_units", expected, Message.verbatim(f"{lost:g}"), fewer)
            match side.sizing:
                case RiskPerTrade(pct) if pct > most:
                    suggestion = phrase("lower_it_to", most=f"{most:g}")
                    yield _broken(f"{place}/position_sizing/pct", expected, Message.verbatim(f"{pct:g}"), suggestion)
                case EquityFraction(pct) if fractions and pct * min(fractions) > most * _ROUNDING:
                    suggestion = phrase("make_the_position_smaller_or_the_stop_nearer")
                    found = Message.verbatim(f"{pct * min(fractions):g}")
                    yield _broken(f"{place}/position_sizing/pct", expected, found, suggestion)
                case _:
                    continue

    return check


def loses_by_the_order(strategy: Strategy, most: float) -> bool:
    """Whether some side has a stop, and only its orders tell what is lost there: the stop is so many ranges away, or
    the size depends on the volatility or on the account."""
    return any(_loss_is_open(side, most) for _, side in strategy.sides)


def _loss_is_open(side: Side, most: float) -> bool:
    stops = stops_of(side.exits)
    nearest = min((stop.value for stop in stops if stop.unit is Unit.PCT), default=None)
    if not stops or all(isinstance(each, RiskPerTrade) for each in _units(side)):
        return False
    has_a_share = all(isinstance(each, RiskPerTrade | EquityFraction | VolatilityTarget) for each in _units(side))
    if nearest is None or not has_a_share:
        return True
    risked = sum(each.pct for each in _units(side) if isinstance(each, RiskPerTrade))
    return risked + nearest * _with_units(side) > most * _ROUNDING


def _units(side: Side) -> Iterator[Sizing]:
    """The size of each unit that a position may come to have."""
    yield side.sizing
    if side.scale_in is not None:
        yield from [side.scale_in.sizing or side.sizing] * (side.scale_in.max_units - 1)


def _with_units(side: Side) -> float:
    """What all units together take of the equity, as far as their sizes say so beforehand."""
    shares = (each.pct if isinstance(each, EquityFraction) else _leverage(each) for each in _units(side))
    return sum(shares)


def _leverage(sizing: Sizing) -> float:
    return sizing.max_leverage if isinstance(sizing, VolatilityTarget) else 0


def _lost_with_units(side: Side, stop: float) -> float:
    """What all units together lose at the nearest stop, counted as if each stood its own distance from it."""
    risked = sum(each.pct for each in _units(side) if isinstance(each, RiskPerTrade))
    return risked + stop * sum(each.pct for each in _units(side) if isinstance(each, EquityFraction))


def _weight_faults(strategy: Strategy, most: float) -> Iterator[Problem]:
    portfolio = strategy.portfolio
    if portfolio is not None and (portfolio.max_weight is None or portfolio.max_weight > most * _ROUNDING):
        found = phrase("none") if portfolio.max_weight is None else Message.verbatim(f"{portfolio.max_weight:g}")
        expected, suggestion = phrase("largest_position", most=f"{most:g}"), phrase("set_max_weight", most=f"{most:g}")
        yield _broken("/portfolio/max_weight", expected, found, suggestion)


def _broken(pointer: str, expected: Message, found: Message, suggestion: Message) -> Problem:
    return fault(Code.CONSTRAINT, pointer, expected, found, suggestion)
