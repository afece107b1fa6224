"""What the desk does by itself: once a day calls are settled, and the chains of the call books checked and exported;
and the demo market goes on."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from apps.api.services import Services
from packages.core.clock import Clock
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.conversation.understanding.warm_up import warm_up_reading
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobRequest, Jobs
from src.modules.judge.container import SETTLE, VERIFY, JudgeContainer

_log = structlog.get_logger(__name__)
LOAD_DEMO = "data.load_demo"
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
    """Updates the demo market where it is behind."""

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


async def _load_demo(jobs: Jobs) -> None:
    await jobs.submit(JobRequest(LOCAL_OWNER_ID, LOAD_DEMO, {}, idempotency_key="first start"))


def background_work(services: Services, *, trades: bool) -> Iterator[Coroutine[None, None, None]]:
    """What runs beside the requests while the app is open."""
    settings = services.settings
    if settings.data.keeps_demo and not settings.home.bars.exists():  # an empty store that was not asked to stay empty
        yield _load_demo(services.jobs)
    yield keep_the_books(services.judge, services.jobs, services.clock)
    if trades:
        yield services.trading.keep_trading()
        yield services.llm.warm_up()
        yield asyncio.to_thread(warm_up_reading)
