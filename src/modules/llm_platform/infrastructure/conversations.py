"""What was said so far, in the database, for model servers that do not remember it."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import String, Text, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.clock import Clock
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database


class ConversationRow(Base):
    """All messages up to and including one response; `json` is their list."""

    __tablename__ = "llm_conversations"

    response_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    json: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


class SqlConversations:
    """Implements `Conversations`. A response is written once and never changes."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def load(self, owner_id: str, response_id: str) -> Sequence[Mapping[str, object]] | None:
        own = select(ConversationRow.json).where(
            ConversationRow.response_id == response_id, ConversationRow.owner_id == owner_id
        )
        async with self._database.read() as session:
            text = await session.scalar(own)
        return None if text is None else _messages(text)

    async def save(self, owner_id: str, response_id: str, messages: Sequence[Mapping[str, object]]) -> None:
        row = {
            "response_id": response_id,
            "owner_id": owner_id,
            "json": json.dumps([dict(message) for message in messages]),
            "created_at": self._clock.now(),
        }
        async with self._database.write() as session:
            await insert_missing(session, ConversationRow, [row])

    async def purge(self, older_than: timedelta) -> int:
        """Forgets what was said longer ago than that; returns how many responses were forgotten."""
        old = delete(ConversationRow).where(ConversationRow.created_at < self._clock.now() - older_than)
        async with self._database.write() as session:
            gone = await session.scalars(old.returning(ConversationRow.response_id))
            return len(gone.all())


def _messages(text: str) -> list[Mapping[str, object]]:
    messages: list[Mapping[str, object]] = json.loads(text)
    return messages
