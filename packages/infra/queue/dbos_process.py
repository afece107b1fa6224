"""DBOS itself, launched and stopped from a thread, on its own database; and the recovery of what dead processes were
running.

Its database is a SQLite file beside the product's, or a schema inside the product's PostgreSQL. Its asynchronous API is
left alone: each of its calls makes DBOS's own thread pool the default executor of the calling loop, and that pool is
shut down with DBOS, after which the loop has no executor any more.
"""

import logging
import os
import threading
from collections.abc import Callable
from contextlib import ExitStack
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from packages.infra.queue.attempts import FIRST_TRY, LATER_TRY, QUEUE, VERSION, JobAttempt
from packages.infra.queue.executor_locks import ExecutorLocks, locks_for
from packages.infra.queue.json_serializer import JsonSerializer, refuse_pickles
from packages.settings.database import DatabaseUrl
from packages.settings.home import HomeSettings

if TYPE_CHECKING:
    from dbos import DBOSConfig
import importlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

_OLDEST_SQLITE = (3, 42, 0)
_NEWER_SQLITES = ("pysqlite3.dbapi2", "sqlean.dbapi2")  # each is built for processors that the other is not
_BUSY_TIMEOUT_MILLISECONDS = 30_000
_CONNECTIONS = 10


class SqliteTooOld(Unavailable):
    """Neither Python's own SQLite nor one of the newer builds can keep long work."""


class SystemDatabase:
    """The engine that DBOS works on; `building()` is for the time in which it makes its tables."""

    def __init__(self, url: DatabaseUrl, sqlite_file: Path) -> None:
        self._building = self._closed = False
        if url.is_sqlite:
            self.url = f"sqlite:///{sqlite_file}"
            self.engine = self._sqlite_engine(sqlite_file)
        else:
            self.url = url.for_psycopg
            self.engine = _postgres_engine(self.url)
        event.listen(self.engine, "checkin", self._close_late)

    def close(self) -> None:
        """What a thread of DBOS that is on its way out still works with is closed when it is given back."""
        self._closed = True
        self.engine.dispose()

    def _close_late(self, _connection: Any, entry: ConnectionPoolEntry) -> None:
        if self._closed:
            entry.invalidate()

    @contextmanager
    def building(self) -> Iterator[None]:
        """SQLite's driver does not begin a transaction for DDL: a process killed half way through would leave
        half the tables, and no later start could go on from there."""
        self._building = True
        try:
            yield
        finally:
            self._building = False

    def _sqlite_engine(self, file: Path) -> Engine:
        file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            self.url,
            module=_sqlite(),
            pool_size=_CONNECTIONS,
            max_overflow=_CONNECTIONS,
            hide_parameters=True,
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", self._begin_sqlite)
        return engine

    def _begin_sqlite(self, connection: Connection) -> None:
        if self._building:
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def _sqlite() -> ModuleType:
    """A build of SQLite that DBOS can work with."""
    if sqlite3.sqlite_version_info >= _OLDEST_SQLITE:
        return sqlite3
    for newer in _NEWER_SQLITES:
        with suppress(ImportError):
            return importlib.import_module(newer)
    raise SqliteTooOld("jobs.sqlite_too_old", version=sqlite3.sqlite_version)


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = "IMMEDIATE"  # what DBOS sets on an engine of its own making
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _postgres_engine(url: str) -> Engine:
    return create_engine(
        url,
        pool_size=_CONNECTIONS,
        max_overflow=_CONNECTIONS,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={
            "application_name": "parley-jobs",
            "connect_timeout": 10,
            # A frozen process must not keep rows locked: DBOS sets this on an engine of its own making.
            "options": "-c idle_in_transaction_session_timeout=60000",
        },
    )


logger = logging.getLogger(__name__)

_TURN_SECONDS = 10

_the_one_dbos = threading.Lock()  # DBOS is one per process, so its users in one process take turns

RunAttempt = Callable[[JobAttempt], JsonObject]


