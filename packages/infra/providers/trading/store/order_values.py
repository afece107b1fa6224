"""Rows of the order journal as the values that they stand for."""

import json
from math import isfinite
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import RowMapping

from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import CashKind
from packages.domain.trading.execution.differences import (
    Difference,
    DifferenceKind,
    DifferenceState,
    RecordedDifference,
)
from packages.domain.trading.execution.model import (
    BookedCash,
    BookedFill,
    BookedOrder,
    DecisionSignal,
    EquityPoint,
    OrderAction,
    OrderChange,
    OrderLedger,
    Position,
    RecordedSignal,
    ratio,
)
from packages.domain.trading.orders import Effect, Fill, OrderRequest, OrderSide, OrderStatus

_REQUESTS = TypeAdapter(OrderRequest)


def request_text(request: OrderRequest) -> str:
    return _REQUESTS.dump_json(request).decode()


def booked_order(row: RowMapping) -> BookedOrder:
    return BookedOrder(
        deployment_id=row["deployment_id"],
        number=row["number"],
        request=_REQUESTS.validate_json(row["request"]),
        bar=row["bar"],
        status=OrderStatus(row["status"]),
        filled=row["filled"],
        average_price=ratio(row["spent"], row["filled"]),
        costs=row["costs"],
        broker_order_id=row["broker_order_id"],
        why=row["why"],
        tries=row["tries"],
        sent_at=row["sent_at"],
        next_try_at=row["next_try_at"],
        missing_since=row["missing_since"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def order_change(row: RowMapping) -> OrderChange:
    return OrderChange(row["number"], OrderStatus(row["status"]), row["filled"], row["why"], row["at"])


def position(row: RowMapping) -> Position:
    return Position(
        symbol=row["symbol"],
        quantity=row["quantity"],
        cost=row["cost"],
        realised=row["realised"],
        costs=row["costs"],
        since=row["since"],
        opened_by=row["opened_by"],
        at_broker=row["at_broker"],
    )


def position_columns(value: Position) -> dict[str, object]:
    return {
        "quantity": value.quantity,
        "cost": value.cost,
        "realised": value.realised,
        "costs": value.costs,
        "since": value.since,
        "opened_by": value.opened_by,
        "at_broker": value.at_broker,
    }


def ledger(row: RowMapping) -> OrderLedger:
    return OrderLedger(
        deployment_id=row["deployment_id"],
        owner_id=row["owner_id"],
        start_cash=row["start_cash"],
        cash=row["cash"],
        realised=row["realised"],
        costs=row["costs"],
        other_cash=row["other_cash"],
        cursor=row["cursor"],
        cash_cursor=row["cash_cursor"],
        bar=row["bar"],
        stopped=row["stopped"],
    )


def booked_fill(row: RowMapping) -> BookedFill:
    fill = Fill(
        fill_id=row["fill_id"],
        client_order_id=row["client_order_id"],
        symbol=row["symbol"],
        side=OrderSide(row["side"]),
        effect=Effect(row["effect"]),
        quantity=row["quantity"],
        price=row["price"],
        costs=row["costs"],
        at=row["at"],
        reason=row["reason"],
    )
    return BookedFill(row["number"], fill, row["realised"], row["is_foreign"])


def booked_cash(row: RowMapping) -> BookedCash:
    return BookedCash(
        number=row["number"],
        kind=CashKind(row["kind"]),
        amount=row["amount"],
        symbol=row["symbol"],
        shares=row["shares"],
        why=row["why"],
        at=row["at"],
    )


def fill_columns(fill: Fill) -> dict[str, object]:
    return {
        "fill_id": fill.fill_id,
        "client_order_id": fill.client_order_id,
        "symbol": fill.symbol,
        "side": fill.side.value,
        "effect": fill.effect.value,
        "quantity": fill.quantity,
        "price": fill.price,
        "costs": fill.costs,
        "at": fill.at,
        "reason": fill.reason,
    }


def recorded_signal(row: RowMapping) -> RecordedSignal:
    body: dict[str, Any] = json.loads(row["body"])
    signal = DecisionSignal(
        symbol=body["symbol"],
        action=OrderAction(body["action"]),
        direction=Direction(body["direction"]),
        reason=body["reason"],
        why=body["why"],
    )
    return RecordedSignal(row["number"], row["bar"], signal)


def signal_data(signal: DecisionSignal) -> dict[str, Any]:
    return {
        "symbol": signal.symbol,
        "action": signal.action.value,
        "direction": signal.direction.value,
        "reason": signal.reason,
        "why": {name: value for name, value in signal.why.items() if isfinite(value)},
    }


def recorded_difference(row: RowMapping) -> RecordedDifference:
    difference = Difference(DifferenceKind(row["kind"]), row["subject"], row["journal"], row["broker"], row["gap"])
    return RecordedDifference(row["number"], difference, DifferenceState(row["state"]))


def equity_point(row: RowMapping) -> EquityPoint:
    return EquityPoint(row["bar"], row["equity"], row["cash"])
