"""Whose turn it is to write: tasks of one process queue here instead of polling SQLite's one write lock."""

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from weakref import WeakKeyDictionary

from sqlalchemy import Pool
from sqlalchemy.ext.asyncio import AsyncEngine

# By pool, because engines with other options share it; an entry goes when its pool goes.
_TURNS: WeakKeyDictionary[Pool, asyncio.Lock] = WeakKeyDictionary()


def turn_of(engine: AsyncEngine) -> AbstractAsyncContextManager[object]:
    """Held while writing. PostgreSQL locks a row instead, so nobody waits there for another owner's chain."""
    if engine.dialect.name != "sqlite":
        return nullcontext()
    return _TURNS.setdefault(engine.sync_engine.pool, asyncio.Lock())
