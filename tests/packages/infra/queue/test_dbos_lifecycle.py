"""How `DbosJobs` starts, fails to start, restarts and leaves, and what it leaves behind."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import NullPool, create_engine, text

from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from packages.domain.work.jobs import JobCall, JobHandler, JobRequest, JobStatus, job_stream
from packages.infra.queue.dbos_jobs import DbosJobs
from packages.infra.queue.dbos_process import SystemDatabase
from packages.settings.database import DatabaseUrl
from packages.settings.home import HomeSettings
from packages.settings.work import JobSettings
from tests.conformance.jobs_conformance import Work, eventually
from tests.fakes.event_log import InMemoryEventLog
from tests.packages.infra.queue.desks import open_desk

OWNER = str(uuid4())
ROOT = Path(__file__).parents[4]


def _request(kind: str, key: str = "key", **payload: str) -> JobRequest:
    return JobRequest(OWNER, kind, payload, key)


def test_importing_the_adapter_does_not_import_dbos() -> None:
    modules = [f"packages.infra.queue.{path.stem}" for path in (ROOT / "packages/infra/queue").glob("*.py")]
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    check = f"{code}\nassert not [name for name in sys.modules if name.split('.')[0] in ('dbos', 'psycopg')]"
    subprocess.run([sys.executable, "-c", check, *modules], check=True, cwd=ROOT)


async def test_it_is_entered_at_once_and_a_call_waits_for_it(database_url: DatabaseUrl, home: Path) -> None:
    log, work = InMemoryEventLog(), Work()
    jobs = DbosJobs(database_url, HomeSettings(home=home), JobSettings(), log, work.handlers())
    with pytest.raises(Unavailable):
        await jobs.list(OWNER)
    async with jobs.running():
        assert jobs.health() == "starting"
        job = await jobs.submit(_request("echo"))
        assert (jobs.health(), job.status) == ("ready", JobStatus.QUEUED)


async def test_a_failed_start_is_logged_and_told_to_each_caller(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = DatabaseUrl("postgresql://parley:hush@127.0.0.1:1/parley")
    jobs = DbosJobs(nowhere, HomeSettings(home=home), JobSettings(), InMemoryEventLog(), Work().handlers())
    async with jobs.running():
        for _ in range(2):
            with pytest.raises(Unavailable, match="could not be started"):
                await jobs.submit(_request("echo"))
        assert jobs.health() == "failed"
    ours = [record for record in caplog.records if record.name.startswith(("packages.infra.queue", "dbos"))]
    errors = [record.getMessage() for record in ours if record.levelno >= logging.ERROR]
    assert errors == ["long work could not be started"]
    assert "hush" not in caplog.text
    async with open_desk(DatabaseUrl(f"sqlite:///{tmp_path / 'p.sqlite'}"), home, Work().handlers()) as desk:
        assert await desk.jobs.list(OWNER) == ()


async def test_running_jobs_are_left_to_the_next_start(database_url: DatabaseUrl, home: Path) -> None:
    before, after = Work(), Work()
    # Its gate stays shut: who waited for its end would wait for ever.
    async with asyncio.timeout(60), open_desk(database_url, home, before.handlers()) as desk:
        job = await desk.jobs.submit(_request("gate", gate="one"))

        async def runs() -> bool:
            return before.calls[job.id] > 0

        await eventually(runs)
    after.gates["one"].set()
    async with open_desk(database_url, home, after.handlers()) as desk, asyncio.timeout(60):
        events = [event async for event in desk.log.tail(job_stream(job.id, 1), OWNER)]
        ended = await desk.jobs.get(OWNER, job.id)
    assert (ended.status, after.calls[job.id]) == (JobStatus.SUCCEEDED, 1)
    assert [event.type for event in events].count("job_started") == 2
    assert events[-1].type == "job_finished"


async def test_a_job_outlives_the_loss_of_every_connection(database_url: DatabaseUrl, home: Path) -> None:
    if database_url.is_sqlite:
        pytest.skip("a file has no connections to lose")
    work = Work()
    async with open_desk(database_url, home, work.handlers()) as desk, asyncio.timeout(60):
        job = await desk.jobs.submit(_request("gate", gate="one"))

        async def runs() -> bool:
            return work.calls[job.id] > 0

        await eventually(runs)
        await asyncio.to_thread(_cut_all_connections, database_url)
        work.gates["one"].set()
        async for _ in desk.log.tail(job_stream(job.id, 1), OWNER):
            pass
        assert (await desk.jobs.get(OWNER, job.id)).status is JobStatus.SUCCEEDED
        assert (desk.jobs.health(), work.calls[job.id]) == ("ready", 1)


def _cut_all_connections(url: DatabaseUrl) -> None:
    with create_engine(url.for_psycopg, poolclass=NullPool).connect() as connection:
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))


def test_a_connection_that_is_given_back_late_is_closed(tmp_path: Path) -> None:
    database = SystemDatabase(DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}"), tmp_path / "jobs.sqlite")
    late = database.engine.raw_connection()
    driver = late.driver_connection
    database.close()
    late.close()
    assert driver is not None
    with pytest.raises(database.engine.dialect.loaded_dbapi.ProgrammingError, match="closed"):
        driver.execute("SELECT 1")


async def test_the_loop_keeps_its_own_executor(tmp_path: Path, home: Path) -> None:
    """DBOS's asynchronous API would leave the loop with a thread pool that is shut down."""
    handlers: dict[str, JobHandler] = {"thread": _on_a_thread}
    async with (
        open_desk(DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}"), home, handlers) as desk,
        asyncio.timeout(60),
    ):
        job = await desk.jobs.submit(_request("thread"))
        async for _ in desk.log.tail(job_stream(job.id, 1), OWNER):
            pass
        name = (await desk.jobs.get(OWNER, job.id)).result
    assert name == {"thread": "asyncio"}
    assert await asyncio.to_thread(lambda: "still there") == "still there"


