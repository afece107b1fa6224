"""Reads that have to be quick: a whole look at the database is one visit to one thread.

Through the asynchronous driver of SQLite each statement changes threads several times.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, NullPool, create_engine, event

_THREADS = 2
_BUSY_TIMEOUT_MILLISECONDS = 30_000
T = TypeVar("T")


class SqliteLooks:
    """On a few threads, each with a connection of its own that can only read."""

    def __init__(self, file: Path) -> None:
        # A thread's connection is closed by whoever closes all of them.
        loose = {"check_same_thread": False}
        self._engine = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args=loose)
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="looks")
        self._own = threading.local()
        self._opened: list[Connection] = []

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._look, work)

    def close(self) -> None:
        self._threads.shutdown()
        for connection in self._opened:
            connection.close()

    def _look(self, work: Callable[[Connection], T]) -> T:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            self._own.connection = connection = self._engine.connect()
            self._opened.append(connection)
        with connection.begin():
            return work(connection)


def _prepare(connection: Any, _entry: object) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin`, not guessed by the driver
    for pragma in (f"busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}", "query_only = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
