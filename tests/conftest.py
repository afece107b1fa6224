"""Fixtures that all tests share: a home of their own, and a database of each kind."""

import asyncio
import gc
import logging
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from decimal import ROUND_HALF_EVEN, Context, getcontext, setcontext
from pathlib import Path

import pytest
import structlog
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.kernel.build import install_kernel
from packages.settings.database import DatabaseUrl
from tests.effort import examples
from tests.environment import without_own_settings
from tests.memory import folder_in_memory
from tests.postgres import Postgres, running_postgres
from tests.reused_database import ReusedDatabase
from tests.rewriting import rewrite_a_share
from tests.shared_folders import shared_folder

gc.disable()  # until everything is collected
_NEW_OBJECTS = 20_000  # before the collector looks at them, as in a server

pytest_plugins = ["tests.demo"]
install_kernel()
structlog.configure(processors=[structlog.stdlib.render_to_log_kwargs], logger_factory=structlog.stdlib.LoggerFactory())
# How long an example takes says more about the machine's other work than about the code.
settings.register_profile("parley", deadline=None, max_examples=examples(100))
settings.load_profile("parley")
if folder := folder_in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)

PAGE = "tests/e2e/page/"
# The tests that share the desk on which every tool was called once.
TOOLS = "tests/apps/mcp/test_"
# The tests whose servers are forked from the same process.
CHATS = "tests/e2e/test_chat_"
# What takes longest: begun last, it would leave the other processes idle.
LONGEST = (PAGE, "tests/e2e/", TOOLS)
# What starts or fills something: a test that asks for one of these is not for `make quick`.
STARTS = {"browser", "database_url", "demo_home", "home", "postgres", "schema"}
# Nor is one that simulates markets by the thousand.
STRESS = f"{Path(__file__).parent}/packages/domain/stress"
SIMULATES = tuple(
    f"{STRESS}/{part}/" for part in ("honesty", "jobs", "monte_carlo", "optimise", "sensitivity", "worlds")
)

# A file that is marked as a whole is not even read for `make quick`.
NOT_QUICK = re.compile(r"^pytestmark = .*\bpytest\.mark\.(?:slow|trust)\b", re.MULTILINE)


def pytest_configure_node(node: WorkerController) -> None:
    node.workerinput["whole_suite"] = node.config.getvalue("dist") == "loadfile"


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", {})
    if worker.get("whole_suite") and not sys.dont_write_bytecode:
        rewrite_a_share(config, worker)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """True where nothing of a file would be left; None leaves it to the others."""
    if "not slow" not in config.getoption("markexpr") or collection_path.suffix != ".py":
        return None
    is_whole = str(collection_path).startswith(SIMULATES) or NOT_QUICK.search(collection_path.read_text("utf-8"))
    return True if is_whole else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if getattr(config, "workerinput", {}).get("whole_suite"):
        items.sort(key=_turn)
    for item in items:
        starts = not STARTS.isdisjoint(getattr(item, "fixturenames", ()))
        if starts or str(item.path).startswith(SIMULATES):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("heavy") and "[sqlite" in item.nodeid:
            item.add_marker(pytest.mark.trust)


def _turn(item: pytest.Item) -> int:
    return next((turn for turn, start in enumerate(LONGEST) if item.nodeid.startswith(start)), len(LONGEST))


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: to look through it for garbage again and again takes time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 50)
    gc.enable()


class SharedDesksTogether(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """Files side by side, but those that share something costly to start one after another."""

    def _split_scope(self, nodeid: str) -> str:
        shared = next((start for start in (PAGE, TOOLS, CHATS) if nodeid.startswith(start)), None)
        return shared or str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    return SharedDesksTogether(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(autouse=True)
def logs_stay_as_they_were() -> Iterator[None]:
    """A test may configure logging, as a command does; the next one captures logs as if it had not."""
    config = structlog.get_config()
    before = {logger: (logger.level, logger.propagate, logger.handlers[:]) for logger in _loggers()}
    yield
    structlog.configure(**config)
    for logger in _loggers():
        level, propagate, handlers = before.get(logger, (logging.NOTSET, logger.propagate, logger.handlers))
        if logger.level != level:  # to set a level clears the caches of all loggers, each time
            logger.setLevel(level)
        logger.propagate = propagate
        logger.handlers[:] = handlers


def _loggers() -> list[logging.Logger]:
    root = logging.getLogger()
    return [root, *(one for one in list(root.manager.loggerDict.values()) if isinstance(one, logging.Logger))]


@pytest.fixture(autouse=True)
def decimals_round_as_ever() -> Iterator[None]:
    """A library that sets the rounding of the thread's decimals would change figures far away from it."""
    yield
    rounding = getcontext().rounding
    setcontext(Context())
    assert rounding == ROUND_HALF_EVEN, f"Something set the rounding of decimals to {rounding}: fence its calls."


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty PARLEY_HOME in an empty working directory, without any setting of the developer's own."""
    for name in os.environ.keys() - without_own_settings(os.environ).keys():
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PARLEY_DEMO_DATA", "false")
    return tmp_path / "home"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | None]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file at the current schema, to be copied: to migrate each test's own takes far longer."""

    def fill(folder: Path) -> None:
        asyncio.run(_migrate(DatabaseUrl(f"sqlite:///{folder / 'parley.sqlite'}")))

    return shared_folder(tmp_path_factory, "schema", fill) / "parley.sqlite"


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> Iterator[ReusedDatabase]:
    """A PostgreSQL database at the current schema, empty for each test."""
    with postgres.database() as url:
        asyncio.run(_migrate(DatabaseUrl(url)))
        reused = ReusedDatabase(postgres, like=url)
        yield reused
        reused.drop()


async def _migrate(url: DatabaseUrl) -> None:
    database = Database(url)
    await upgrade(database)
    await database.aclose()


@pytest.fixture
def migrated_home(home: Path, schema: Path) -> Path:
    """The test's own home, with an empty desk in it."""
    home.mkdir()
    shutil.copy(schema, home)
    return home


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseUrl]:
    """A database of each kind: empty, or at the current schema for a test that also asks for `database`."""
    migrated = "database" in request.fixturenames
    if request.param == "sqlite":
        file = tmp_path / "parley.sqlite"
        if migrated:
            shutil.copyfile(request.getfixturevalue("schema"), file)
        yield DatabaseUrl(f"sqlite:///{file}")
        return
    server: Postgres | None = request.getfixturevalue("postgres")
    if server is None:
        pytest.skip("no PostgreSQL: none is named in PARLEY_TEST_POSTGRES_URL, installed, or on port 5432")
    with request.getfixturevalue("migrated_postgres").lent() if migrated else server.database() as url:
        yield DatabaseUrl(url)


@pytest.fixture
async def database(database_url: DatabaseUrl) -> AsyncIterator[Database]:
    """A database of each kind, at the current schema."""
    database = Database(database_url)
    yield database
    await database.aclose()
