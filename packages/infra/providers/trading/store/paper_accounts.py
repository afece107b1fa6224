"""Paper accounts in the SQL database: their tables, read and written in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Double, ForeignKey, Index, String, Table, Text, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.errors import NotFound
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database


class PaperAccountRow(Base):
    """One account: `opening` never changes, `body` is what counts and prices it keeps beside cash and the last bar."""

    __tablename__ = "paper_accounts"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36), index=True)
    opened_at: Mapped[datetime]
    opening: Mapped[str] = mapped_column(Text)
    cash: Mapped[float] = mapped_column(Double)
    last_bar: Mapped[datetime | None]
    body: Mapped[str] = mapped_column(Text)


class PaperPositionRow(Base):
    """What is held of one instrument, with its guards."""

    __tablename__ = "paper_positions"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    symbol: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[str] = mapped_column(Text)


class PaperOrderRow(Base):
    """One order, by the id that its sender gave it."""

    __tablename__ = "paper_orders"
    __table_args__ = (Index("ix_paper_orders_account_id_is_open", "account_id", "is_open"),)

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    client_order_id: Mapped[str] = mapped_column(String(128), primary_key=True)
    number: Mapped[int]
    is_open: Mapped[bool]
    body: Mapped[str] = mapped_column(Text)


class PaperFillRow(Base):
    """One fill, numbered from 1 in the order in which they happened."""

    __tablename__ = "paper_fills"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)


class PaperEntryRow(Base):
    """One change of the cash; all of an account add up to what it has. `shares` came with it, as by a split."""

    __tablename__ = "paper_ledger"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(16))
    symbol: Mapped[str | None] = mapped_column(String(64))
    amount: Mapped[float] = mapped_column(Double)
    shares: Mapped[float] = mapped_column(Double, server_default="0")


T = TypeVar("T")


class UnknownPaperAccount(NotFound):
    """No such paper account, or another owner's."""


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """One order, numbered by its submission."""

    client_order_id: str
    number: int
    is_open: bool
    body: str


@dataclass(frozen=True, slots=True)
class StoredFill:
    """One fill, numbered from 1."""

    number: int
    at: datetime
    body: str


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One change of the cash, numbered from 1; `shares` came with it, as by a split."""

    number: int
    at: datetime
    kind: str
    symbol: str | None
    amount: float
    shares: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAccount:
    """The account with its positions by symbol and its open orders, oldest first."""

    id: str
    owner_id: str
    opened_at: datetime
    opening: str
    cash: float
    last_bar: datetime | None
    body: str
    positions: Mapping[str, str] = field(default_factory=dict)
    orders: Sequence[StoredOrder] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperChange:
    """What one step changed; a position that became None was left."""

    cash: float
    last_bar: datetime | None
    body: str
    positions: Mapping[str, str | None] = field(default_factory=dict)
    orders: Sequence[StoredOrder] = ()
    fills: Sequence[StoredFill] = ()
    entries: Sequence[StoredEntry] = ()


class PaperSheet(Protocol):
    """One account inside a transaction."""

    def load(self) -> StoredAccount: ...

    def order(self, client_order_id: str) -> StoredOrder | None: ...

    def fills(self, *, after: int = 0, at: datetime | None = None) -> Sequence[StoredFill]:
        """In the order in which they happened; with `at` only those of that bar."""
        ...

    def entries(self, after: int = 0) -> Sequence[StoredEntry]: ...

    def write(self, change: PaperChange) -> None: ...


class PaperAccounts(Protocol):
    """Where paper accounts are kept. Work may be run more than once if the database asks for it, so it has no other
    effect than on its sheet."""

    async def add(self, account: StoredAccount, first: StoredEntry) -> StoredAccount:
        """The account that is there under this id: the first one wins; another owner's is `UnknownPaperAccount`."""
        ...

    async def owned(self, owner_id: str) -> Sequence[str]:
        """Ids, oldest first."""
        ...

    async def read(self, account_id: str, work: Callable[[PaperSheet], T]) -> T: ...

    async def write(self, account_id: str, work: Callable[[PaperSheet], T]) -> T:
        """Nobody else writes the account meanwhile; all is kept or nothing."""
        ...


