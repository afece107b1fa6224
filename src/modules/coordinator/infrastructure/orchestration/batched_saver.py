"""LangGraph's SQLite saver for many runs at once: whatever comes in one turn of the loop shares a transaction.

LangGraph's own asynchronous saver changes threads several times for each call and commits each by itself, and a run
makes more than a dozen. A commit here does not wait for the disk and takes less than a change of threads does on a
busy loop, so it is made on the loop; only where another process holds the file, a thread waits for it. Each caller
still continues when its own write is committed. What a step did not change is not written again.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

_BUSY_TIMEOUT_MILLISECONDS = 30_000
_BATCHES_BETWEEN_TIDYING = 200
_CHANNELS = """CREATE TABLE IF NOT EXISTS channels (
    thread_id TEXT NOT NULL, channel TEXT NOT NULL, version TEXT NOT NULL, type TEXT NOT NULL, value BLOB,
    PRIMARY KEY (thread_id, channel, version)) WITHOUT ROWID"""
_KEEP = "INSERT OR REPLACE INTO channels (thread_id, channel, version, type, value) VALUES (?, ?, ?, ?, ?)"
_KEPT = "SELECT channel, version, type, value FROM channels WHERE thread_id = ?"
T = TypeVar("T")
_Work = Callable[[], Any]
_Waiting = tuple[_Work, "asyncio.Future[Any]"]
_End = tuple[Any, BaseException | None]


class BatchedSqliteSaver(SqliteSaver):
    """For graphs without subgraphs. Close it with `aclose()`."""

    def __init__(self, file: Path) -> None:
        connection = sqlite3.connect(file, _BUSY_TIMEOUT_MILLISECONDS / 1000, check_same_thread=False)
        connection.isolation_level = None  # transactions are begun by `_committed`
        super().__init__(connection)
        self.setup()
        # NORMAL outlives a killed process. A power cut may take the last steps, which are then done again from the
        # answers in the ledger, and that is committed in full.
        for prepare in (
            _CHANNELS,
            "PRAGMA synchronous = NORMAL",
            "PRAGMA wal_autocheckpoint = 0",
            "PRAGMA busy_timeout = 0",
        ):
            connection.execute(prepare)
        self._file = file
        self._batches = 0
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
        self._waiting: list[_Waiting] = []
        self._busy = False

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """The transaction is that of the batch."""
        with closing(self.conn.cursor()) as cursor:
            yield cursor

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        found = super().get_tuple(config)
        if found is None:
            return None
        versions = found.checkpoint["channel_versions"]
        for channel, version, kind, value in self.conn.execute(_KEPT, (_thread_of(config),)):
            if str(versions.get(channel)) == version:
                found.checkpoint["channel_values"][channel] = self.serde.loads_typed((kind, value))
        return found

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Reports are long, and most steps leave them as they are: they are written when they change."""
        values = checkpoint["channel_values"]
        long = {channel for channel, value in values.items() if isinstance(value, dict)}
        rows = [
            (_thread_of(config), channel, str(new_versions[channel]), *self.serde.dumps_typed(values[channel]))
            for channel in long & new_versions.keys()
        ]
        self.conn.executemany(_KEEP, rows)
        short = {channel: value for channel, value in values.items() if channel not in long}
        return super().put(config, {**checkpoint, "channel_values": short}, metadata, new_versions)

    def delete_thread(self, thread_id: str) -> None:
        super().delete_thread(thread_id)
        self.conn.execute("DELETE FROM channels WHERE thread_id = ?", (thread_id,))

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
        await asyncio.get_running_loop().run_in_executor(self._thread, self.conn.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._write_at_once, loop)
        return await done

    def _write_at_once(self, loop: asyncio.AbstractEventLoop) -> None:
        batch = self._taken()
        try:
            ends = self._committed([work for work, _ in batch])
        except sqlite3.OperationalError:  # another process is writing: wait for it where nobody waits for us
            self._write_aside(loop, batch)
            return
        _resolve(batch, ends)
        self._busy = False
        self._batches += 1
        if self._batches % _BATCHES_BETWEEN_TIDYING == 0:
            loop.run_in_executor(self._thread, _tidy, self._file)

    def _write_aside(self, loop: asyncio.AbstractEventLoop, batch: Sequence[_Waiting]) -> None:
        sent = loop.run_in_executor(self._thread, self._patiently, [work for work, _ in batch])
        sent.add_done_callback(lambda back: self._written_aside(loop, batch, back))

    def _written_aside(
        self, loop: asyncio.AbstractEventLoop, batch: Sequence[_Waiting], back: asyncio.Future[list[_End]]
    ) -> None:
        fault = back.exception()
        _resolve(batch, back.result() if fault is None else [(None, fault)] * len(batch))
        self._busy = bool(self._waiting)
        if self._busy:
            self._write_aside(loop, self._taken())

    def _taken(self) -> list[_Waiting]:
        batch, self._waiting = self._waiting, []
        return batch

    def _patiently(self, batch: Sequence[_Work]) -> list[_End]:
        self.conn.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MILLISECONDS}")
        try:
            return self._committed(batch)
        finally:
            self.conn.execute("PRAGMA busy_timeout = 0")

    def _committed(self, batch: Sequence[_Work]) -> list[_End]:
        """One that fails takes no other with it; where the transaction fails, nothing was written."""
        self.conn.execute("BEGIN IMMEDIATE")
        try:
            ends = [_end(work) for work in batch]
            self.conn.execute("COMMIT")
        finally:
            if self.conn.in_transaction:
                self.conn.execute("ROLLBACK")
        return ends


def _tidy(file: Path) -> None:
    """Moves what was written into the main file; with that comes the waiting for the disk."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _resolve(batch: Sequence[_Waiting], ends: Sequence[_End]) -> None:
    for (_, done), (value, error) in zip(batch, ends, strict=True):
        if done.cancelled():
            continue
        if error is None:
            done.set_result(value)
        else:
            done.set_exception(error)


def _thread_of(config: RunnableConfig) -> str:
    return str(config["configurable"]["thread_id"])


def _end(work: _Work) -> _End:
    try:
        return work(), None
    except sqlite3.Error as error:
        return None, error
