"""Where LangGraph keeps the state of runs: a file of its own beside SQLite, or tables in PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packages.settings.database import DatabaseUrl

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

_LOCK = 0x636B7074  # "ckpt"
_MOST_CONNECTIONS = 10


def open_checkpoints(url: DatabaseUrl, file: Path) -> "AbstractAsyncContextManager[BaseCheckpointSaver[Any]]":
    """A saver that works until the block is left."""
    return _in_file(file) if url.is_sqlite else _in_postgres(url)


@asynccontextmanager
async def _in_file(file: Path) -> "AsyncIterator[BaseCheckpointSaver[Any]]":
    from src.modules.coordinator.infrastructure.orchestration.batched_saver import BatchedSqliteSaver

    file.parent.mkdir(parents=True, exist_ok=True)
    saver = BatchedSqliteSaver(file)
    try:
        yield saver
    finally:
        await saver.aclose()


@asynccontextmanager
async def _in_postgres(url: DatabaseUrl) -> "AsyncIterator[BaseCheckpointSaver[Any]]":
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg import AsyncConnection
    from psycopg.rows import DictRow, dict_row
    from psycopg_pool import AsyncConnectionPool

    address = url.for_psycopg.replace("+psycopg", "", 1)
    # A killed process loses nothing by it. A power cut may take the last steps, which are then done again from the
    # answers in the ledger, and that is committed in full.
    unhurried = "-c synchronous_commit=off"
    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row, "options": unhurried}
    pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
        address, min_size=1, max_size=_MOST_CONNECTIONS, open=False, kwargs=options
    )
    async with pool:
        saver = AsyncPostgresSaver(pool)
        # Its lock is for a single connection; with a pool it would make all runs wait for each other.
        saver.lock = asyncio.Semaphore(_MOST_CONNECTIONS)  # type: ignore[assignment]
        async with pool.connection() as connection:
            # Two processes that make the same table at once trip over each other.
            await connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
            try:
                await saver.setup()
            finally:
                await connection.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
        yield saver
