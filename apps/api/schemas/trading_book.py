"""What the routes tell of a deployment's orders, fills, positions, signals and money."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from apps.api.schemas.trading import Exact, Told
from packages.domain.strategy.model import Direction
from packages.domain.trading.order_desk.differences import DifferenceKind, DifferenceState, ToldDifference, told
from packages.domain.trading.order_desk.model import (
    Action,
    BookedFill,
    DeskOrder,
    EquityPoint,
    OrderChange,
    Position,
    ToldSignal,
)
from packages.domain.trading.orders import Effect, OrderStatus, OrderType, Side
from packages.domain.trading.runtime.drift import Drift, DriftPoint
from packages.domain.trading.runtime.performance import Performance


class OrderOut(BaseModel):
    """`quantity` is null where the size is left to the fill; `bar` where a person or a limit asked for the order.
    `why` is the word for how it stands: a limit, a rejection, what it waits for."""

    client_order_id: str
    number: int
    bar: datetime | None
    symbol: str
    side: Side
    effect: Effect
    type: OrderType
    quantity: Exact | None
    price: Exact | None
    reference_price: Exact | None
    reason: str
    status: OrderStatus
    filled: Exact
    average_price: Exact | None
    costs: Exact
    broker_order_id: str
    why: str
    tries: int
    sent_at: datetime | None
    next_try_at: datetime | None
    created_at: datetime
    updated_at: datetime


class OrderChangeOut(Told):
    """One row of an order's history."""

    number: int
    status: OrderStatus
    filled: Exact
    why: str
    at: datetime


class OrderDetailOut(OrderOut):
    """With its history, oldest first."""

    history: list[OrderChangeOut]


class OrdersOut(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    orders: list[OrderOut]
    next: int | None


class FillOut(BaseModel):
    """Shares that changed hands; `realised` is before costs. A foreign one belongs to no order of the deployment."""

    number: int
    fill_id: str
    client_order_id: str
    symbol: str
    side: Side
    effect: Effect
    quantity: Exact
    price: Exact
    costs: Exact
    at: datetime
    reason: str
    realised: Exact
    is_foreign: bool


class FillsOut(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    fills: list[FillOut]
    next: int | None


class PositionOut(Told):
    """Below 0 when short; `at_broker` is what the broker has, where that is something else."""

    symbol: str
    quantity: Exact
    average_price: Exact | None
    cost: Exact
    realised: Exact
    costs: Exact
    since: datetime | None
    at_broker: Exact | None


class PositionsOut(BaseModel):
    """By symbol, flat ones that have a history too."""

    positions: list[PositionOut]


class SignalOut(BaseModel):
    """What the strategy said on a bar, and the values that it was true on."""

    number: int
    bar: datetime
    symbol: str
    action: Action
    direction: Direction
    reason: str
    why: dict[str, float]


class SignalsOut(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    signals: list[SignalOut]
    next: int | None


class EquityPointOut(Told):
    """On the close of a bar."""

    bar: datetime
    equity: Exact
    cash: Exact


class EquityOut(BaseModel):
    """Oldest first."""

    points: list[EquityPointOut]


class DifferenceOut(BaseModel):
    """Where broker and journal disagree, in a sentence of each language."""

    number: int
    kind: DifferenceKind
    subject: str
    journal: str
    broker: str
    state: DifferenceState
    told: dict[str, str]


class DifferencesOut(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    differences: list[DifferenceOut]
    next: int | None


class OpenPositionOut(Told):
    """At the broker's mark; null where the broker tells none."""

    symbol: str
    direction: Direction
    quantity: Exact
    average_price: Exact | None
    mark: Exact | None
    profit: Exact | None


class PerformanceOut(Told):
    """As the broker states it now. `realised` is before `costs`; `unexplained` is what equity and these sums differ
    by, 0 where the two books agree."""

    start_cash: Exact
    cash: Exact
    equity: Exact
    profit: Exact
    realised: Exact
    open_profit: Exact
    costs: Exact
    other: Exact
    unexplained: Exact
    drawdown: Exact
    positions: list[OpenPositionOut]


class DriftPointOut(BaseModel):
    """`band` is how far apart the two may be; null where nothing can be said yet."""

    bar: datetime
    equity: Exact
    expected: Exact
    difference: Exact
    band: Exact | None


class DriftOut(BaseModel):
    """The equity against the backtest of the same bars; `alarm` is the first bar on which the two were too far apart.
    Bars that only one of the two has are counted in `missing`."""

    points: list[DriftPointOut]
    missing: int
    is_exact: bool
    largest: Exact
    tracking_error: float | None
    alarm: DriftPointOut | None


def order_out(order: DeskOrder) -> OrderOut:
    return OrderOut(**_order(order))


def order_detail_out(order: DeskOrder, history: Sequence[OrderChange]) -> OrderDetailOut:
    return OrderDetailOut(**_order(order), history=[OrderChangeOut.model_validate(each) for each in history])


def fill_out(booked: BookedFill) -> FillOut:
    own = ("number", "realised", "is_foreign")
    told_of = {name: getattr(booked.fill, name) for name in FillOut.model_fields if name not in own}
    return FillOut(**told_of, **{name: getattr(booked, name) for name in own})


def signal_out(each: ToldSignal) -> SignalOut:
    signal = each.signal
    told_of = {name: getattr(signal, name) for name in ("symbol", "action", "direction", "reason")}
    return SignalOut(number=each.number, bar=each.bar, **told_of, why=dict(signal.why))


def difference_out(each: ToldDifference) -> DifferenceOut:
    found = each.difference
    named = {name: getattr(found, name) for name in ("kind", "subject", "journal", "broker")}
    return DifferenceOut(number=each.number, state=each.state, told=told(found), **named)


def positions_out(positions: Sequence[Position]) -> PositionsOut:
    return PositionsOut(positions=[PositionOut.model_validate(each) for each in positions])


def equity_out(points: Sequence[EquityPoint]) -> EquityOut:
    return EquityOut(points=[EquityPointOut.model_validate(each) for each in points])


def performance_out(performance: Performance) -> PerformanceOut:
    return PerformanceOut.model_validate(performance)


def drift_out(drift: Drift) -> DriftOut:
    return DriftOut(
        points=[_drift_point(each) for each in drift.points],
        missing=drift.missing,
        is_exact=drift.is_exact,
        largest=drift.largest,
        tracking_error=drift.tracking_error,
        alarm=None if drift.alarm is None else _drift_point(drift.alarm),
    )


def _drift_point(point: DriftPoint) -> DriftPointOut:
    named = {name: getattr(point, name) for name in ("bar", "equity", "expected", "difference")}
    return DriftPointOut(**named, band=point.band if point.band.is_finite() else None)


def _order(order: DeskOrder) -> dict[str, Any]:
    asked = ("client_order_id", "symbol", "side", "effect", "type", "quantity", "price", "reference_price", "reason")
    told_of = {name: getattr(order.request, name) for name in asked}
    return told_of | {name: getattr(order, name) for name in OrderOut.model_fields if name not in asked}
