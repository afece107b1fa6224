"""What the trading tools tell of a deployment's orders, fills and positions."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import Field

from apps.mcp.domains.trading.told import Exact, Told
from packages.contracts.tool_results import ToolResult
from packages.domain.trading.order_desk.model import BookedFill, DeskOrder, OrderChange, Position
from packages.domain.trading.orders import Effect, OrderStatus, OrderType, Side


class PositionTold(Told):
    """Below 0 when short, 0 for one that was closed."""

    symbol: str
    quantity: Exact
    average_price: Exact | None
    realised: Exact = Field(description="Profit of what was closed, before costs.")
    costs: Exact
    since: datetime | None
    at_broker: Exact | None = Field(description="What the broker has, where that is something else.")


class PositionsTold(ToolResult):
    """What is held first, then what was; each by symbol."""

    deployment_id: str
    positions: list[PositionTold]
    total: int
    next: int | None = Field(description="The `offset` of the next page; null at the end.")


class OrderChangeTold(Told):
    """One step of an order's way."""

    status: OrderStatus
    filled: Exact
    why: str
    at: datetime


class OrderTold(Told):
    """`why` is the word for how it stands: a limit, a rejection, what it waits for."""

    client_order_id: str
    broker_order_id: str = Field(description="Empty before the broker has taken it.")
    number: int
    bar: datetime | None = Field(description="The bar it was decided on; null where a person or a limit asked for it.")
    symbol: str
    side: Side
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
    history: list[OrderChangeTold] = Field(description="Oldest first.")


class OrdersTold(ToolResult):
    """Newest first, those that a limit forbade too."""

    deployment_id: str
    orders: list[OrderTold]
    next: int | None = Field(description="The `before` of the next page; null at the end.")


class FillTold(Told):
    """Shares that changed hands; `realised` is the profit of what it closed, before costs."""

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
    is_foreign: bool = Field(description="Whether it belongs to no order of this deployment.")


class FillsTold(ToolResult):
    """Newest first."""

    deployment_id: str
    fills: list[FillTold]
    next: int | None = Field(description="The `before` of the next page; null at the end.")


_ASKED = ("client_order_id", "symbol", "side", "effect", "type", "quantity", "price", "reason")
_BOOKED = ("number", "realised", "is_foreign")


def order_told(order: DeskOrder, history: Sequence[OrderChange]) -> OrderTold:
    asked = {name: getattr(order.request, name) for name in _ASKED}
    own = {name: getattr(order, name) for name in OrderTold.model_fields if name not in (*_ASKED, "history")}
    return OrderTold(**asked, **own, history=[OrderChangeTold.model_validate(each) for each in history])


def fill_told(booked: BookedFill) -> FillTold:
    traded = {name: getattr(booked.fill, name) for name in FillTold.model_fields if name not in _BOOKED}
    return FillTold(**traded, **{name: getattr(booked, name) for name in _BOOKED})


def positions_told(deployment_id: str, positions: Sequence[Position], limit: int, offset: int) -> PositionsTold:
    ordered = sorted(positions, key=lambda each: (not each.quantity, each.symbol))
    shown = [PositionTold.model_validate(each) for each in ordered[offset : offset + limit]]
    following = offset + limit if offset + limit < len(ordered) else None
    return PositionsTold(deployment_id=deployment_id, positions=shown, total=len(ordered), next=following)
