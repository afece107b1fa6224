"""Transactions that have to be quick, because they stand before a model's call or between two steps of a run.

Through the asynchronous driver of SQLite each statement changes threads several times. Here a whole transaction
is one visit to one thread, which also queues the writers of this process instead of letting them poll for the lock.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, NullPool, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine

from packages.settings.database import DatabaseUrl

_BUSY_TIMEOUT_MILLISECONDS = 30_000

T = TypeVar("T")


class Writes(Protocol):
    """Runs work in a transaction that is committed at the end, or not at all."""

    def run(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """It is under way at once, and runs to its end whether or not somebody waits for it."""
        ...

    async def aclose(self) -> None: ...


class WritableDatabase(Protocol):
    """What a transaction needs to know of a database."""

    url: DatabaseUrl
    writing_engine: AsyncEngine
    writing_thread: ThreadPoolExecutor


Durability = Literal["FULL", "NORMAL"]


def writes_to(database: WritableDatabase, durability: Durability = "FULL") -> Writes:
    """`NORMAL`: on SQLite a commit survives the process, whatever kills it, without waiting for the disk; a power cut
    may take the last moments, as far back as the last commit of anybody whose own are `FULL`."""
    return SqliteWrites(database, durability) if database.url.is_sqlite else PostgresWrites(database)


class PostgresWrites:
    """On a connection of the shared pool."""

    def __init__(self, database: WritableDatabase) -> None:
        self._engine = database.writing_engine

    def run(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return asyncio.create_task(self._transaction(work))

    async def _transaction(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def aclose(self) -> None:
        """The pool is the database's own."""


class SqliteWrites:
    """On the database's one writing thread, with a connection of its own."""

    def __init__(self, database: WritableDatabase, durability: Durability) -> None:
        self._file = database.url.file
        self._durability = durability
        self._thread = database.writing_thread
        self._connection: Connection | None = None

    def run(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    async def aclose(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        self._connection = self._connection or self._connect()
        with self._connection.begin():
            return work(self._connection)

    def _connect(self) -> Connection:
        engine = create_engine(f"sqlite:///{self._file}", poolclass=NullPool)
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", _begin)
        return engine.connect()

    def _prepare(self, connection: Any, _entry: object) -> None:
        connection.isolation_level = None  # transactions are begun by `_begin`, not guessed by the driver
        waiting = f"busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}"
        for pragma in (waiting, f"synchronous = {self._durability}", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _begin(connection: Connection) -> None:
    # The write lock first: a reader that turned writer half way would fail, however long it is willing to wait.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
