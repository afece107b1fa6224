"""Writes in groups: what cannot be written takes nothing else with it."""

import asyncio
import logging

import pytest
from sqlalchemy import Connection, text

from packages.infra.db.engine import Database
from src.modules.coordinator.infrastructure.sessions.writer import SessionWriter


class Refused(Exception):
    """What a database says."""


def _good(on: Connection) -> int:
    on.execute(text("SELECT 1"))
    return 1


def _bad(_on: Connection) -> int:
    raise Refused


async def test_a_write_that_fails_fails_alone(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    orphan = {
        "id": "n",
        "session_id": "nobody",
        "attempt": 1,
        "node": "x_node",
        "status": "running",
        "started_at": None,
        "finished_at": None,
        "error": None,
        "engine": None,
    }
    async with SessionWriter(database).running() as writer:
        writer.post(orphan)
        with caplog.at_level(logging.ERROR):
            ends = await asyncio.gather(*(writer.write(each) for each in (_good, _bad, _good)), return_exceptions=True)
    assert (ends[0], ends[2]) == (1, 1)
    assert isinstance(ends[1], Refused)
    assert "research_record_failed" in caplog.text


async def test_whoever_leaves_is_not_waited_for(database: Database) -> None:
    async with SessionWriter(database).running() as writer:
        leaving = asyncio.ensure_future(writer.write(_good))
        await asyncio.sleep(0)
        leaving.cancel()
        assert await writer.write(_good) == 1
    assert leaving.cancelled()