async def _on_a_thread(call: JobCall) -> JsonObject:
    return {"thread": (await asyncio.to_thread(lambda: threading.current_thread().name)).partition("_")[0]}


async def test_nothing_is_printed_and_nothing_is_pickled(
    tmp_path: Path, home: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    url = DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}")
    async with open_desk(url, home, Work().handlers()) as desk, asyncio.timeout(60):
        for kind in ("echo", "refused"):
            job = await desk.jobs.submit(_request(kind, note="plain to see"))
            async for _ in desk.log.tail(job_stream(job.id, 1), OWNER):
                pass
    assert capfd.readouterr() == ("", "")
    warned = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    # A desk of an earlier test may still be looking for its own database, which is gone.
    assert [said for said in warned if "parley_test_" not in said] == []
    with sqlite3.connect(home / "jobs.sqlite") as connection:
        formats = connection.execute("SELECT DISTINCT serialization FROM workflow_status").fetchall()
        inputs = connection.execute("SELECT inputs FROM workflow_input").fetchall()
    connection.close()
    assert formats == [("parley_json",)]
    assert all("plain to see" in text for (text,) in inputs)


async def test_a_planted_pickle_is_not_read(tmp_path: Path, home: Path) -> None:
    url, trap = DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}"), tmp_path / "trap"
    async with open_desk(url, home, Work().handlers()) as desk:
        await desk.jobs.list(OWNER)
        from dbos._serialization import DBOSDefaultSerializer, deserialize_value

        planted = DBOSDefaultSerializer.serialize(_Trap(trap))
        with pytest.raises(ValueError, match="pickle"):
            deserialize_value(planted, "py_pickle", DBOSDefaultSerializer)
    assert not trap.exists()


class _Trap:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self._path,))


async def test_several_desks_in_turn_live_in_one_process(tmp_path: Path, home: Path) -> None:
    for name in ("one", "two"):
        url = DatabaseUrl(f"sqlite:///{tmp_path / name}.sqlite")
        async with open_desk(url, home / name, Work().handlers()) as desk:
            assert await desk.jobs.list(OWNER) == ()
            await desk.jobs.submit(_request("echo"))


async def test_one_desk_can_be_opened_again(tmp_path: Path, home: Path) -> None:
    url, work = DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}"), Work()
    jobs = DbosJobs(url, HomeSettings(home=home), JobSettings(), InMemoryEventLog(), work.handlers())
    for _ in range(2):
        async with jobs.running():
            job = await jobs.submit(_request("gate", gate="one"))

            async def runs(job_id: str = job.id) -> bool:
                return (await jobs.get(OWNER, job_id)).status is JobStatus.RUNNING

            await eventually(runs)


async def test_an_old_sqlite_and_a_new_one_do_not_share_a_file(tmp_path: Path, home: Path) -> None:
    url = DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}")
    async with open_desk(url, home, Work().handlers()) as desk:
        await desk.jobs.list(OWNER)
    assert (home / "jobs.sqlite").exists()
    with sqlite3.connect(tmp_path / "parley.sqlite") as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    assert not any("workflow" in table for table in tables)
