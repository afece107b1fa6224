"""The event log in the database: what all event logs do, and what only a shared, durable one can."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from packages.core.clock import SystemClock
from packages.core.events import EventLog
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from tests.conformance.event_log_conformance import EventLogConformance, told


class TestSqlEventLog(EventLogConformance):
    @pytest.fixture
    async def log(self, database: Database) -> AsyncIterator[EventLog]:
        async with SqlEventLog(database, SystemClock(), poll_seconds=0.05).running() as log:
            yield log


@pytest.fixture
async def two_logs(database: Database) -> AsyncIterator[tuple[SqlEventLog, SqlEventLog]]:
    """Two processes on one database, as far as they can tell."""
    other = Database(database.url)
    async with (
        SqlEventLog(database, SystemClock(), poll_seconds=0.05).running() as here,
        SqlEventLog(other, SystemClock(), poll_seconds=0.05).running() as there,
    ):
        yield here, there
    await other.aclose()


async def test_two_processes_never_give_out_the_same_number(
    two_logs: tuple[SqlEventLog, SqlEventLog],
) -> None:
    for stream in ("a", "b", "c"):
        await two_logs[0].open(stream, "ann")
    await asyncio.gather(
        *(log.append(stream, told(n)) for n in range(30) for stream in ("a", "b", "c") for log in two_logs)
    )
    for stream in ("a", "b", "c"):
        assert [event.seq for event in await two_logs[0].read(stream, "ann")] == list(range(1, 61))


async def test_a_tail_hears_what_another_process_wrote(two_logs: tuple[SqlEventLog, SqlEventLog]) -> None:
    here, there = two_logs
    await here.open("s", "ann")

    async def listen() -> list[int]:
        return [event.seq async for event in here.tail("s", "ann")]

    async with asyncio.TaskGroup() as group:
        heard = group.create_task(listen())
        for n in range(20):
            await (here if n % 2 else there).append("s", told(n), last=n == 19)
    assert heard.result() == list(range(1, 21))


async def test_a_listener_that_falls_far_behind_still_hears_everything(database: Database) -> None:
    async with SqlEventLog(database, SystemClock(), poll_seconds=0.05).running() as log:
        await log.open("s", "ann")
        await log.append("s", told(0))
        tail = log.tail("s", "ann")
        heard = [(await anext(tail)).seq]
        for _ in range(13):
            await log.append("s", *map(told, range(500)))
        await log.append("s", told(1), last=True)
        heard += [event.seq async for event in tail]
    assert heard == list(range(1, 6503))


async def test_a_failing_database_is_told_to_the_caller_and_the_log_lives_on(database: Database) -> None:
    async with SqlEventLog(database, SystemClock()).running() as log:
        await log.open("s", "ann")
        async with database.write() as session:
            await session.execute(text("ALTER TABLE events RENAME TO hidden"))
        with pytest.raises(Exception, match="events"):
            await log.append("s", told(1))
        async with database.write() as session:
            await session.execute(text("ALTER TABLE hidden RENAME TO events"))
        await log.append("s", told(2))
        assert [event.seq for event in await log.read("s", "ann")] == [1]


async def test_what_was_appended_is_written_before_the_log_stops(database: Database) -> None:
    async with SqlEventLog(database, SystemClock()).running() as log:
        await log.open("s", "ann")
        appends = [asyncio.create_task(log.append("s", told(n))) for n in range(50)]
        await asyncio.sleep(0)
    await asyncio.gather(*appends)
    async with SqlEventLog(database, SystemClock()).running() as log:
        assert len(await log.read("s", "ann")) == 50
