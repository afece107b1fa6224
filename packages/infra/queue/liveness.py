"""Which process works on something, and whether it still lives: each holds a lock that vanishes with it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from packages.core.ids import Ids
from packages.infra.queue.executor_locks import ExecutorLocks, locks_for
from packages.settings.database import DatabaseUrl

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
