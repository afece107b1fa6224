"""Progress is thinned out, its last word is kept, and trouble with the log does not fail the work."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from packages.core.events import Event, NewEvent
from packages.domain.work.jobs import JobCancelled
from packages.infra.queue.progress import AttemptReport, Cancelled, LoggedProgress, finished
from tests.fakes.event_log import InMemoryEventLog


class Kept:
    def __init__(self) -> None:
        self.log = InMemoryEventLog()
        self.bookmarks: list[AttemptReport] = []

    async def progress(self) -> LoggedProgress:
        await self.log.open("s", "ann")
        return LoggedProgress(self.log, "s", "job", self._keep)

    async def _keep(self, told: AttemptReport) -> None:
        self.bookmarks.append(told)

    async def told(self) -> list[dict[str, Any]]:
        return [json.loads(event.json) for event in await self.log.read("s", "ann")]


async def test_a_thousand_reports_become_a_few_events_and_the_last_is_among_them() -> None:
    kept = Kept()
    progress = await kept.progress()
    telling = asyncio.create_task(progress.write_until_ended())
    for number in range(1000):
        await progress.report(number / 1000, f"{number}")
    progress.end()
    await telling
    told = await kept.told()
    assert 1 <= len(told) <= 5
    assert (told[-1]["fraction"], told[-1]["message"]) == (0.999, "999")
    assert kept.bookmarks[-1] == AttemptReport(len(told), 0.999, "999")


async def test_the_same_word_is_told_once() -> None:
    kept = Kept()
    progress = await kept.progress()
    telling = asyncio.create_task(progress.write_until_ended())
    for _ in range(10):
        await progress.report(0.5, "waiting")
    progress.end()
    await telling
    assert len(await kept.told()) == 1


@pytest.mark.parametrize(("fraction", "kept_as"), [(-1.0, 0.0), (7.0, 1.0), (float("nan"), 0.0)])
async def test_a_fraction_stays_between_nothing_and_all(fraction: float, kept_as: float) -> None:
    kept = Kept()
    progress = await kept.progress()
    await progress.report(fraction, "a\0b\ud800" + "x" * 1000)
    progress.end()
    await progress.write_until_ended()
    (told,) = await kept.told()
    assert told["fraction"] == kept_as
    assert told["message"].startswith("ab?xxx")
    assert len(told["message"]) < 600


async def test_a_closed_stream_cancels_the_work() -> None:
    kept = Kept()
    progress = await kept.progress()
    await kept.log.append("s", finished("job", Cancelled()), last=True)
    await progress.report(0.1)
    progress.end()
    await progress.write_until_ended()
    with pytest.raises(JobCancelled):
        await progress.report(0.2)


class FailingOnce(InMemoryEventLog):
    """A database that is away for a moment."""

    failures = 1

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        if self.failures:
            self.failures -= 1
            raise OperationalError("INSERT", {}, Exception("gone"))
        return await super().append(stream_id, *events, last=last)


async def test_a_word_that_could_not_be_written_is_written_later() -> None:
    kept = Kept()
    kept.log = FailingOnce()
    progress = await kept.progress()
    telling = asyncio.create_task(progress.write_until_ended())
    await progress.report(0.5, "half way")
    await asyncio.sleep(0)
    progress.end()
    await telling
    assert [event["message"] for event in await kept.told()] == ["half way"]
