"""Processes die in the middle of jobs, and several share one queue: every job ends, and ends once."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from packages.core.events import JsonObject
from packages.core.ids import derived_id
from packages.domain.work.jobs import JobCall, JobHandler, JobRequest, JobStatus, job_stream
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from tests.conformance.jobs_conformance import eventually
from tests.forked import Spoken, spoken_to
from tests.packages.infra.queue import worker_script
from tests.packages.infra.queue.desks import CONCURRENCY, OpenDesk, open_desk
from tests.packages.infra.queue.worker_script import handlers

OWNER = str(uuid4())
STEPS = 8
MAY_BE_TOO_LATE = (f"step-{STEPS}", "end")
DEATHS = ("begin", "step-1", "step-5", *MAY_BE_TOO_LATE)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.touch()
    return path


@contextmanager
def worker(url: DatabaseUrl, home: Path, notes: Path, *submit: str) -> Iterator[Spoken]:
    address = f"sqlite:///{url.file}" if url.file else url.for_psycopg
    with spoken_to(worker_script.__name__, address, str(home), str(notes), *submit) as process:
        yield process


async def _noted(notes: Path, what: str) -> None:
    async def is_there() -> bool:
        return what in notes.read_text()

    await eventually(is_there, what=f"{what} was never noted")


async def _told(desk: OpenDesk, job_id: str) -> list[dict[str, object]]:
    async with asyncio.timeout(60):
        return [json.loads(event.json) async for event in desk.log.tail(job_stream(job_id, 1), OWNER)]


async def _die_and_recover(url: DatabaseUrl, home: Path, notes: Path, key: str, death: str) -> None:
    job_id = derived_id("job", OWNER, "slow", key)
    with worker(url, home, notes, OWNER, key, str(STEPS)) as process:
        await _noted(notes, f"{death} {job_id}")
        process.kill()
        process.wait()
    async with open_desk(url, home, handlers(notes)) as desk:
        events = await _told(desk, job_id)
        job = await desk.jobs.get(OWNER, job_id)
    assert (job.status, job.result, job.progress) == (JobStatus.SUCCEEDED, {"steps": STEPS}, 1.0)
    assert Counter(event["type"] for event in events)["job_finished"] == 1
    starts = [event["recovered"] for event in events if event["type"] == "job_started"]
    assert starts == [False, True] or (starts == [False] and death in MAY_BE_TOO_LATE)


@pytest.mark.heavy
@pytest.mark.parametrize("death", ["step-5", "end"])
async def test_a_job_whose_process_is_killed_is_done_after_the_next_start(
    database_url: DatabaseUrl, home: Path, notes: Path, death: str
) -> None:
    await _die_and_recover(database_url, home, notes, "a key", death)


@pytest.mark.trust
async def test_thirty_deaths_lose_nothing(database_url: DatabaseUrl, home: Path, notes: Path) -> None:
    for number in range(30):
        await _die_and_recover(database_url, home, notes, f"key {number}", DEATHS[number % len(DEATHS)])


@pytest.mark.heavy
async def test_a_living_process_takes_over_what_a_killed_one_was_doing(
    database_url: DatabaseUrl, home: Path, notes: Path
) -> None:
    gate = asyncio.Event()

    async def wait(call: JobCall) -> JsonObject:
        await gate.wait()
        return {}

    ours: dict[str, JobHandler] = {**handlers(notes), "wait": wait}
    async with open_desk(database_url, home, ours) as desk:
        for number in range(CONCURRENCY):
            await desk.jobs.submit(JobRequest(OWNER, "wait", {}, f"busy {number}"))

        async def is_busy() -> bool:
            return {job.status for job in await desk.jobs.list(OWNER)} == {JobStatus.RUNNING}

        await eventually(is_busy)
        job_id = derived_id("job", OWNER, "slow", "theirs")
        with worker(database_url, home, notes, OWNER, "theirs", "500") as process:
            await _noted(notes, f"step-3 {job_id} {process.pid}")
            process.kill()
            process.wait()
        gate.set()
        await _noted(notes, f"begin {job_id} {os.getpid()}")
        await desk.jobs.cancel(OWNER, job_id)
        events = await _told(desk, job_id)
    assert [event["recovered"] for event in events if event["type"] == "job_started"] == [False, True]
    assert events[-1]["status"] == "cancelled"


@pytest.mark.heavy
async def test_processes_that_start_at_once_share_the_queue_and_no_job_runs_twice(
    database_url: DatabaseUrl, home: Path, notes: Path
) -> None:
    database = Database(database_url)
    await upgrade(database)
    await database.aclose()
    with worker(database_url, home, notes) as first, worker(database_url, home, notes) as second:
        async with open_desk(database_url, home, handlers(notes)) as desk:
            for process in (first, second):
                assert await asyncio.to_thread(process.stdout.readline) == "ready\n"
            jobs = [await desk.jobs.submit(JobRequest(OWNER, "slow", {"steps": 10}, f"key {n}")) for n in range(15)]
            for job in jobs:
                assert (await _told(desk, job.id))[-1]["status"] == "succeeded"
    begun = [line.split() for line in notes.read_text().splitlines() if line.startswith("begin")]
    assert Counter(job_id for _, job_id, _ in begun) == Counter(job.id for job in jobs)
    assert len({pid for _, _, pid in begun}) > 1
