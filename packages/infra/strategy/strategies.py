"""Strategies and their drafts in the SQL database."""

import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.strategy.book import StrategyBook, StrategyDraft
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import canonical_text
from packages.domain.strategy.lineage import TrialLedger
from packages.domain.strategy.ports import RevisionHead, StoredStrategy, StrategyQuery
from packages.domain.strategy.revisions import Revision, stored_revision
from packages.infra.db.base import insert_missing
from packages.infra.db.engine import Database
from packages.infra.strategy.strategy_rows import StrategyDraftRow, StrategyRevisionRow, StrategyRow
from packages.infra.strategy.trials import SqlTrials


def strategy_book(database: Database, clock: Clock) -> StrategyBook:
    """The book over the database, with the built-in indicator catalogue."""
    ledger = TrialLedger(SqlTrials(database))
    return StrategyBook(SqlStrategies(database), ledger, CATALOGUE, clock, Ids(clock))


class SqlStrategies:
    """The store of strategies over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, strategy: StoredStrategy, first: Revision, key: str | None = None) -> StoredStrategy:
        try:
            async with self._database.write() as session:
                session.add(_strategy_row(strategy))
                await session.flush()
                await session.execute(insert(StrategyRevisionRow), _revision_values(strategy.id, first, key))
        except IntegrityError:
            made = None if key is None else await self.made(strategy.owner_id, key)
            if made is None:
                raise
            return made
        return strategy

    async def made(self, owner_id: str, key: str) -> StoredStrategy | None:
        wanted = select(StrategyRow).join(StrategyRevisionRow, StrategyRow.id == StrategyRevisionRow.strategy_id)
        wanted = wanted.where(StrategyRow.owner_id == owner_id, StrategyRevisionRow.request_key == key)
        async with self._database.read() as session:
            row = await session.scalar(wanted)
            return _strategy(row) if row else None

    async def advance(
        self, owner_id: str, strategy_id: str, following: Revision, key: str | None = None
    ) -> StoredStrategy | None:
        name = following.strategy.name
        # The row is changed first: of several that come at once, the others wait for its lock and then find that the
        # version is another one.
        move = (
            update(StrategyRow)
            .where(
                StrategyRow.id == strategy_id,
                StrategyRow.owner_id == owner_id,
                StrategyRow.version == following.version - 1,
                StrategyRow.archived_at.is_(None),
            )
            .values(version=following.version, name=name, folded_name=name.casefold(), updated_at=following.created_at)
            .returning(StrategyRow)
        )
        async with self._database.write() as session:
            row = await session.scalar(move)
            if row is None:
                return None
            await session.execute(insert(StrategyRevisionRow), _revision_values(strategy_id, following, key))
            return _strategy(row)

    async def archive(self, owner_id: str, strategy_id: str, at: datetime | None) -> StoredStrategy | None:
        own = (StrategyRow.id == strategy_id, StrategyRow.owner_id == owner_id)
        unset = [StrategyRow.archived_at.is_(None)] if at is not None else []
        async with self._database.write() as session:
            await session.execute(update(StrategyRow).where(*own, *unset).values(archived_at=at))
            row = await session.scalar(select(StrategyRow).where(*own))
            return _strategy(row) if row else None

    async def find(self, owner_id: str, strategy_id: str) -> StoredStrategy | None:
        wanted = select(StrategyRow).where(StrategyRow.id == strategy_id, StrategyRow.owner_id == owner_id)
        row = await self._database.read_once(lambda session: session.scalar(wanted))
        return _strategy(row) if row else None

    async def page(self, owner_id: str, query: StrategyQuery) -> Sequence[StoredStrategy]:
        wanted = select(StrategyRow).where(StrategyRow.owner_id == owner_id)
        wanted = wanted.where(
            StrategyRow.archived_at.is_not(None) if query.archived else StrategyRow.archived_at.is_(None)
        )
        if query.before is not None:
            wanted = wanted.where(StrategyRow.id < query.before)
        if query.search:
            wanted = wanted.where(StrategyRow.folded_name.contains(query.search.casefold(), autoescape=True))
        async with self._database.read() as session:
            rows = await session.scalars(wanted.order_by(StrategyRow.id.desc()).limit(query.limit))
            return [_strategy(row) for row in rows]

    async def revision(self, owner_id: str, strategy_id: str, version: int) -> Revision | None:
        wanted = select(StrategyRevisionRow).join(StrategyRow, StrategyRow.id == StrategyRevisionRow.strategy_id)
        wanted = wanted.where(
            StrategyRow.owner_id == owner_id,
            StrategyRevisionRow.strategy_id == strategy_id,
            StrategyRevisionRow.version == version,
        )
        row = await self._database.read_once(lambda session: session.scalar(wanted))
        if row is None:
            return None
        return stored_revision(row.version, json.loads(row.document), row.created_at, row.restores)

    async def revisions(
        self, owner_id: str, strategy_id: str, limit: int, before: int | None = None
    ) -> Sequence[RevisionHead]:
        row = StrategyRevisionRow
        wanted = select(row.version, row.content_hash, row.created_at, row.restores)
        wanted = wanted.join(StrategyRow, StrategyRow.id == row.strategy_id)
        wanted = wanted.where(StrategyRow.owner_id == owner_id, row.strategy_id == strategy_id)
        if before is not None:
            wanted = wanted.where(row.version < before)
        async with self._database.read() as session:
            heads = await session.execute(wanted.order_by(row.version.desc()).limit(limit))
            return [RevisionHead(head.version, head.content_hash, head.created_at, head.restores) for head in heads]


def _strategy(row: StrategyRow) -> StoredStrategy:
    return StoredStrategy(
        id=row.id,
        owner_id=row.owner_id,
        name=row.name,
        lineage_id=row.lineage_id,
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
        archived_at=row.archived_at,
    )


def _strategy_row(strategy: StoredStrategy) -> StrategyRow:
    return StrategyRow(
        id=strategy.id,
        owner_id=strategy.owner_id,
        lineage_id=strategy.lineage_id,
        name=strategy.name,
        folded_name=strategy.name.casefold(),
        version=strategy.version,
        created_at=strategy.created_at,
        updated_at=strategy.updated_at,
    )


def _revision_values(strategy_id: str, revision: Revision, key: str | None) -> dict[str, object]:
    return {
        "strategy_id": strategy_id,
        "version": revision.version,
        "document": canonical_text(revision.document),
        "content_hash": revision.content_hash,
        "created_at": revision.created_at,
        "restores": revision.restores,
        "request_key": key,
    }


class SqlDrafts:
    """The store of drafts over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, draft: StrategyDraft) -> None:
        row = {
            "id": draft.id,
            "owner_id": draft.owner_id,
            "document": canonical_text(document_of(draft.strategy)),
            "created_at": draft.created_at,
        }
        async with self._database.write() as session:
            await insert_missing(session, StrategyDraftRow, [row])

    async def find(self, owner_id: str, draft_id: str) -> StrategyDraft | None:
        own = (StrategyDraftRow.id == draft_id, StrategyDraftRow.owner_id == owner_id)
        async with self._database.read() as session:
            row = await session.scalar(select(StrategyDraftRow).where(*own))
            if row is None:
                return None
            return StrategyDraft(row.id, row.owner_id, build(json.loads(row.document)), row.created_at)
