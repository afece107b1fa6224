"""The desk's own daily work goes on when the database was gone for a while."""

import asyncio
from typing import cast

from sqlalchemy.exc import OperationalError

from apps.api.daily_work import keep_the_books
from packages.core.clock import SystemClock
from packages.domain.work.jobs import JobRequest, Jobs
from src.modules.judge.container import SETTLE, VERIFY, JudgeContainer


class LostAtFirst:
    """A queue whose database is gone the first time."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.done = asyncio.Event()

    async def submit(self, request: JobRequest) -> str:
        self.asked.append(request.kind)
        if len(self.asked) == 1:
            raise OperationalError("insert", {}, Exception("the database is gone"))
        if request.kind == VERIFY:
            self.done.set()
        return "job"


class CheckedAtStart:
    async def verify_at_start(self) -> None:
        """The books are whole."""


async def test_the_day_s_work_is_asked_for_again_when_the_database_is_back() -> None:
    jobs, judge = LostAtFirst(), cast(JudgeContainer, CheckedAtStart())
    work = asyncio.create_task(keep_the_books(judge, cast(Jobs, jobs), SystemClock(), first=0, every=0))
    async with asyncio.timeout(60):
        await jobs.done.wait()
    work.cancel()
    assert jobs.asked[:3] == [SETTLE, SETTLE, VERIFY]