class DbosProcess:
    """One process's share of the queue; `run` is called on a thread for each attempt it takes on."""

    def __init__(
        self, url: DatabaseUrl, home: HomeSettings, concurrency: int, poll_seconds: float, run: RunAttempt
    ) -> None:
        self.executor = f"{os.getpid()}-{token_hex(8)}"
        self._url = url
        self._home = home
        self._concurrency = concurrency
        self._poll_seconds = poll_seconds
        self._run = run
        self._locks: ExecutorLocks = locks_for(url, home.locks)
        self._undo = ExitStack()

    def start(self) -> None:
        """Raises `Unavailable`, whatever it is that keeps DBOS from starting."""
        try:
            self._launch()
        except Exception as error:
            logger.exception("long work could not be started")
            self.stop()
            if isinstance(error, Unavailable):
                raise
            raise Unavailable("jobs.not_started") from error

    def stop(self) -> None:
        """What was running stays pending and the lock becomes free, so another process takes it over."""
        self._undo.close()

    def recover_orphaned(self) -> None:
        """Puts back into the queue what processes that are no more were running."""
        from dbos import DBOS

        self._locks.hold(self.executor)
        running = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
        others = {row.executor_id for row in running if row.executor_id} - {self.executor}
        dead = [name for name in sorted(others) if self._locks.is_free(name)]
        if dead:
            # DBOS puts a row back only while it is pending under a dead name: two who try do no harm.
            DBOS._recover_pending_workflows(dead)

    def _launch(self) -> None:
        from dbos import DBOS

        if not _the_one_dbos.acquire(timeout=_TURN_SECONDS):
            raise Unavailable("jobs.already_running")
        self._undo.callback(_the_one_dbos.release)
        _quieten()
        refuse_pickles()
        database = SystemDatabase(self._url, self._home.jobs_file)
        self._undo.callback(database.close)
        self._locks.hold(self.executor)  # before anything can be recorded under this name
        self._undo.callback(self._locks.release)
        self._undo.callback(DBOS.destroy, destroy_registry=True)
        self._register()
        with self._locks.alone(), database.building():
            DBOS(config=self._config(database))
            DBOS.launch()
        # DBOS keeps a queue's settings in the database: the last process to start sets them for all.
        DBOS.register_queue(
            QUEUE,
            worker_concurrency=self._concurrency,
            polling_interval_sec=self._poll_seconds,
            on_conflict="always_update",
        )
        self.recover_orphaned()

    def _register(self) -> None:
        from dbos import DBOS

        # DBOS would give up on a job without closing its stream; `JobRunner` gives up properly.
        @DBOS.workflow(name=FIRST_TRY, max_recovery_attempts=None)
        def first_try(stored: dict[str, Any]) -> JsonObject:
            return self._run(JobAttempt.from_input(stored))

        @DBOS.workflow(name=LATER_TRY, max_recovery_attempts=None)
        def later_try(stored: dict[str, Any]) -> JsonObject:
            return self._run(JobAttempt.from_input(stored))

    def _config(self, database: SystemDatabase) -> "DBOSConfig":
        return {
            "name": "parley",
            "system_database_url": database.url,
            "system_database_engine": database.engine,
            "dbos_system_schema": "dbos",
            "application_version": VERSION,
            "executor_id": self.executor,
            "serializer": JsonSerializer(),  # type: ignore[typeddict-item]
            "use_listen_notify": False,  # nothing here waits for a workflow's messages
            "notification_listener_polling_interval_sec": self._poll_seconds,  # it holds up the shutdown this long
            "enable_otlp": False,
            "log_level": "WARNING",
        }


def _quieten() -> None:
    """DBOS logs like any library: warnings and worse, to the process's own handlers."""
    dbos_logger = logging.getLogger("dbos")
    if not dbos_logger.handlers:
        dbos_logger.addHandler(logging.NullHandler())  # without any, DBOS adds one that prints to stderr
    if _is_news not in dbos_logger.filters:
        dbos_logger.addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """A failed job and a failed start are reported by whoever ran them."""
    logged_elsewhere = ("Exception encountered in background workflow", "DBOS failed to launch")
    return not str(record.msg).startswith(logged_elsewhere)
