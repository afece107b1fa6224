"""One migrated database of each kind for all paper accounts of a module: each test opens an account of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from packages.settings.database import DatabaseUrl
from tests.postgres import Postgres


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def paper_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DatabaseUrl]:
    if request.param == "sqlite":
        url = DatabaseUrl(f"sqlite:///{tmp_path_factory.mktemp('paper') / 'parley.sqlite'}")
        asyncio.run(_migrate(url))
        yield url
        return
    server: Postgres | None = request.getfixturevalue("postgres")
    if server is None:
        pytest.skip("no PostgreSQL: none is named in PARLEY_TEST_POSTGRES_URL, installed, or on port 5432")
    with server.database() as address:
        asyncio.run(_migrate(DatabaseUrl(address)))
        yield DatabaseUrl(address)


@pytest.fixture
async def stored_accounts(paper_url: DatabaseUrl) -> AsyncIterator[SqlPaperAccounts]:
    database = Database(paper_url)
    yield SqlPaperAccounts(database)
    await database.aclose()


async def _migrate(url: DatabaseUrl) -> None:
    database = Database(url)
    await upgrade(database)
    await database.aclose()
