"""The order journal in the SQL database: every write is one transaction under the lock of the deployment's book."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, Select, Table, insert, select
from sqlalchemy.exc import IntegrityError

from packages.core.clock import Clock
from packages.core.events import NewEvent
from packages.domain.trading.broker import CashMove, CashPage, FillPage
from packages.domain.trading.decisions import Book, Holding, Working
from packages.domain.trading.execution.differences import Difference, RecordedDifference
from packages.domain.trading.execution.model import (
    OPEN,
    UNSENT,
    BookedCash,
    BookedFill,
    BookedOrder,
    BrokerAnswer,
    Committed,
    DecisionSignal,
    EquityPoint,
    Intent,
    JournalPage,
    OrderChange,
    OrderLedger,
    Position,
    RecordedSignal,
    UnknownBook,
    UnknownBookedOrder,
)
from packages.domain.trading.execution.ports import Notice
from packages.domain.trading.orders import Fill, OrderStatus, OrderType
from packages.infra.db.engine import Database
from packages.infra.db.writes import Writes, writes_to
from packages.infra.providers.trading.store import order_book, order_posting, order_values
from packages.infra.providers.trading.store import order_rows as tables
from packages.infra.providers.trading.store.order_book import LockedBook, locked_book

T = TypeVar("T")


class SqlOrderJournal:
    """Close it with `aclose()`."""

    def __init__(self, database: Database, clock: Clock, writes: Writes | None = None) -> None:
        self._database = database
        self._clock = clock
        self._writes = writes or writes_to(database)

    async def aclose(self) -> None:
        await self._writes.aclose()

    async def open_book(self, deployment_id: str, owner_id: str, cash: Decimal) -> OrderLedger:
        def work(connection: Connection) -> OrderLedger:
            if _book_row(connection, deployment_id) is None:
                with suppress(IntegrityError), connection.begin_nested():  # another process was first
                    connection.execute(insert(tables.books).values(_new_book(deployment_id, owner_id, cash, now)))
            return order_values.ledger(_known(_book_row(connection, deployment_id)))

        now = self._clock.now()
        return await self._writes.run(work)

    async def commit_decision(
        self,
        deployment_id: str,
        bar: datetime,
        signals: Sequence[DecisionSignal],
        intents: Sequence[Intent],
        notices: Sequence[NewEvent] = (),
    ) -> Committed:
        def work(book: LockedBook) -> Committed:
            committed = order_posting.commit(book, f"bar:{bar.isoformat()}", bar, signals, intents)
            if not committed.is_repeat:
                book.notify(*notices)
            return committed

        return await self._write(deployment_id, work)

    async def commit_request(self, deployment_id: str, request_id: str, intents: Sequence[Intent]) -> Committed:
        key = f"request:{request_id}"
        return await self._write(deployment_id, lambda book: order_posting.commit(book, key, None, (), intents))

    async def mark_sending(self, order: BookedOrder) -> bool:
        return await self._write(order.deployment_id, lambda book: order_posting.mark_sending(book, order))

    async def record_answer(self, deployment_id: str, client_order_id: str, answer: BrokerAnswer) -> BookedOrder:
        return await self._write(deployment_id, lambda book: order_posting.answer(book, client_order_id, answer))

    async def mark_missing(self, deployment_id: str, client_order_id: str) -> None:
        await self._write(deployment_id, lambda book: order_posting.mark_missing(book, client_order_id))

    async def record_fills(self, deployment_id: str, page: FillPage) -> tuple[Fill, ...]:
        return await self._write(deployment_id, lambda book: order_posting.post_fills(book, page))

    async def record_cash(self, deployment_id: str, page: CashPage) -> tuple[CashMove, ...]:
        return await self._write(deployment_id, lambda book: order_book.post_cash(book, page))

    async def record_other_cash(self, deployment_id: str, amount: Decimal, why: str) -> None:
        await self._write(deployment_id, lambda book: order_book.add_other_cash(book, amount, why))

    async def record_differences(self, deployment_id: str, found: Sequence[Difference]) -> None:
        await self._write(deployment_id, lambda book: order_book.record(book, found))

    async def acknowledge(self, deployment_id: str, who: str) -> OrderLedger:
        await self._write(deployment_id, lambda book: order_book.acknowledge(book, who))
        return await self.ledger(deployment_id)

    async def record_equity(self, deployment_id: str, point: EquityPoint) -> None:
        def work(book: LockedBook) -> None:
            table, key = tables.equity, {"deployment_id": deployment_id, "bar": point.bar}
            known = select(table.c.bar).where(table.c.deployment_id == deployment_id, table.c.bar == point.bar)
            if book.connection.execute(known).first() is None:
                book.connection.execute(insert(table).values(**key, equity=point.equity, cash=point.cash))

        await self._write(deployment_id, work)

    async def notify(self, deployment_id: str, notices: Sequence[NewEvent]) -> None:
        await self._write(deployment_id, lambda book: book.notify(*notices))

    async def undelivered(self, deployment_id: str, limit: int = 500) -> tuple[str, Sequence[Notice]]:
        def work(connection: Connection) -> tuple[str, Sequence[Notice]]:
            book, table = _known(_book_row(connection, deployment_id)), tables.notices
            wanted = select(table).where(table.c.deployment_id == deployment_id, table.c.number > book["told_notice"])
            rows = connection.execute(wanted.order_by(table.c.number).limit(limit)).mappings()
            return book["owner_id"], [Notice(row["number"], _event(row)) for row in rows]

        return await self._read(work)

    async def mark_delivered(self, deployment_id: str, number: int) -> None:
        def work(book: LockedBook) -> None:
            book.row["told_notice"] = max(book.row["told_notice"], number)

        await self._write(deployment_id, work)

    async def ledger(self, deployment_id: str) -> OrderLedger:
        row = await self._writes.run(lambda connection: _book_row(connection, deployment_id))
        return order_values.ledger(_known(row))

    async def book(self, deployment_id: str) -> Book:
        orders = await self.open_orders(deployment_id)
        leaving = {
            order.request.symbol for order in orders if order.closes_all and order.request.type is OrderType.MARKET
        }
        return Book(
            holdings=tuple(
                Holding(each.symbol, each.direction, each.since, each.symbol in leaving)
                for each in await self.positions(deployment_id)
                if each.quantity and each.since is not None
            ),
            working=tuple(Working(each.request.symbol, each.request.direction) for each in orders if each.is_entry),
        )

    async def positions(self, deployment_id: str) -> Sequence[Position]:
        table = tables.positions
        wanted = select(table).where(table.c.deployment_id == deployment_id).order_by(table.c.symbol)
        return await self._now(deployment_id, wanted, order_values.position)

    async def find(self, deployment_id: str, client_order_id: str) -> BookedOrder | None:
        table = tables.orders
        one = (table.c.deployment_id == deployment_id, table.c.client_order_id == client_order_id)
        found = await self._now(deployment_id, select(table).where(*one), order_values.booked_order)
        return found[0] if found else None

    async def unsent(self, deployment_id: str) -> Sequence[BookedOrder]:
        return await self._in_states(deployment_id, UNSENT)

    async def open_orders(self, deployment_id: str) -> Sequence[BookedOrder]:
        return await self._in_states(deployment_id, OPEN)

    async def orders(self, deployment_id: str, page: JournalPage) -> Sequence[BookedOrder]:
        return await self._page(deployment_id, tables.orders, page, order_values.booked_order)

    async def history(self, deployment_id: str, client_order_id: str) -> Sequence[OrderChange]:
        table = tables.changes
        of_order = (table.c.deployment_id == deployment_id, table.c.client_order_id == client_order_id)
        wanted = select(table).where(*of_order).order_by(table.c.number)
        found = await self._all(deployment_id, wanted, order_values.order_change)
        if not found:
            raise UnknownBookedOrder("trading.no_such_order", id=client_order_id)
        return found

    async def fills(self, deployment_id: str, page: JournalPage) -> Sequence[BookedFill]:
        return await self._page(deployment_id, tables.fills, page, order_values.booked_fill)

    async def cash(self, deployment_id: str, page: JournalPage) -> Sequence[BookedCash]:
        return await self._page(deployment_id, tables.other_cash, page, order_values.booked_cash)

    async def signals(self, deployment_id: str, page: JournalPage) -> Sequence[RecordedSignal]:
        return await self._page(deployment_id, tables.signals, page, order_values.recorded_signal)

    async def differences(self, deployment_id: str, page: JournalPage) -> Sequence[RecordedDifference]:
        return await self._page(deployment_id, tables.differences, page, order_values.recorded_difference)

    async def equity(self, deployment_id: str, since: datetime | None = None) -> Sequence[EquityPoint]:
        table = tables.equity
        wanted = select(table).where(table.c.deployment_id == deployment_id).order_by(table.c.bar)
        if since is not None:
            wanted = wanted.where(table.c.bar >= since)
        return await self._all(deployment_id, wanted, order_values.equity_point)

    async def _write(self, deployment_id: str, work: Callable[[LockedBook], T]) -> T:
        def transaction(connection: Connection) -> T:
            book = locked_book(connection, deployment_id, now)
            done = work(book)
            book.save()
            return done

        now = self._clock.now()
        return await self._writes.run(transaction)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        async with self._database.engine.connect() as connection:
            return await connection.run_sync(work)

    async def _all(self, deployment_id: str, wanted: Select[Any], value: Callable[[RowMapping], T]) -> list[T]:
        """For people, who may read much and do not stand in the desk's way."""
        return await self._read(lambda connection: _values(connection, deployment_id, wanted, value))

    async def _now(self, deployment_id: str, wanted: Select[Any], value: Callable[[RowMapping], T]) -> list[T]:
        """For the desk, between two of its writes and on the same quick way."""
        return await self._writes.run(lambda connection: _values(connection, deployment_id, wanted, value))

    async def _in_states(self, deployment_id: str, states: frozenset[OrderStatus]) -> list[BookedOrder]:
        table = tables.orders
        of_states = (table.c.deployment_id == deployment_id, table.c.status.in_(sorted(states)))
        wanted = select(table).where(*of_states).order_by(table.c.number)
        return await self._now(deployment_id, wanted, order_values.booked_order)

    async def _page(
        self, deployment_id: str, table: Table, page: JournalPage, value: Callable[[RowMapping], T]
    ) -> list[T]:
        wanted = select(table).where(table.c.deployment_id == deployment_id)
        if page.before is not None:
            wanted = wanted.where(table.c.number < page.before)
        return await self._all(deployment_id, wanted.order_by(table.c.number.desc()).limit(page.limit), value)


