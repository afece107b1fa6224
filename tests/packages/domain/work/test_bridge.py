"""Between a thread and the loop: what is told arrives, and who wants no more is heard."""

import asyncio
import threading
from functools import partial

import pytest

from packages.domain.work.bridge import Bridge
from packages.domain.work.jobs import JobCancelled
from tests.packages.domain.stress.jobs.desk import Progress


async def test_what_a_thread_tells_reaches_the_loop_within_its_stage() -> None:
    progress = Progress()
    bridge = Bridge(progress.report)
    told = bridge.between(0.2, 0.6)
    await bridge.on_thread(lambda: [told(share / 4, f"{share}") for share in range(5)])
    assert [round(fraction, 9) for fraction, _ in progress.told] == [0.2, 0.3, 0.4, 0.5, 0.6]


async def test_small_steps_are_not_told_one_by_one() -> None:
    progress = Progress()
    bridge = Bridge(progress.report)
    await bridge.on_thread(partial(_tell_often, bridge))
    assert 400 <= len(progress.told) <= 500


def _tell_often(bridge: Bridge) -> None:
    for step in range(100_000):
        bridge.report(step / 100_000, "")


async def test_a_no_from_the_loop_ends_the_work_on_the_thread() -> None:
    bridge, steps = Bridge(Progress(last=3).report), list[int]()

    def work() -> None:
        for step in range(1, 100):
            bridge.report(step / 100, "")
            steps.append(step)

    with pytest.raises(JobCancelled):
        await bridge.on_thread(work)
    assert steps == [1, 2]


async def test_work_that_nobody_waits_for_any_more_ends_at_its_next_word() -> None:
    bridge = Bridge(Progress().report)
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(10)
        try:
            bridge.report(0.5, "")
        except JobCancelled:
            ended.set()
            raise

    waiting = asyncio.create_task(bridge.on_thread(work))
    await asyncio.to_thread(begun.wait, 10)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    go_on.set()
    assert await asyncio.to_thread(ended.wait, 10)
