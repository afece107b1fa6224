"""LangGraph's SQLite saver for many runs at once: calls are handed to one thread in batches.

LangGraph's own asynchronous saver changes threads several times for each call, and a run makes more than a dozen. Here
whatever comes while the thread is busy goes over together, and each caller still waits until its own write is done.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

_BUSY_TIMEOUT_SECONDS = 30
T = TypeVar("T")
_Work = Callable[[], Any]


class BatchedSqliteSaver(SqliteSaver):
    """Close it with `aclose()`."""

    def __init__(self, file: Path) -> None:
        connection = sqlite3.connect(file, timeout=_BUSY_TIMEOUT_SECONDS, check_same_thread=False)
        # NORMAL outlives a killed process. A power cut may take the last steps, which are then done again from the
        # answers in the ledger, and that is committed in full.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        super().__init__(connection)
        self.setup()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
        self._waiting: list[tuple[_Work, asyncio.Future[Any]]] = []
        self._busy = False

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._run(partial(self.get_tuple, config))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await self._run(partial(self.put, config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await self._run(partial(self.put_writes, config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        await self._run(partial(self.delete_thread, thread_id))

    async def aclose(self) -> None:
        await self._run(self.conn.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._hand_over, loop)
        return await done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting, []
        sent = loop.run_in_executor(self._thread, _done, [work for work, _ in batch])
        sent.add_done_callback(lambda back: self._told(loop, [done for _, done in batch], back))

    def _told(
        self,
        loop: asyncio.AbstractEventLoop,
        waiting: Sequence[asyncio.Future[Any]],
        back: asyncio.Future[list[tuple[Any, sqlite3.Error | None]]],
    ) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            self._hand_over(loop)
        fault = back.exception()
        ends = back.result() if fault is None else [(None, fault)] * len(waiting)
        for done, (value, error) in zip(waiting, ends, strict=True):
            if done.cancelled():
                continue
            if error is None:
                done.set_result(value)
            else:
                done.set_exception(error)


def _done(batch: Sequence[_Work]) -> list[tuple[Any, sqlite3.Error | None]]:
    return [_end(work) for work in batch]


def _end(work: _Work) -> tuple[Any, sqlite3.Error | None]:
    try:
        return work(), None
    except sqlite3.Error as error:
        return None, error