class SqlPaperAccounts:
    """`PaperAccounts` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: StoredAccount, first: StoredEntry) -> StoredAccount:
        async with self._database.write() as session:
            await insert_missing(session, PaperAccountRow, [_account_values(account)])
            await insert_missing(session, PaperEntryRow, [_entry_values(account.id, first)])
            found = await session.run_sync(lambda sync: SqlPaperSheet(sync.connection(), account.id).load())
        if found.owner_id != account.owner_id:
            raise UnknownPaperAccount("trading.unknown_paper_account")
        return found

    async def owned(self, owner_id: str) -> Sequence[str]:
        mine = select(PaperAccountRow.id).where(PaperAccountRow.owner_id == owner_id)
        async with self._database.read() as session:
            return (await session.scalars(mine.order_by(PaperAccountRow.opened_at, PaperAccountRow.id))).all()

    async def read(self, account_id: str, work: Callable[[PaperSheet], T]) -> T:
        async with self._database.read() as session:
            return await _run(session, account_id, work, locked=False)

    async def write(self, account_id: str, work: Callable[[PaperSheet], T]) -> T:
        async with self._database.write() as session:
            return await _run(session, account_id, work, locked=True)


async def _run(session: AsyncSession, account_id: str, work: Callable[[PaperSheet], T], *, locked: bool) -> T:
    return await session.run_sync(lambda sync: work(SqlPaperSheet(sync.connection(), account_id, locked=locked)))


class SqlPaperSheet:
    """`PaperSheet` on a connection."""

    def __init__(self, connection: Connection, account_id: str, *, locked: bool = False) -> None:
        self._connection = connection
        self._id = account_id
        self._locked = locked

    def load(self) -> StoredAccount:
        account = select(_ACCOUNTS).where(_ACCOUNTS.c.id == self._id)
        found = self._connection.execute(account.with_for_update() if self._locked else account).first()
        if found is None:
            raise UnknownPaperAccount("trading.unknown_paper_account")
        held = select(_POSITIONS.c.symbol, _POSITIONS.c.body).where(_POSITIONS.c.account_id == self._id)
        at_work = _ORDER.where(_ORDERS.c.account_id == self._id, _ORDERS.c.is_open).order_by(_ORDERS.c.number)
        return StoredAccount(
            **found._mapping,
            positions={row.symbol: row.body for row in self._connection.execute(held)},
            orders=[StoredOrder(*row) for row in self._connection.execute(at_work)],
        )

    def order(self, client_order_id: str) -> StoredOrder | None:
        wanted = _ORDER.where(_ORDERS.c.account_id == self._id, _ORDERS.c.client_order_id == client_order_id)
        found = self._connection.execute(wanted).first()
        return None if found is None else StoredOrder(*found)

    def fills(self, *, after: int = 0, at: datetime | None = None) -> Sequence[StoredFill]:
        columns = select(_FILLS.c.number, _FILLS.c.at, _FILLS.c.body).order_by(_FILLS.c.number)
        wanted = columns.where(_FILLS.c.account_id == self._id, _FILLS.c.number > after)
        if at is not None:
            wanted = wanted.where(_FILLS.c.at == at)
        return [StoredFill(*row) for row in self._connection.execute(wanted)]

    def entries(self, after: int = 0) -> Sequence[StoredEntry]:
        table = _ENTRIES.c
        columns = select(table.number, table.at, table.kind, table.symbol, table.amount, table.shares)
        wanted = columns.where(table.account_id == self._id, table.number > after).order_by(table.number)
        return [StoredEntry(*row) for row in self._connection.execute(wanted)]

    def write(self, change: PaperChange) -> None:
        values = {"cash": change.cash, "last_bar": change.last_bar, "body": change.body}
        self._connection.execute(update(_ACCOUNTS).where(_ACCOUNTS.c.id == self._id).values(values))
        bodies = [{"symbol": symbol, "body": body} for symbol, body in change.positions.items() if body is not None]
        self._replace(_POSITIONS, "symbol", list(change.positions), bodies)
        orders = [_order_values(order) for order in change.orders]
        self._replace(_ORDERS, "client_order_id", [order.client_order_id for order in change.orders], orders)
        self._insert(_FILLS, [{"number": fill.number, "at": fill.at, "body": fill.body} for fill in change.fills])
        self._insert(_ENTRIES, [_entry_values(self._id, entry) for entry in change.entries])

    def _replace(self, table: Table, key: str, keys: Sequence[str], rows: list[dict[str, Any]]) -> None:
        if keys:
            mine = table.c.account_id == self._id
            self._connection.execute(delete(table).where(mine, table.c[key].in_(keys)))
        self._insert(table, rows)

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), [{**row, "account_id": self._id} for row in rows])


def _table(row: Any) -> Table:
    found: Table = row.__table__
    return found


_ACCOUNTS, _POSITIONS, _ORDERS = _table(PaperAccountRow), _table(PaperPositionRow), _table(PaperOrderRow)
_FILLS, _ENTRIES = _table(PaperFillRow), _table(PaperEntryRow)
_ORDER = select(_ORDERS.c.client_order_id, _ORDERS.c.number, _ORDERS.c.is_open, _ORDERS.c.body)


def _account_values(account: StoredAccount) -> dict[str, object]:
    names = ("id", "owner_id", "opened_at", "opening", "cash", "last_bar", "body")
    return {name: getattr(account, name) for name in names}


def _order_values(order: StoredOrder) -> dict[str, Any]:
    names = ("client_order_id", "number", "is_open", "body")
    return {name: getattr(order, name) for name in names}


def _entry_values(account_id: str, entry: StoredEntry) -> dict[str, Any]:
    names = ("number", "at", "kind", "symbol", "amount", "shares")
    return {"account_id": account_id} | {name: getattr(entry, name) for name in names}