def _book_row(connection: Connection, deployment_id: str) -> RowMapping | None:
    wanted = select(tables.books).where(tables.books.c.deployment_id == deployment_id)
    return connection.execute(wanted).mappings().one_or_none()


def _values(
    connection: Connection, deployment_id: str, wanted: Select[Any], value: Callable[[RowMapping], T]
) -> list[T]:
    found = list(map(value, connection.execute(wanted).mappings()))
    if not found:
        _known(_book_row(connection, deployment_id))
    return found


def _known(row: RowMapping | None) -> RowMapping:
    if row is None:
        raise UnknownBook("trading.no_order_book")
    return row


def _event(row: RowMapping) -> NewEvent:
    return NewEvent(row["type"], json.loads(row["body"]))


def _new_book(deployment_id: str, owner_id: str, cash: Decimal, now: datetime) -> dict[str, object]:
    nothing = dict.fromkeys(("realised", "costs", "other_cash"), Decimal(0))
    counters = ("last_signal", "last_order", "last_fill", "last_difference", "last_notice", "told_notice")
    return {
        "deployment_id": deployment_id,
        "owner_id": owner_id,
        "start_cash": cash,
        "cash": cash,
        **nothing,
        "cursor": "",
        "stopped": "",
        **dict.fromkeys(counters, 0),
        "opened_at": now,
    }
