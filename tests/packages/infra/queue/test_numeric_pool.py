"""Numeric work runs in processes of its own: heard, stopped, and survived when they die."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from packages.core.errors import Invalid, Unavailable
from packages.domain.work.jobs import JobCancelled
from packages.infra.queue.numeric_child import NumericFunction
from packages.infra.queue.numeric_pool import NumericPool, NumericProcessDied
from tests.conformance.jobs_conformance import eventually
from tests.packages.infra.queue import numeric_functions as functions

ROOT = Path(__file__).parents[4]


class Heard:
    """Keeps what was reported; cancelled, it says so at the next report, as a job's progress does."""

    def __init__(self) -> None:
        self.reports: list[tuple[float, str]] = []
        self.cancelled = False

    async def report(self, fraction: float, message: str = "") -> None:
        if self.cancelled:
            raise JobCancelled
        self.reports.append((fraction, message))

    async def pid(self) -> int:
        async def has_begun() -> bool:
            return bool(self.reports)

        await eventually(has_begun)
        return int(self.reports[0][1].removeprefix("pid "))


@pytest.fixture
async def pool() -> AsyncIterator[NumericPool]:
    async with NumericPool(2).running() as pool:
        yield pool


def _lives(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


async def test_work_runs_elsewhere_and_its_last_report_is_heard(pool: NumericPool) -> None:
    heard = Heard()
    result = await pool.run(functions.square, {"n": 12}, heard)
    assert result["square"] == 144
    assert result["pid"] != os.getpid()
    assert heard.reports[-1] == (1.0, "多 squared")


async def test_more_work_than_processes_waits_its_turn_beside_a_free_loop(pool: NumericPool) -> None:
    longest, last = 0.0, time.monotonic()

    async def tick() -> None:
        nonlocal longest, last
        while True:
            await asyncio.sleep(0.005)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()

    ticking = asyncio.create_task(tick())
    results = await asyncio.gather(*(pool.run(functions.square, {"n": n}, Heard()) for n in range(8)))
    ticking.cancel()
    assert [result["square"] for result in results] == [n * n for n in range(8)]
    assert len({result["pid"] for result in results}) <= 2
    assert longest < 0.5


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [(functions.refuse, Invalid, "Nothing to compute."), (functions.throttle, RuntimeError, "Too often.")],
)
async def test_an_error_in_the_child_is_raised_here_and_the_pool_lives_on(
    pool: NumericPool, function: NumericFunction, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        await pool.run(function, {}, Heard())
    assert (await pool.run(functions.square, {"n": 3}, Heard()))["square"] == 9


async def test_a_cancelled_job_stops_its_function_at_the_next_report(pool: NumericPool, tmp_path: Path) -> None:
    heard, file = Heard(), tmp_path / "end"
    running = asyncio.create_task(pool.run(functions.until_stopped, {"file": str(file)}, heard))
    pid = await heard.pid()
    heard.cancelled = True
    with pytest.raises(JobCancelled):
        await running
    assert file.read_text() == "stopped"
    assert _lives(pid), "the process is used again"


async def test_work_that_kills_its_process_fails_alone(pool: NumericPool, tmp_path: Path) -> None:
    file, heard = tmp_path / "go", Heard()
    neighbour = asyncio.create_task(pool.run(functions.until_the_file_is_there, {"file": str(file)}, heard))
    pid = await heard.pid()
    for _ in range(2):
        with pytest.raises(NumericProcessDied, match="memory"):
            await pool.run(functions.die, {}, Heard())
    assert (await pool.run(functions.square, {"n": 5}, Heard()))["square"] == 25
    file.touch()
    assert (await neighbour)["pid"] == pid


async def test_a_process_that_was_killed_from_outside_is_replaced() -> None:
    async with NumericPool(1).running() as pool:
        pid = (await pool.run(functions.square, {"n": 1}, Heard()))["pid"]
        os.kill(int(str(pid)), signal.SIGKILL)
        with suppress(NumericProcessDied):  # unless its death was noticed in time
            await pool.run(functions.square, {"n": 2}, Heard())
        assert (await pool.run(functions.square, {"n": 3}, Heard()))["square"] == 9


async def test_the_pool_closes_under_working_functions(tmp_path: Path) -> None:
    heard = Heard()
    async with NumericPool(1).running() as pool:
        work = pool.run(functions.until_the_file_is_there, {"file": str(tmp_path / "never")}, heard)
        running = asyncio.create_task(work)
        pid = await heard.pid()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        closing = time.monotonic()
    assert time.monotonic() - closing < 2
    assert not _lives(pid)
    with pytest.raises(Unavailable):
        await pool.run(functions.square, {"n": 1}, Heard())


async def test_no_child_outlives_a_killed_desk(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.packages.infra.queue.orphan_script", str(tmp_path / "end")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as desk:
        assert desk.stdout is not None
        pid = int((await asyncio.to_thread(desk.stdout.readline)).removeprefix("pid "))
        assert _lives(pid)
        desk.kill()

    async def is_gone() -> bool:
        return not _lives(pid)

    await eventually(is_gone, seconds=5)
