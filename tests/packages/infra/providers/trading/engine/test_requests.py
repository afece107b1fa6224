"""The orders that follow from a decision."""

from datetime import UTC, datetime
from decimal import Decimal

from packages.domain.strategy.model import Direction
from packages.domain.trading.decisions import Decision, Enter, Leave
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderSide,
    OrderType,
    SizeRule,
    Sizing,
)
from packages.infra.providers.trading.engine.decider import requests_of

BAR = datetime(2024, 5, 6, tzinfo=UTC)
LONG, SHORT = Direction.LONG, Direction.SHORT
HALF = Sizing(SizeRule.EQUITY, 0.5)
GUARDS = Guards(stop=GuardDistance(DistanceUnit.PCT, 0.02))


def leave(symbol: str, direction: Direction) -> Leave:
    return Leave(symbol=symbol, direction=direction, reason="time_exit", rule=0, why={})


def enter(symbol: str, direction: Direction, type_: OrderType, price: float | None, bars: int | None) -> Enter:
    return Enter(
        symbol=symbol,
        direction=direction,
        type=type_,
        price=price,
        valid_bars=bars,
        sizing=HALF,
        guards=GUARDS,
        close=10.1,
        why={},
    )


def test_exits_go_first_with_all_that_is_held_and_entries_keep_their_rank() -> None:
    entries = (
        enter("B", SHORT, OrderType.MARKET, None, None),
        enter("A", LONG, OrderType.LIMIT, 0.1 + 0.2, 3),
    )
    decision = Decision(BAR, (leave("B", LONG), leave("C", SHORT)), entries)
    told = list(requests_of("d1", decision, {"B": Decimal("12.5"), "C": Decimal(-7)}))
    assert [(order.symbol, order.side, order.effect, order.quantity) for order in told] == [
        ("B", OrderSide.SELL, Effect.CLOSE, Decimal("12.5")),
        ("C", OrderSide.BUY, Effect.CLOSE, Decimal(7)),
        ("B", OrderSide.SELL, Effect.OPEN, None),
        ("A", OrderSide.BUY, Effect.OPEN, None),
    ]
    assert [order.direction for order in told] == [LONG, SHORT, SHORT, LONG]
    resting = told[-1]
    assert (resting.type, resting.valid_bars, resting.sizing, resting.guards) == (OrderType.LIMIT, 3, HALF, GUARDS)
    assert float(resting.price or 0) == 0.1 + 0.2
    assert resting.reference_price == Decimal("10.1")


def test_ids_are_the_same_for_the_same_decision_and_differ_by_action_bar_and_deployment() -> None:
    both = Decision(
        BAR,
        (),
        (enter("A", LONG, OrderType.STOP, 11.0, 1), enter("A", SHORT, OrderType.STOP, 9.0, 1)),
    )
    later = Decision(BAR.replace(day=7), (), both.entries)
    first, again, other_bar, other_deployment = (
        [order.client_order_id for order in requests_of(deployment, decision, {})]
        for deployment, decision in (("d1", both), ("d1", both), ("d1", later), ("d2", both))
    )
    assert first == again
    assert len({*first, *other_bar, *other_deployment}) == 6
