"""One door to the database: `read()` and `write()` give a session in a transaction, `read_once()` and `write_once()`
run a quick one.

Through the asynchronous driver of SQLite each statement changes threads several times; a quick transaction is one visit
to one thread."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import Connection, NullPool, create_engine, event, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from packages.infra.db.writes import writes_to
from packages.settings.database import DatabaseUrl

_THREADS = 2
T = TypeVar("T")


class SqliteReader:
    """On a few threads, each with a connection of its own that can only read."""

    def __init__(self, file: Path) -> None:
        # A thread's connection is closed by whoever closes all of them.
        loose = {"check_same_thread": False}
        self._engine = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args=loose)
        event.listen(self._engine, "connect", _prepare_reader)
        event.listen(self._engine, "begin", _begin_read)
        self._threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="reads")
        self._own = threading.local()
        self._opened: list[Connection] = []

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)

    def close(self) -> None:
        self._threads.shutdown()
        for connection in self._opened:
            connection.close()

    def _read(self, work: Callable[[Connection], T]) -> T:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            self._own.connection = connection = self._engine.connect()
            self._opened.append(connection)
        with connection.begin():
            return work(connection)


def _prepare_reader(connection: Any, _entry: object) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin_read`, not guessed by the driver
    for pragma in (f"busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}", "query_only = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_read(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


_BUSY_TIMEOUT_MILLISECONDS = 30_000


class Database:
    """The engine and its two kinds of transaction; close it with `aclose()`."""

    def __init__(self, url: DatabaseUrl) -> None:
        self.url = url
        self.engine = _make_engine(url)
        # SQLite takes the write lock when a writing transaction begins: a reader that turned writer half way
        # would fail with "database is locked", however long it is willing to wait.
        self.writing_engine = self.engine.execution_options(sqlite_begin="IMMEDIATE")
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self._writing_sessions = async_sessionmaker(self.writing_engine, expire_on_commit=False)
        self._reader = None if url.file is None else SqliteReader(url.file)
        # One for all quick writers of this process: on threads of their own they would poll for SQLite's lock, with
        # pauses that are longer than the writing.
        self.writing_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writes")
        self._writes = writes_to(self)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A session that sees one consistent state."""
        async with self.sessions() as session, session.begin():
            yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """A session whose work is committed at the end, or not at all."""
        async with self._writing_sessions() as session, session.begin():
            yield session

    async def run_read(self, work: Callable[[Connection], T]) -> T:
        """What `work` reads in one consistent state, in one visit; it is given a plain connection."""
        if self._reader is not None:
            return await self._reader.run(work)
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def read_once(self, work: Callable[[Session], T]) -> T:
        """As `run_read`, by a session."""
        return await self.run_read(lambda connection: _by_session(connection, work))

    async def write_once(self, work: Callable[[Session], T]) -> T:
        """What `work` does in one visit is committed at its end, or not at all, even if nobody waits for it."""
        return await self._writes.run(lambda connection: _by_session(connection, work))

    async def ping(self) -> None:
        """Raises when the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def aclose(self) -> None:
        if self._reader is not None:
            self._reader.close()
        await self._writes.aclose()
        self.writing_thread.shutdown()
        await self.engine.dispose()


def _by_session(connection: Connection, work: Callable[[Session], T]) -> T:
    """Within the transaction of the connection."""
    with Session(connection, expire_on_commit=False) as session:
        done = work(session)
        session.flush()
        return done


def _make_engine(url: DatabaseUrl) -> AsyncEngine:
    if url.file is None:
        return create_async_engine(url.for_async, pool_size=10, max_overflow=20, pool_pre_ping=True)
    create_sqlite_file(url.file)
    engine = create_async_engine(url.for_async, pool_size=10, max_overflow=20)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def create_sqlite_file(path: Path) -> None:
    """Makes the file, born in WAL mode: processes that switch a fresh file to WAL at once lock each other out."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".new-") as folder:
        draft = Path(folder) / path.name
        with closing(sqlite3.connect(draft)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        with suppress(FileExistsError):  # another process was first
            os.link(draft, path)


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin_sqlite`, not guessed by the driver
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    # FULL: a commit survives a power cut. What is written often is committed in groups instead.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")
