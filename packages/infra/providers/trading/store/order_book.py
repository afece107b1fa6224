"""A deployment's book, locked for one transaction: its orders, cash moves without a fill, and differences with the
broker."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import Connection, RowMapping, func, insert, select, update

from packages.contracts.sentences import with_messages
from packages.core.events import NewEvent
from packages.domain.trading.broker import CashKind, CashMove, CashPage
from packages.domain.trading.execution.booking import book_shares
from packages.domain.trading.execution.differences import Difference, DifferenceKind, DifferenceState, sentences_of
from packages.domain.trading.execution.model import Position, UnknownBook, UnknownBookedOrder, total
from packages.domain.trading.orders import OrderStatus
from packages.infra.providers.trading.store import order_rows as tables
from packages.infra.providers.trading.store.order_values import position, position_columns

Counter = Literal["last_signal", "last_order", "last_fill", "last_difference", "last_notice"]


@dataclass(slots=True)
class LockedBook:
    """Changes are kept in `row` until `save`; notices go out with them."""

    connection: Connection
    now: datetime
    row: dict[str, Any]

    @property
    def deployment_id(self) -> str:
        return str(self.row["deployment_id"])

    def count(self, counter: Counter) -> int:
        self.row[counter] += 1
        return int(self.row[counter])

    def notify(self, *events: NewEvent) -> None:
        rows = [
            {
                "deployment_id": self.deployment_id,
                "number": self.count("last_notice"),
                "type": event.type,
                "body": json.dumps(with_messages(event.data), ensure_ascii=False, separators=(",", ":")),
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
            raise UnknownBookedOrder("trading.no_such_order", id=client_order_id)
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
        self.notify(*map(_order_notice, orders))

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


def post_cash(book: LockedBook, page: CashPage) -> tuple[CashMove, ...]:
    """Those that were not booked yet."""
    fresh = tuple(_unknown(book, page.moves))
    for move in fresh:
        _move_shares(book, move)
        row = {"kind": move.kind.value, "symbol": move.symbol, "shares": move.shares, "move_id": move.move_id}
        _book(book, move.amount, move.kind.value, row)
    book.row["cash_cursor"] = page.cursor
    return fresh


def add_other_cash(book: LockedBook, amount: Decimal, why: str) -> None:
    """What no row explains."""
    _book(book, amount, why, {"kind": CashKind.OTHER.value, "symbol": None, "shares": Decimal(0), "move_id": None})


def _unknown(book: LockedBook, reported: Iterable[CashMove]) -> Iterable[CashMove]:
    table, once = tables.other_cash, {move.move_id: move for move in reported}
    wanted = select(table.c.move_id).where(table.c.deployment_id == book.deployment_id, table.c.move_id.in_(once))
    known = set(book.connection.execute(wanted).scalars()) if once else set()
    return (move for move_id, move in once.items() if move_id not in known)


def _move_shares(book: LockedBook, move: CashMove) -> None:
    """Of a position of ours; shares of others are reconciling's to find."""
    held = book.position(move.symbol) if move.shares and move.symbol else None
    if held is not None and held.quantity:
        booked = book_shares(held, move.shares)
        book.put_position(booked.position, is_new=False)
        book.row["realised"] = total(book.row["realised"], booked.realised)


def _book(book: LockedBook, amount: Decimal, why: str, row: dict[str, Any]) -> None:
    table = tables.other_cash
    last = select(func.max(table.c.number)).where(table.c.deployment_id == book.deployment_id)
    number = (book.connection.execute(last).scalar() or 0) + 1
    key = {"deployment_id": book.deployment_id, "number": number, "at": book.now}
    book.connection.execute(insert(table).values(**key, amount=amount, why=why, **row))
    for name in ("cash", "other_cash"):
        book.row[name] = total(book.row[name], amount)
    data = {"amount": format(amount, "f"), "why": why, "symbol": row["symbol"], "shares": format(row["shares"], "f")}
    book.notify(NewEvent("other_cash", data))


_HELD = (DifferenceState.STANDING.value, DifferenceState.LOOKED_AT.value)


def record(book: LockedBook, found: Sequence[Difference]) -> None:
    """Of what is known already, with the same gap, there is no second notice. Shares that agree again need nobody; what
    is foreign stands until a person has looked, even where it went away."""
    lasting = {(each.kind.value, each.subject): each.gap for each in found if each.kind.lasts}
    known = set()
    for row in _held(book):
        key = (row["kind"], row["subject"])
        if lasting.get(key) == row["gap"]:
            known.add(key)
        elif row["state"] == DifferenceState.LOOKED_AT.value or row["kind"] == DifferenceKind.SHARES.value:
            _end(book, row, DifferenceState.GONE)
    for difference in found:
        if (difference.kind.value, difference.subject) not in known:
            _add(book, difference)
    _mark_shares(book, found)
    _stop_or_go(book)


def acknowledge(book: LockedBook, who: str) -> None:
    for row in _held(book):
        if row["state"] == DifferenceState.STANDING.value:
            _end(book, row, DifferenceState.LOOKED_AT)
    book.notify(NewEvent("differences_looked_at", {"by": who}))
    _stop_or_go(book)


def _held(book: LockedBook) -> Sequence[RowMapping]:
    table = tables.differences
    wanted = select(table).where(table.c.deployment_id == book.deployment_id, table.c.state.in_(_HELD))
    return book.connection.execute(wanted.order_by(table.c.number)).mappings().all()


def _end(book: LockedBook, row: RowMapping, state: DifferenceState) -> None:
    table = tables.differences
    one = (table.c.deployment_id == book.deployment_id, table.c.number == row["number"])
    book.connection.execute(update(table).where(*one).values(state=state.value, ended_at=book.now))


def _add(book: LockedBook, difference: Difference) -> None:
    state = DifferenceState.STANDING if difference.kind.lasts else DifferenceState.RESOLVED
    values: dict[str, Any] = {
        "kind": difference.kind.value,
        "subject": difference.subject,
        "journal": difference.journal,
        "broker": difference.broker,
    }
    number = book.count("last_difference")
    book.connection.execute(
        insert(tables.differences).values(
            deployment_id=book.deployment_id,
            number=number,
            gap=difference.gap,
            state=state.value,
            at=book.now,
            ended_at=None if difference.kind.lasts else book.now,
            **values,
        )
    )
    book.notify(
        NewEvent("difference", {"number": number, **values, "state": state.value, "told": sentences_of(difference)})
    )


def _mark_shares(book: LockedBook, found: Sequence[Difference]) -> None:
    """What the broker has stands beside our own shares for as long as the two differ."""
    table = tables.positions
    of_deployment = table.c.deployment_id == book.deployment_id
    book.connection.execute(update(table).where(of_deployment).values(at_broker=None))
    for difference in found:
        if difference.kind is DifferenceKind.SHARES:
            one = (of_deployment, table.c.symbol == difference.subject)
            book.connection.execute(update(table).where(*one).values(at_broker=Decimal(difference.broker)))


def _stop_or_go(book: LockedBook) -> None:
    standing = [row["kind"] for row in _held(book) if row["state"] == DifferenceState.STANDING.value]
    stopped = standing[0] if standing else ""
    if stopped != book.row["stopped"]:
        event = NewEvent("entries_stopped", {"why": stopped}) if stopped else NewEvent("entries_resumed", {})
        book.notify(event)
        book.row["stopped"] = stopped
