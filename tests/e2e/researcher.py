"""A desk that researches one company after the other, for the test that kills it; `finish` only ends what was begun."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import count

from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.settings.load import load_settings
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.fakes.clock import StoppedClock

OWNER = "ann"
# The demo companies end with 2025. The clock stands, so that all runs look back from the same instant.
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
COMPANIES = ("DEMO1.SZ", "DEMO5")


@asynccontextmanager
async def open_researcher(database: Database) -> AsyncIterator[ResearchSessions]:
    settings, clock = load_settings(), StoppedClock(NOW)
    async with AsyncExitStack() as stack:
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        llm = LlmPlatformContainer(database, settings, clock)
        stack.push_async_callback(llm.aclose)
        await llm.ledger().recover()
        coordinator = CoordinatorContainer(
            settings=settings,
            database=database,
            clock=clock,
            library=DataEngineeringContainer(database, settings, clock).library(),
            platform=llm,
            events=events,
        )
        yield await stack.enter_async_context(coordinator.running())


async def begun(sessions: ResearchSessions) -> None:
    """Ends what dead processes left."""
    for session in await sessions.page(OWNER, 10_000):
        if session.status is ResearchStatus.RUNNING:
            await sessions.ended(await sessions.get(OWNER, session.id))


async def research(sessions: ResearchSessions, symbol: str) -> None:
    await sessions.ended(await sessions.start(OWNER, ResearchRequest(symbol=symbol, experts=list(ExpertType))))


async def main(finish: bool) -> None:
    database = Database(load_settings().database_url)
    async with open_researcher(database) as sessions:
        await begun(sessions)
        for n in count():
            if finish:
                break
            await research(sessions, COMPANIES[n % len(COMPANIES)])
    await database.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] == "finish"))
