"""One transaction, however many writes it holds: on SQLite a single visit to a thread, on PostgreSQL the pool's.

Through the asynchronous driver of SQLite each statement changes threads several times.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, NullPool, create_engine, event

from packages.infra.db.engine import Database

_BUSY_TIMEOUT_MILLISECONDS = 30_000
T = TypeVar("T")


class Transactions(Protocol):
    """Work is committed at its end, or not at all."""

    async def run(self, work: Callable[[Connection], T]) -> T: ...

    async def aclose(self) -> None: ...


def transactions_on(database: Database) -> Transactions:
    file = database.url.file
    return OnPool(database) if file is None else OnThread(file)


class OnPool:
    """On a connection of the shared pool, which stays the database's own."""

    def __init__(self, database: Database) -> None:
        self._engine = database.writing_engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def aclose(self) -> None:
        """There is nothing of its own to close."""


class OnThread:
    """On one thread with one connection to the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="research-sessions")
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    async def aclose(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        self._connection = self._connection or self._connect()
        with self._connection.begin():
            return work(self._connection)

    def _connect(self) -> Connection:
        engine = create_engine(f"sqlite:///{self._file}", poolclass=NullPool)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine.connect()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _prepare(connection: Any, _entry: object) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin`, not guessed by the driver
    for pragma in (f"busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # The write lock first: a reader that turned writer half way would fail, however long it is willing to wait.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
