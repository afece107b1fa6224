"""Backtests in the database: what all stores do, and how a current schema is told from an old one."""

import pytest

from packages.domain.backtest.jobs.stored import BacktestStore
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.db.migrate import downgrade, head_revision, upgrade
from packages.infra.db.schema_check import is_current, newest_revision
from packages.settings.database import DatabaseUrl
from tests.conformance.backtest_store_conformance import BacktestStoreConformance


class TestSqlBacktests(BacktestStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> BacktestStore:
        return SqlBacktests(database)


def test_the_newest_file_is_the_revision_that_alembic_goes_to() -> None:
    assert newest_revision() == head_revision()


async def test_a_fresh_and_an_old_database_are_not_current(database_url: DatabaseUrl) -> None:
    database = Database(database_url)
    assert not await is_current(database)
    await upgrade(database)
    assert await is_current(database)
    await downgrade(database, "0008")
    assert not await is_current(database)
    await database.aclose()
