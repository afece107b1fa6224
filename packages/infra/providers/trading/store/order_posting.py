"""The transactions of the order journal: decisions, answers, fills, differences. Each is one visit to the database."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select, update

from packages.core.events import NewEvent
from packages.domain.trading.broker import FillPage
from packages.domain.trading.execution.booking import book_fill
from packages.domain.trading.execution.model import (
    UNSENT,
    BarOutOfOrder,
    BookedOrder,
    BrokerAnswer,
    Committed,
    DecisionSignal,
    Intent,
    Position,
    RepeatedIntent,
    after_fill,
    moved,
    notional,
    total,
)
from packages.domain.trading.orders import Fill, OrderStatus
from packages.infra.providers.trading.store import order_rows as tables
from packages.infra.providers.trading.store.order_book import LockedBook
from packages.infra.providers.trading.store.order_values import (
    booked_order,
    fill_columns,
    request_text,
    signal_data,
)

_NOTHING = Decimal(0)


def commit(
    book: LockedBook, key: str, bar: datetime | None, signals: Sequence[DecisionSignal], intents: Sequence[Intent]
) -> Committed:
    """All of a decision, or, where there was one under this key, the orders of that one."""
    decisions, found = tables.decisions, _ordered_by(book, key)
    known = select(decisions.c.key).where(decisions.c.deployment_id == book.deployment_id, decisions.c.key == key)
    if book.connection.execute(known).first() is not None:
        return Committed(found, is_repeat=True)
    if bar is not None:
        _move_bar(book, bar)
    book.connection.execute(insert(decisions).values(deployment_id=book.deployment_id, key=key, bar=bar, at=book.now))
    _add_signals(book, bar, signals)
    _add_orders(book, key, bar, intents)
    return Committed(_ordered_by(book, key), is_repeat=False)


def mark_sending(book: LockedBook, order: BookedOrder) -> bool:
    row = book.order(order.id)
    if row["tries"] != order.tries or OrderStatus(row["status"]) not in UNSENT:
        return False
    sending = {"status": OrderStatus.UNKNOWN.value, "tries": order.tries + 1, "sent_at": book.now, "next_try_at": None}
    book.change_order(row, "sending" if not order.tries else "sending_again", sending)
    return True


def answer(book: LockedBook, client_order_id: str, answered: BrokerAnswer) -> BookedOrder:
    row = book.order(client_order_id)
    before = OrderStatus(row["status"])
    after = moved(before, answered.status)
    values: dict[str, Any] = {"status": after.value, "next_try_at": None if after.is_final else answered.next_try_at}
    if answered.broker_order_id:
        values |= {"broker_order_id": answered.broker_order_id, "missing_since": None}
    if after is not before or (answered.why and answered.why != row["why"] and not before.is_final):
        book.change_order(row, answered.why, values)
    else:
        _update_order(book, client_order_id, values)
    return booked_order(book.order(client_order_id))


def mark_missing(book: LockedBook, client_order_id: str) -> None:
    if book.order(client_order_id)["missing_since"] is None:
        _update_order(book, client_order_id, {"missing_since": book.now})


def post_fills(book: LockedBook, page: FillPage) -> tuple[Fill, ...]:
    """Each fill id once; its order, its position, the cash and the cursor."""
    fresh = tuple(_unknown(book, page.fills))
    for fill in fresh:
        _post(book, fill)
    book.row["cursor"] = page.cursor
    return fresh


def _move_bar(book: LockedBook, bar: datetime) -> None:
    newest = book.row["bar"]
    if newest is not None and bar <= newest:
        raise BarOutOfOrder("trading.bar_out_of_order", bar=bar.isoformat(), newest=newest.isoformat())
    book.row["bar"] = bar


def _ordered_by(book: LockedBook, key: str) -> tuple[BookedOrder, ...]:
    table = tables.orders
    wanted = select(table).where(table.c.deployment_id == book.deployment_id, table.c.decision == key)
    return tuple(map(booked_order, book.connection.execute(wanted.order_by(table.c.number)).mappings()))


def _add_signals(book: LockedBook, bar: datetime | None, signals: Sequence[DecisionSignal]) -> None:
    rows = [
        {
            "deployment_id": book.deployment_id,
            "number": book.count("last_signal"),
            "bar": bar,
            "body": json.dumps(signal_data(signal), ensure_ascii=False),
        }
        for signal in signals
    ]
    if rows:
        book.connection.execute(insert(tables.signals), rows)
        book.notify(*(NewEvent("signal", {"bar": _text(bar), **signal_data(signal)}) for signal in signals))


def _add_orders(book: LockedBook, key: str, bar: datetime | None, intents: Sequence[Intent]) -> None:
    ids = [intent.request.client_order_id for intent in intents]
    if len(set(ids)) < len(ids) or any(book.find_order(client_order_id) is not None for client_order_id in ids):
        raise RepeatedIntent("trading.repeated_intent")
    rows = [_order_row(book, key, bar, intent) for intent in intents]
    if rows:
        book.connection.execute(insert(tables.orders), rows)
        book.add_history(rows)


def _order_row(book: LockedBook, key: str, bar: datetime | None, intent: Intent) -> dict[str, Any]:
    status = OrderStatus.BLOCKED if intent.blocked else OrderStatus.INTENDED
    return {
        "deployment_id": book.deployment_id,
        "client_order_id": intent.request.client_order_id,
        "number": book.count("last_order"),
        "decision": key,
        "bar": bar,
        "symbol": intent.request.symbol,
        "request": request_text(intent.request),
        "status": status.value,
        "filled": _NOTHING,
        "spent": _NOTHING,
        "costs": _NOTHING,
        "broker_order_id": "",
        "why": intent.blocked,
        "changes": 1,
        "tries": 0,
        "created_at": book.now,
        "updated_at": book.now,
    }


def _update_order(book: LockedBook, client_order_id: str, values: dict[str, Any]) -> None:
    table = tables.orders
    one = (table.c.deployment_id == book.deployment_id, table.c.client_order_id == client_order_id)
    book.connection.execute(update(table).where(*one).values(values))


def _unknown(book: LockedBook, reported: Iterable[Fill]) -> Iterable[Fill]:
    table, once = tables.fills, {fill.fill_id: fill for fill in reported}
    wanted = select(table.c.fill_id).where(table.c.deployment_id == book.deployment_id, table.c.fill_id.in_(once))
    known = set(book.connection.execute(wanted).scalars()) if once else set()
    return (fill for fill_id, fill in once.items() if fill_id not in known)


def _post(book: LockedBook, fill: Fill) -> None:
    row = book.find_order(fill.client_order_id)
    realised = _NOTHING
    if row is not None:
        realised = _move_position(book, fill)
        order = booked_order(row)
        if order.request.effect is fill.effect:  # a guard's fill names the entry that brought it, and fills no order
            _fill_order(book, row, order, fill)
    _add_fill(book, fill, realised, is_foreign=row is None)


def _fill_order(book: LockedBook, row: Any, order: BookedOrder, fill: Fill) -> None:
    filled = total(order.filled, fill.quantity)
    after = after_fill(order.status, order.request.quantity, filled)
    values = {
        "status": after.value,
        "filled": filled,
        "spent": total(row["spent"], notional(fill.quantity, fill.price)),
        "costs": total(order.costs, fill.costs),
        "missing_since": None,
    }
    if after.is_final:
        values["next_try_at"] = None
    book.change_order(row, "late_fill" if order.status.is_final else "fill", values)


def _move_position(book: LockedBook, fill: Fill) -> Decimal:
    held = book.position(fill.symbol)
    booked = book_fill(held or Position(symbol=fill.symbol), fill)
    book.put_position(booked.position, is_new=held is None)
    moves = {"cash": booked.flow, "realised": booked.realised, "costs": fill.costs}
    book.row |= {name: total(book.row[name], amount) for name, amount in moves.items()}
    return booked.realised


def _add_fill(book: LockedBook, fill: Fill, realised: Decimal, *, is_foreign: bool) -> None:
    columns = fill_columns(fill)
    key = {"deployment_id": book.deployment_id, "number": book.count("last_fill"), "booked_at": book.now}
    book.connection.execute(insert(tables.fills).values(**key, **columns, realised=realised, is_foreign=is_foreign))
    values = {name: _text(value) for name, value in columns.items()}
    book.notify(NewEvent("fill", {**values, "realised": _text(realised), "is_foreign": is_foreign}))


def _text(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else str(value)
