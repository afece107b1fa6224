"""A deployment's book, locked for one transaction: its numbers, its notices, its orders and their history."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, RowMapping, insert, select, update

from packages.core.events import NewEvent
from packages.domain.trading.order_desk.errors import UnknownBook, UnknownDeskOrder
from packages.domain.trading.order_desk.model import Position
from packages.domain.trading.orders import OrderStatus
from packages.infra.db import order_rows as tables
from packages.infra.db.order_values import position, position_columns

Counter = Literal["last_signal", "last_order", "last_fill", "last_difference", "last_notice"]


@dataclass(slots=True)
class LockedBook:
    """Changes are kept in `row` until `save`; what is told goes out with them."""

    connection: Connection
    now: datetime
    row: dict[str, Any]

    @property
    def deployment_id(self) -> str:
        return str(self.row["deployment_id"])

    def count(self, counter: Counter) -> int:
        self.row[counter] += 1
        return int(self.row[counter])

    def tell(self, *events: NewEvent) -> None:
        rows = [
            {
                "deployment_id": self.deployment_id,
                "number": self.count("last_notice"),
                "type": event.type,
                "body": json.dumps(event.data, ensure_ascii=False, separators=(",", ":")),
                "at": self.now,
            }
            for event in events
        ]
        if rows:
            self.connection.execute(insert(tables.notices), rows)

    def find_order(self, client_order_id: str) -> RowMapping | None:
        wanted = select(tables.orders).where(*self._order(client_order_id))
        return self.connection.execute(wanted).mappings().one_or_none()

    def order(self, client_order_id: str) -> RowMapping:
        row = self.find_order(client_order_id)
        if row is None:
            raise UnknownDeskOrder("trading.no_such_order", id=client_order_id)
        return row

    def change_order(self, row: RowMapping, why: str, values: Mapping[str, Any]) -> None:
        """With a row of its history, and a notice."""
        number = row["changes"] + 1
        after = {**row, **values, "changes": number, "updated_at": self.now}
        moved = {**values, "why": why, "changes": number, "updated_at": self.now}
        self.connection.execute(update(tables.orders).where(*self._order(row["client_order_id"])).values(moved))
        self.add_history([{**after, "why": why}])

    def add_history(self, orders: Sequence[Mapping[str, Any]]) -> None:
        if not orders:
            return
        kept = ("deployment_id", "client_order_id", "status", "filled", "why")
        rows = [
            {**{name: order[name] for name in kept}, "number": order["changes"], "at": self.now} for order in orders
        ]
        self.connection.execute(insert(tables.changes), rows)
        self.tell(*map(_order_notice, orders))

    def position(self, symbol: str) -> Position | None:
        """None where there never was one."""
        row = self.connection.execute(select(tables.positions).where(*self._position(symbol))).mappings().one_or_none()
        return None if row is None else position(row)

    def put_position(self, value: Position, *, is_new: bool) -> None:
        table, columns = tables.positions, position_columns(value)
        if is_new:
            key = {"deployment_id": self.deployment_id, "symbol": value.symbol}
            self.connection.execute(insert(table).values(**key, **columns))
        else:
            self.connection.execute(update(table).where(*self._position(value.symbol)).values(columns))

    def save(self) -> None:
        book = tables.books
        key = self.row["deployment_id"]
        self.connection.execute(update(book).where(book.c.deployment_id == key).values(self.row))

    def _position(self, symbol: str) -> tuple[Any, Any]:
        table = tables.positions
        return table.c.deployment_id == self.deployment_id, table.c.symbol == symbol

    def _order(self, client_order_id: str) -> tuple[Any, Any]:
        table = tables.orders
        return table.c.deployment_id == self.deployment_id, table.c.client_order_id == client_order_id


def locked_book(connection: Connection, deployment_id: str, now: datetime) -> LockedBook:
    """Others who write to this deployment wait until the transaction ends."""
    wanted = select(tables.books).where(tables.books.c.deployment_id == deployment_id).with_for_update()
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        raise UnknownBook("trading.no_order_book")
    return LockedBook(connection, now, dict(row))


def _order_notice(order: Mapping[str, Any]) -> NewEvent:
    return NewEvent(
        "order",
        {
            "client_order_id": order["client_order_id"],
            "symbol": order["symbol"],
            "status": OrderStatus(order["status"]).value,
            "filled": format(order["filled"], "f"),
            "why": order["why"],
        },
    )
