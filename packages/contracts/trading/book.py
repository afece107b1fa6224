"""A deployment's orders, fills, positions, signals and money as HTTP and the terminal show them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from packages.contracts.sentences import SaidText
from packages.contracts.view import BaseView, Exact
from packages.domain.strategy.model import Direction
from packages.domain.trading.execution.differences import (
    DifferenceKind,
    DifferenceState,
    RecordedDifference,
    sentences_of,
)
from packages.domain.trading.execution.model import BookedFill, BookedOrder, OrderAction, OrderChange, RecordedSignal
from packages.domain.trading.orders import Effect, OrderSide, OrderStatus, OrderType
from packages.domain.trading.runtime.drift import Drift, DriftPoint


class OrderOut(BaseView):
    """`quantity` is null where the size is left to the fill; `bar` where a person or a limit asked for the order.
    `why` is the word for how it stands: a limit, a rejection, what it waits for."""

    client_order_id: str
    number: int
    bar: datetime | None
    symbol: str
    side: OrderSide
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
    why: SaidText
    tries: int
    sent_at: datetime | None
    next_try_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, order: BookedOrder) -> Self:
        return cls.from_values(order.request, order)


class OrderChangeOut(BaseView):
    """One row of an order's history."""

    number: int
    status: OrderStatus
    filled: Exact
    why: SaidText
    at: datetime


class OrderDetailOut(OrderOut):
    """With its history, oldest first."""

    history: list[OrderChangeOut]

    @classmethod
    def with_history(cls, order: BookedOrder, history: Sequence[OrderChange]) -> Self:
        return cls.from_values(order.request, order, history=history)


class OrdersOut(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    orders: list[OrderOut]
    next: int | None


class FillOut(BaseView):
    """Shares that changed hands; `realised` is before costs. A foreign one belongs to no order of the deployment."""

    number: int
    fill_id: str
    client_order_id: str
    symbol: str
    side: OrderSide
    effect: Effect
    quantity: Exact
    price: Exact
    costs: Exact
    at: datetime
    reason: str
    realised: Exact
    is_foreign: bool

    @classmethod
    def of(cls, booked: BookedFill) -> Self:
        return cls.from_values(booked, booked.fill)


class FillsOut(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    fills: list[FillOut]
    next: int | None


class PositionOut(BaseView):
    """Below 0 when short; `at_broker` is what the broker has, where that is something else."""

    symbol: str
    quantity: Exact
    average_price: Exact | None
    cost: Exact
    realised: Exact
    costs: Exact
    since: datetime | None
    at_broker: Exact | None


class PositionsOut(BaseView):
    """By symbol, flat ones that have a history too."""

    positions: list[PositionOut]


class SignalOut(BaseView):
    """What the strategy said on a bar, and the values that it was true on."""

    number: int
    bar: datetime
    symbol: str
    action: OrderAction
    direction: Direction
    reason: str
    why: dict[str, float]

    @classmethod
    def of(cls, found: RecordedSignal) -> Self:
        return cls.from_values(found, found.signal)


class SignalsOut(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    signals: list[SignalOut]
    next: int | None


class EquityPointOut(BaseView):
    """On the close of a bar."""

    bar: datetime
    equity: Exact
    cash: Exact


class EquityOut(BaseView):
    """Oldest first."""

    points: list[EquityPointOut]


class DifferenceOut(BaseView):
    """Where broker and journal disagree, in a sentence of each language."""

    number: int
    kind: DifferenceKind
    subject: str
    journal: str
    broker: str
    state: DifferenceState
    told: dict[str, str]

    @classmethod
    def of(cls, found: RecordedDifference) -> Self:
        return cls.from_values(found, found.difference, told=sentences_of(found.difference))


class DifferencesOut(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    differences: list[DifferenceOut]
    next: int | None


class OpenPositionOut(BaseView):
    """At the broker's mark; null where the broker tells none."""

    symbol: str
    direction: Direction
    quantity: Exact
    average_price: Exact | None
    mark: Exact | None
    profit: Exact | None


class PerformanceOut(BaseView):
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


class DriftPointOut(BaseView):
    """`band` is how far apart the two may be; null where nothing can be said yet."""

    bar: datetime
    equity: Exact
    expected: Exact
    difference: Exact
    band: Exact | None

    @classmethod
    def of(cls, point: DriftPoint) -> Self:
        return cls.from_values(point, band=point.band if point.band.is_finite() else None)


class DriftOut(BaseView):
    """The equity against the backtest of the same bars; `alarm` is the first bar on which the two were too far apart.
    Bars that only one of the two has are counted in `missing`."""

    points: list[DriftPointOut]
    missing: int
    is_exact: bool
    largest: Exact
    tracking_error: float | None
    alarm: DriftPointOut | None

    @classmethod
    def of(cls, drift: Drift) -> Self:
        return cls.from_values(
            drift,
            points=[DriftPointOut.of(each) for each in drift.points],
            alarm=None if drift.alarm is None else DriftPointOut.of(drift.alarm),
        )
