"""Fixtures that all tests share: a home of their own, and a database of each kind."""

import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from tests.postgres import Postgres, running_postgres

structlog.configure(processors=[structlog.stdlib.render_to_log_kwargs], logger_factory=structlog.stdlib.LoggerFactory())
# How long an example takes says more about the machine's other work than about the code.
settings.register_profile("parley", deadline=None)
settings.load_profile("parley")
_FOREIGN = ("PARLEY_", "OPENAI_", "ALPACA_", "TUSHARE_", "TAVILY_", "BOCHA_", "ANTHROPIC_")


@pytest.fixture(autouse=True)
def logs_stay_as_they_were() -> Iterator[None]:
    """A test may configure logging, as a command does; the next one captures logs as if it had not."""
    config, root = structlog.get_config(), logging.getLogger()
    named = [root, *map(logging.getLogger, list(root.manager.loggerDict))]
    before = [(logger, logger.level, logger.propagate, logger.handlers[:]) for logger in named]
    yield
    structlog.configure(**config)
    for logger, level, propagate, handlers in before:
        logger.setLevel(level)
        logger.propagate = propagate
        logger.handlers[:] = handlers
    for logger in set(map(logging.getLogger, list(root.manager.loggerDict))).difference(named):
        logger.setLevel(logging.NOTSET)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty PARLEY_HOME in an empty working directory, without any setting of the developer's own."""
    for name in list(os.environ):
        if name.startswith(_FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PARLEY_DEMO_DATA", "false")
    return tmp_path / "home"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | None]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseUrl]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}")
        return
    server: Postgres | None = request.getfixturevalue("postgres")
    if server is None:
        pytest.skip("no PostgreSQL: none is named in PARLEY_TEST_POSTGRES_URL, installed, or on port 5432")
    with server.database() as url:
        yield DatabaseUrl(url)


@pytest.fixture
async def database(database_url: DatabaseUrl) -> AsyncIterator[Database]:
    """A database of each kind, at the current schema."""
    database = Database(database_url)
    await upgrade(database)
    yield database
    await database.aclose()
