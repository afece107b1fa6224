"""Orders, guards and sizes as a strategy states them, in the words of an order: nothing is left to be looked up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from packages.domain.backtest.deciding import Ranges
from packages.domain.strategy import trade as t
from packages.domain.trading.orders import Distance, Guards, OrderType, SizeRule, Sizing, Unit


def type_of(order: t.Order) -> OrderType:
    match order:
        case t.MarketOrder():
            return OrderType.MARKET
        case t.LimitOrder():
            return OrderType.LIMIT
        case t.StopOrder():
            return OrderType.STOP
        case _:
            assert_never(order)


def valid_bars_of(order: t.Order) -> int | None:
    return None if isinstance(order, t.MarketOrder) else order.valid_bars


def guards_of(exits: Sequence[t.Exit], ranges: Ranges) -> Guards:
    """Signals and holding times are no guards: the desk decides on them."""
    guards = Guards()
    for exit_ in exits:
        match exit_:
            case t.StopLoss(stop):
                guards = replace(guards, stop=resolved(stop, ranges.stop))
            case t.TakeProfit(target):
                guards = replace(guards, target=resolved(target, ranges.target))
            case t.Bracket(stop, reward):
                multiple = Distance(Unit.RISK, float(reward))
                guards = replace(guards, stop=resolved(stop, ranges.stop), target=multiple)
            case t.TrailingStop(stop):
                guards = replace(guards, trail=resolved(stop, ranges.trail))
            case t.SignalExit() | t.TimeExit():
                pass
            case _:
                assert_never(exit_)
    return guards


def resolved(distance: t.Distance, average_range: float) -> Distance:
    """Multiples of the range become points, by the multiplication that the kernel does."""
    value = float(distance.value)
    match distance.unit:
        case t.Unit.POINTS:
            return Distance(Unit.POINTS, value)
        case t.Unit.PCT:
            return Distance(Unit.PCT, value)
        case t.Unit.ATR_MULTIPLE:
            return Distance(Unit.POINTS, value * average_range)
        case _:
            assert_never(distance.unit)


def sizing_of(sizing: t.Sizing, deviation: float) -> Sizing:
    match sizing:
        case t.FixedQuantity(qty):
            return Sizing(SizeRule.QUANTITY, float(qty))
        case t.FixedCash(cash):
            return Sizing(SizeRule.CASH, float(cash))
        case t.EquityFraction(pct):
            return Sizing(SizeRule.EQUITY, float(pct))
        case t.VolatilityTarget(target, _, most):
            return Sizing(SizeRule.VOLATILITY, float(target), deviation, float(most))
        case t.RiskPerTrade(pct):
            return Sizing(SizeRule.RISK, float(pct))
        case _:
            assert_never(sizing)
