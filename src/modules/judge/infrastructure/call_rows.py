"""The call book's tables, which only grow, and how links are added to a chain: one writer after another."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import CheckConstraint, Pool, String, Text, UniqueConstraint, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base, insert_missing
from src.modules.judge.domain.chain import GENESIS, Head, Link, next_link


class AnyCallRow(Base):
    """One call; `ends_on` as an ISO day, None for what is never settled; `made_on` as the market counts days, None in
    entries from before it was kept. `body` is the text that was hashed."""

    __abstract__ = True

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(String(36))
    session_id: Mapped[str] = mapped_column(String(200))
    ends_on: Mapped[str | None] = mapped_column(String(10), index=True)
    body: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(String(64))
    made_on: Mapped[str | None] = mapped_column(String(10))


class AnySettlementRow(Base):
    """How one call ended."""

    __abstract__ = True

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    call_id: Mapped[str] = mapped_column(String(36))
    state: Mapped[str] = mapped_column(String(20))
    body: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(String(64))


class CallRow(AnyCallRow):
    """A call on what is to come: the database refuses one that ends on the day on which it was made, or before."""

    __tablename__ = "calls"
    __table_args__ = (
        UniqueConstraint("owner_id", "session_id"),
        UniqueConstraint("id"),
        CheckConstraint("made_on IS NULL OR ends_on IS NULL OR ends_on > made_on", name="forward_only"),
    )


class CallSettlementRow(AnySettlementRow):
    """How a live call ended."""

    __tablename__ = "call_settlements"
    __table_args__ = (UniqueConstraint("call_id"),)


class WalkBackCallRow(AnyCallRow):
    """A call of research on a past day."""

    __tablename__ = "walk_back_calls"
    __table_args__ = (UniqueConstraint("owner_id", "session_id"), UniqueConstraint("id"))


class WalkBackSettlementRow(AnySettlementRow):
    """How a call of the walk-back book ended."""

    __tablename__ = "walk_back_settlements"
    __table_args__ = (UniqueConstraint("call_id"),)


class CallChainRow(Base):
    """The last entry of a chain. Adding to the chain locks this row until the commit, so that numbers and hashes
    follow each other without a gap, whichever process writes them."""

    __tablename__ = "call_chains"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    book: Mapped[str] = mapped_column(String(20), primary_key=True)
    seq: Mapped[int]
    hash: Mapped[str] = mapped_column(String(64))


@dataclass(frozen=True, slots=True)
class BookTables:
    """Where one book is kept, and what its two chains are called."""

    calls: type[AnyCallRow]
    settlements: type[AnySettlementRow]
    call_chain: str
    settlement_chain: str


LIVE = BookTables(CallRow, CallSettlementRow, "calls", "settlements")
WALK_BACK = BookTables(WalkBackCallRow, WalkBackSettlementRow, "walk_back_calls", "walk_back_settled")


async def locked_head(session: AsyncSession, owner_id: str, book: str) -> Head:
    """Waits for whoever is writing to this chain; nobody else writes until the transaction ends."""
    row = {"owner_id": owner_id, "book": book, "seq": 0, "hash": GENESIS}
    await insert_missing(session, CallChainRow, [row])
    return await head_of(session, owner_id, book, lock=True)


async def head_of(session: AsyncSession, owner_id: str, book: str, *, lock: bool = False) -> Head:
    wanted = select(CallChainRow.seq, CallChainRow.hash).where(_chain(owner_id, book))
    found = (await session.execute(wanted.with_for_update() if lock else wanted)).one_or_none()
    return Head(found.seq, found.hash) if found else Head()


async def add_links(
    session: AsyncSession,
    table: type[AnyCallRow] | type[AnySettlementRow],
    owner_id: str,
    book: str,
    head: Head,
    contents: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]],
) -> list[Link]:
    """Each content with the names of its columns, behind the head that the caller has locked."""
    links: list[Link] = []
    rows: list[dict[str, Any]] = []
    for content, columns in contents:
        link = next_link(head, content)
        head = Head(link.seq, link.hash)
        links.append(link)
        values = {name: content[name] for name in columns}
        rows.append({**values, "owner_id": owner_id, "seq": link.seq, "body": link.body, "hash": link.hash})
    if rows:
        await session.execute(insert(table), rows)
        await session.execute(update(CallChainRow).where(_chain(owner_id, book)).values(seq=head.seq, hash=head.hash))
    return links


def _chain(owner_id: str, book: str) -> Any:
    return (CallChainRow.owner_id == owner_id) & (CallChainRow.book == book)


# By pool, because engines with other options share it; an entry goes when its pool goes.
_TURNS: WeakKeyDictionary[Pool, asyncio.Lock] = WeakKeyDictionary()


def turn_of(engine: AsyncEngine) -> AbstractAsyncContextManager[object]:
    """Held while writing. PostgreSQL locks a row instead, so nobody waits there for another owner's chain."""
    if engine.dialect.name != "sqlite":
        return nullcontext()
    return _TURNS.setdefault(engine.sync_engine.pool, asyncio.Lock())
