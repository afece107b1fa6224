"""Differences in the database: told once, standing until they are gone or a person has looked."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping, insert, select, update

from packages.core.events import NewEvent
from packages.domain.trading.order_desk.differences import Difference, DifferenceKind, DifferenceState, told
from packages.infra.db import order_rows as tables
from packages.infra.db.order_book import LockedBook

_HELD = (DifferenceState.STANDING.value, DifferenceState.LOOKED_AT.value)


def record(book: LockedBook, found: Sequence[Difference]) -> None:
    """Of what is known already, with the same gap, nothing is told again. Shares that agree again need nobody; what
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


def look(book: LockedBook, who: str) -> None:
    for row in _held(book):
        if row["state"] == DifferenceState.STANDING.value:
            _end(book, row, DifferenceState.LOOKED_AT)
    book.tell(NewEvent("differences_looked_at", {"by": who}))
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
    book.tell(NewEvent("difference", {"number": number, **values, "state": state.value, "told": told(difference)}))


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
        book.tell(event)
        book.row["stopped"] = stopped
