"""DBOS's own database: a SQLite file beside the product's, or a schema inside the product's PostgreSQL."""

import importlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from packages.core.errors import Unavailable
from packages.settings.database import DatabaseUrl

_OLDEST_SQLITE = (3, 42, 0)
_NEWER_SQLITES = ("pysqlite3.dbapi2", "sqlean.dbapi2")  # each is built for processors that the other is not
_BUSY_TIMEOUT_MILLISECONDS = 30_000
_CONNECTIONS = 10


class SqliteTooOld(Unavailable):
    """Neither Python's own SQLite nor one of the newer builds can keep the desk's long work."""


class SystemDatabase:
    """The engine that DBOS works on; `building()` is for the time in which it makes its tables."""

    def __init__(self, url: DatabaseUrl, sqlite_file: Path) -> None:
        self._building = False
        if url.is_sqlite:
            self.url = f"sqlite:///{sqlite_file}"
            self.engine = self._sqlite_engine(sqlite_file)
        else:
            self.url = url.for_psycopg
            self.engine = _postgres_engine(self.url)

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
