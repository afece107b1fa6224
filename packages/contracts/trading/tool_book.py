"""A deployment's orders, fills and positions as the trading tools show them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.contracts.trading.book import FillOut
from packages.contracts.view import BaseView, Exact, next_offset
from packages.domain.trading.execution.model import BookedOrder, OrderChange, Position
from packages.domain.trading.orders import Effect, OrderSide, OrderStatus, OrderType


class PositionView(BaseView):
    """Below 0 when short, 0 for one that was closed."""

    symbol: str
    quantity: Exact
    average_price: Exact | None
    realised: Exact = Field(description="Profit of what was closed, before costs.")
    costs: Exact
    since: datetime | None
    at_broker: Exact | None = Field(description="What the broker has, where that is something else.")


class PositionsView(ToolResult):
    """What is held first, then what was; each by symbol."""

    deployment_id: str
    positions: list[PositionView]
    total: int
    next: int | None = Field(description="The `offset` of the next page; null at the end.")

    @classmethod
    def of(cls, deployment_id: str, positions: Sequence[Position], limit: int, offset: int) -> Self:
        ordered = sorted(positions, key=lambda each: (not each.quantity, each.symbol))
        shown = [PositionView.from_values(each) for each in ordered[offset : offset + limit]]
        following = next_offset(len(ordered), limit, offset)
        return cls(deployment_id=deployment_id, positions=shown, total=len(ordered), next=following)


class OrderChangeView(BaseView):
    """One step of an order's way."""

    status: OrderStatus
    filled: Exact
    why: str
    at: datetime


class OrderView(BaseView):
    """`why` is the word for how it stands: a limit, a rejection, what it waits for."""

    client_order_id: str
    broker_order_id: str = Field(description="Empty before the broker has taken it.")
    number: int
    bar: datetime | None = Field(description="The bar it was decided on; null where a person or a limit asked for it.")
    symbol: str
    side: OrderSide
    effect: Effect
    type: OrderType
    quantity: Exact | None = Field(description="Null where the size is left to the fill.")
    price: Exact | None = Field(description="Null at the market.")
    reason: str
    status: OrderStatus
    filled: Exact
    average_price: Exact | None
    costs: Exact
    why: str
    history: list[OrderChangeView] = Field(description="Oldest first.")

    @classmethod
    def of(cls, order: BookedOrder, history: Sequence[OrderChange]) -> Self:
        return cls.from_values(order.request, order, history=history)


class OrdersView(ToolResult):
    """Newest first, those that a limit forbade too."""

    deployment_id: str
    orders: list[OrderView]
    next: int | None = Field(description="The `before` of the next page; null at the end.")


class FillView(FillOut):
    """Shares that changed hands; `realised` is the profit of what it closed, before costs."""

    is_foreign: bool = Field(description="Whether it belongs to no order of this deployment.")


class FillsView(ToolResult):
    """Newest first."""

    deployment_id: str
    fills: list[FillView]
    next: int | None = Field(description="The `before` of the next page; null at the end.")
