"""Adds links to a chain in the database: the chain's last row is locked, so writers follow each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.infra.db.upsert import insert_missing
from src.modules.judge.domain.chain import GENESIS, Head, Link, next_link
from src.modules.judge.infrastructure.call_rows import CallChainRow, CallRow, CallSettlementRow

CALLS, SETTLEMENTS = "calls", "settlements"


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
    table: type[CallRow] | type[CallSettlementRow],
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
        told = {name: content[name] for name in columns}
        rows.append({**told, "owner_id": owner_id, "seq": link.seq, "body": link.body, "hash": link.hash})
    if rows:
        await session.execute(insert(table), rows)
        await session.execute(update(CallChainRow).where(_chain(owner_id, book)).values(seq=head.seq, hash=head.hash))
    return links


def _chain(owner_id: str, book: str) -> Any:
    return (CallChainRow.owner_id == owner_id) & (CallChainRow.book == book)
