"""A decision as orders: exits first, then entries, with orders, stops and sizes as the strategy states them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import assert_never

from packages.domain.backtest.deciding import Ranges
from packages.domain.strategy import trade as t
from packages.domain.strategy.model import Direction
from packages.domain.trading.decisions import Decision, Enter, Leave
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
    SizeRule,
    Sizing,
    client_order_id,
)


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
                multiple = GuardDistance(DistanceUnit.RISK, float(reward))
                guards = replace(guards, stop=resolved(stop, ranges.stop), target=multiple)
            case t.TrailingStop(stop):
                guards = replace(guards, trail=resolved(stop, ranges.trail))
            case t.SignalExit() | t.TimeExit():
                pass
            case _:
                assert_never(exit_)
    return guards


def resolved(distance: t.Distance, average_range: float) -> GuardDistance:
    """Multiples of the range become points, by the multiplication that the kernel does."""
    value = float(distance.value)
    match distance.unit:
        case t.Unit.POINTS:
            return GuardDistance(DistanceUnit.POINTS, value)
        case t.Unit.PCT:
            return GuardDistance(DistanceUnit.PCT, value)
        case t.Unit.ATR_MULTIPLE:
            return GuardDistance(DistanceUnit.POINTS, value * average_range)
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


def requests_of(deployment_id: str, decision: Decision, held: Mapping[str, Decimal]) -> Iterator[OrderRequest]:
    """`held` has the shares of each position, below 0 when short. Sizes of entries are left to the fill."""
    for leave in decision.exits:
        yield _exit(deployment_id, decision.bar, leave, abs(held[leave.symbol]))
    for enter in decision.entries:
        yield _entry(deployment_id, decision.bar, enter)


def _exit(deployment_id: str, bar: datetime, leave: Leave, quantity: Decimal) -> OrderRequest:
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, f"leave_{leave.direction.value}", leave.symbol),
        symbol=leave.symbol,
        side=OrderSide.SELL if leave.direction is Direction.LONG else OrderSide.BUY,
        effect=Effect.CLOSE,
        type=OrderType.MARKET,
        quantity=quantity,
        reason=leave.reason,
    )


def _entry(deployment_id: str, bar: datetime, enter: Enter) -> OrderRequest:
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, f"enter_{enter.direction.value}", enter.symbol),
        symbol=enter.symbol,
        side=OrderSide.BUY if enter.direction is Direction.LONG else OrderSide.SELL,
        effect=Effect.OPEN,
        type=enter.type,
        sizing=enter.sizing,
        price=None if enter.price is None else Decimal(repr(enter.price)),
        valid_bars=enter.valid_bars,
        guards=enter.guards,
        reference_price=Decimal(repr(enter.close)),
        reason="entry",
    )
