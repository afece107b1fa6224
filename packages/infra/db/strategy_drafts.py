"""Drafts of strategies in the SQL database."""

import json

from sqlalchemy import select

from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.drafts import StrategyDraft
from packages.domain.strategy.json_tree import canonical_text
from packages.infra.db.engine import Database
from packages.infra.db.strategy_rows import StrategyDraftRow
from packages.infra.db.upsert import insert_missing


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
