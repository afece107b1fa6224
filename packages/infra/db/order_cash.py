"""Cash that no fill moved, in the books of orders: each move once, with the shares that it brought."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from sqlalchemy import func, insert, select

from packages.core.events import NewEvent
from packages.domain.trading.broker import CashKind, CashMove, CashPage
from packages.domain.trading.order_desk.booking import book_shares
from packages.domain.trading.order_desk.sums import total
from packages.infra.db import order_rows as tables
from packages.infra.db.order_book import LockedBook


def post_cash(book: LockedBook, page: CashPage) -> tuple[CashMove, ...]:
    """Those that were not booked yet."""
    fresh = tuple(_unknown(book, page.moves))
    for move in fresh:
        _move_shares(book, move)
        told = {"kind": move.kind.value, "symbol": move.symbol, "shares": move.shares, "move_id": move.move_id}
        _book(book, move.amount, move.kind.value, told)
    book.row["cash_cursor"] = page.cursor
    return fresh


def add_other_cash(book: LockedBook, amount: Decimal, why: str) -> None:
    """What nobody told of."""
    _book(book, amount, why, {"kind": CashKind.OTHER.value, "symbol": None, "shares": Decimal(0), "move_id": None})


def _unknown(book: LockedBook, told: Iterable[CashMove]) -> Iterable[CashMove]:
    table, once = tables.other_cash, {move.move_id: move for move in told}
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


def _book(book: LockedBook, amount: Decimal, why: str, told: dict[str, Any]) -> None:
    table = tables.other_cash
    last = select(func.max(table.c.number)).where(table.c.deployment_id == book.deployment_id)
    number = (book.connection.execute(last).scalar() or 0) + 1
    key = {"deployment_id": book.deployment_id, "number": number, "at": book.now}
    book.connection.execute(insert(table).values(**key, amount=amount, why=why, **told))
    for name in ("cash", "other_cash"):
        book.row[name] = total(book.row[name], amount)
    data = {"amount": format(amount, "f"), "why": why, "symbol": told["symbol"], "shares": format(told["shares"], "f")}
    book.tell(NewEvent("other_cash", data))
