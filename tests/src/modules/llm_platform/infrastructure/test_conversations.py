"""Conversations in the database: what all conversations do, and how they are forgotten."""

from datetime import timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from packages.infra.db.base import Base
from packages.infra.db.engine import Database
from src.modules.llm_platform.application.ports import Conversations
from src.modules.llm_platform.infrastructure.conversations import ConversationRow, SqlConversations
from tests.conformance.conversations_conformance import SAID, ConversationsConformance
from tests.fakes.clock import StoppedClock


class TestSqlConversations(ConversationsConformance):
    @pytest.fixture
    def conversations(self, database: Database) -> Conversations:
        return SqlConversations(database, StoppedClock())


async def test_what_is_older_than_asked_is_forgotten(database: Database) -> None:
    clock = StoppedClock()
    conversations = SqlConversations(database, clock)
    await conversations.save("ann", "resp_old", SAID)
    clock.move(days=30)
    await conversations.save("ann", "resp_new", SAID)
    clock.move(seconds=1)
    assert await conversations.purge(older_than=timedelta(days=30)) == 1
    assert await conversations.load("ann", "resp_old") is None
    assert await conversations.load("ann", "resp_new") is not None


async def test_another_process_on_the_same_database_remembers(database: Database) -> None:
    await SqlConversations(database, StoppedClock()).save("ann", "resp_1", SAID)
    other = Database(database.url)
    assert await SqlConversations(other, StoppedClock()).load("ann", "resp_1") == SAID
    await other.aclose()


async def test_the_migration_builds_exactly_the_declared_table(database: Database) -> None:
    def is_ours(_thing: object, name: str | None, kind: str, _reflected: bool, _other: object) -> bool:
        return kind != "table" or name == ConversationRow.__tablename__

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"include_object": is_ours})
        return list(compare_metadata(context, Base.metadata))

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
