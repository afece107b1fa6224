"""What the desk does by itself: once a day calls are settled, and the chains of the call books checked and exported;
and the demo market goes on."""

import asyncio
from typing import Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from packages.core.clock import Clock
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobRequest, Jobs
from src.modules.judge.container import SETTLE, VERIFY, JudgeContainer

_log = structlog.get_logger(__name__)
_NOBODY = "desk"  # the owner of work that is nobody's own
_FIRST = 60.0  # seconds
_LOOK_AT_THE_DAY = 3600.0


async def keep_the_books(
    judge: JudgeContainer, jobs: Jobs, clock: Clock, first: float = _FIRST, every: float = _LOOK_AT_THE_DAY
) -> None:
    """The chains are checked at start. The day's work is not asked for in the first minute of a desk, and again with
    the next look where the database is gone."""
    await judge.verify_at_start()
    await asyncio.sleep(first)
    while True:
        try:
            for kind in (SETTLE, VERIFY):
                await jobs.submit(JobRequest(_NOBODY, kind, {}, idempotency_key=f"{clock.now():%Y-%m-%d}"))
        except SQLAlchemyError as error:
            _log.error("daily_work_out_of_reach", exc_info=error)
        await asyncio.sleep(every)


class LookAtDemo(Protocol):
    """Brings the demo market up to date where it is not."""

    async def __call__(self, bars: Timeframe = Timeframe.D1) -> None: ...


_LOOK_AT_THE_MARKET = 20.0


async def follow_the_demo_market(look: LookAtDemo, every: float = _LOOK_AT_THE_MARKET) -> None:
    """From the start of a desk on, so that its newest bar is the last that is finished."""
    while True:
        try:
            await look(Timeframe.M5)
        except (SQLAlchemyError, OSError) as error:
            _log.error("demo_market_out_of_reach", exc_info=error)
        await asyncio.sleep(every)
