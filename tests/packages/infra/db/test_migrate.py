"""Migrations go up, down and up again, on both databases, and agree with the tables that the code declares."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from migrations.schema import metadata
from packages.infra.db.engine import Database
from packages.infra.db.migrate import MigrationFailed, NewerDatabase, downgrade, head_revision, upgrade
from packages.infra.providers.market_data.rows.news_index import is_declared
from packages.settings.database import DatabaseUrl


async def _tables(database: Database) -> set[str]:
    async with database.engine.connect() as connection:
        return set(await connection.run_sync(lambda sync: inspect(sync).get_table_names()))


async def test_the_schema_goes_up_down_and_up_again(database: Database) -> None:
    full = await _tables(database)
    await downgrade(database, "base")
    assert await _tables(database) == {"alembic_version"}
    await upgrade(database)
    assert await _tables(database) == full


async def test_the_migrations_build_exactly_the_declared_tables(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(
            compare_metadata(MigrationContext.configure(connection, opts={"include_name": is_declared}), metadata)
        )

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_processes_that_start_at_once_migrate_once(database_url: DatabaseUrl) -> None:
    databases = [Database(database_url) for _ in range(4)]
    await asyncio.gather(*(upgrade(database) for database in databases))
    async with databases[0].engine.connect() as connection:
        versions = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all()
    assert versions == [head_revision()]
    for database in databases:
        await database.aclose()


async def test_a_database_from_a_newer_version_is_refused_with_advice(database: Database) -> None:
    async with database.writing_engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="update Parley"):
        await upgrade(database)


async def test_a_revision_that_does_not_exist_is_not_called_a_newer_database(database: Database) -> None:
    with pytest.raises(MigrationFailed, match=r"left as it was: .*no_such_revision"):
        await upgrade(database, "no_such_revision")


async def test_a_step_that_fails_is_told_with_its_reason_and_changes_nothing(database_url: DatabaseUrl) -> None:
    database = Database(database_url)
    async with database.writing_engine.begin() as connection:
        await connection.execute(text("CREATE TABLE users (of_another_program INTEGER)"))
    before = await _tables(database)
    with pytest.raises(MigrationFailed, match=r"users.* already exists"):
        await upgrade(database)
    assert await _tables(database) == before
    await database.aclose()
