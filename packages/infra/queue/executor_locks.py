"""Which processes are alive: each holds a lock of its own name, which vanishes with it."""

import asyncio
import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from packages.core.ids import Ids
from packages.settings.database import DatabaseUrl

_PREFIX = "jobs-executor-"

# A machine that loses its power says no goodbye: PostgreSQL asks after it, and drops it after 11 seconds.
_KEEPALIVE = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"


class ExecutorLocks(Protocol):
    """Locks by name; a name is used by one process, once."""

    def hold(self, name: str) -> None:
        """Takes the lock, or takes it again where it was lost."""
        ...

    def is_free(self, name: str) -> bool: ...

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One process at a time."""
        ...

    def release(self) -> None: ...


def locks_for(url: DatabaseUrl, folder: Path) -> ExecutorLocks:
    """Where the record is a file of this machine, so are the locks."""
    return FileLocks(folder) if url.is_sqlite else AdvisoryLocks(url.for_psycopg)


class FileLocks:
    """Locks on files in one folder, for processes of one machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: tuple[Path, int] | None = None

    def hold(self, name: str) -> None:
        if self._held is not None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        while self._held is None:
            descriptor = os.open(self._path(name), os.O_RDWR | os.O_CREAT, 0o600)
            if _try_lock(descriptor) and _is_still(self._path(name), descriptor):
                self._held = (self._path(name), descriptor)
            else:
                os.close(descriptor)
        self._sweep()

    def is_free(self, name: str) -> bool:
        try:
            descriptor = os.open(self._path(name), os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            free = _try_lock(descriptor)
            if free:
                self._path(name).unlink(missing_ok=True)
            return free
        finally:
            os.close(descriptor)

    @contextmanager
    def alone(self) -> Iterator[None]:
        descriptor = os.open(self._folder / "jobs-start.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def release(self) -> None:
        if self._held is not None:
            path, descriptor = self._held
            path.unlink(missing_ok=True)
            os.close(descriptor)
            self._held = None

    def _sweep(self) -> None:
        """Takes away what processes that were killed left behind."""
        for path in self._folder.glob(f"{_PREFIX}*.lock"):
            self.is_free(path.stem.removeprefix(_PREFIX))

    def _path(self, name: str) -> Path:
        return self._folder / f"{_PREFIX}{name}.lock"


class AdvisoryLocks:
    """PostgreSQL's advisory locks, on one connection that is kept open for them."""

    def __init__(self, psycopg_url: str) -> None:
        self._psycopg_url = psycopg_url
        self._connection: Connection | None = None

    @cached_property
    def _engine(self) -> Engine:
        return create_engine(
            self._psycopg_url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={
                "options": _KEEPALIVE,
                "connect_timeout": 10,
                "application_name": "parley-jobs-lock",
            },
        )

    def hold(self, name: str) -> None:
        if self._connection is not None and self._answers(self._connection):
            return
        self.release()
        self._connection = self._engine.connect()
        self._connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _key(name)})

    def is_free(self, name: str) -> bool:
        with self._engine.connect() as connection:
            # For the transaction only: a session's lock would last until the closing backend is gone.
            asked = text("SELECT pg_try_advisory_xact_lock(:key)")
            return bool(connection.execute(asked, {"key": _key(name)}).scalar())

    @contextmanager
    def alone(self) -> Iterator[None]:
        yield  # DBOS takes an advisory lock of its own while it builds its tables

    def release(self) -> None:
        if self._connection is not None:
            # Given back before the connection is closed: a backend that goes keeps its locks for a moment.
            self._answers(self._connection, "SELECT pg_advisory_unlock_all()")
            self._connection.close()
            self._connection = None

    def _answers(self, connection: Connection, asked: str = "SELECT 1") -> bool:
        try:
            connection.execute(text(asked))
        except SQLAlchemyError:
            return False
        return True


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether the locked file is the one under this name: another process's sweep may have taken it away."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _key(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)


# How long a lock that was lost with its connection may stay lost while work is begun.
_LOOK_AFTER_SECONDS = 5.0

T = TypeVar("T")


class Liveness:
    """This process's name among all that do one kind of work on one database; a name is used once."""

    def __init__(self, url: DatabaseUrl, ids: Ids, kind: str) -> None:
        self.name = f"{kind}-{ids.new()}"
        self._locks: ExecutorLocks = locks_for(url, (url.file or Path()).parent / "locks")
        # One thread: two that took the lock at once would wait for each other's connection.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{kind}-lock")
        self._held_at = float("-inf")
        self._gone: set[str] = set()

    async def hold(self) -> None:
        """Before anything is written under the name."""
        if self._is_due():
            await self._run(self._hold)

    async def is_gone(self, name: str) -> bool:
        """A name is used once: who is gone stays gone."""
        return name != self.name and (name in self._gone or await self._run(lambda: self._look(name)))

    async def aclose(self) -> None:
        await self._run(self._locks.release)
        self._thread.shutdown()

    def _hold(self) -> None:
        if self._is_due():
            self._locks.hold(self.name)
            self._held_at = time.monotonic()

    def _look(self, name: str) -> bool:
        # Not asked twice: the look itself takes PostgreSQL's lock, and gives it back a moment later.
        if name not in self._gone and self._locks.is_free(name):
            self._gone.add(name)
        return name in self._gone

    def _is_due(self) -> bool:
        return time.monotonic() - self._held_at > _LOOK_AFTER_SECONDS

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
