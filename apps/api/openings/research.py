"""Research sessions and debates, opened."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from apps.api.openings.database import open_database
from packages.core.clock import Clock, SystemClock
from packages.core.events import EventLog
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.settings.load import Settings
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer


@dataclass(frozen=True, slots=True)
class ResearchServices:
    """The services that stored research needs."""

    sessions: ResearchSessions
    events: EventLog
    llm: LlmPlatformContainer
    reports: IReportLibrary


@dataclass(frozen=True, slots=True)
class ResearchResources:
    """What research and verdicts share: database, models, market library and clock."""

    database: Database
    llm: LlmPlatformContainer
    library: MarketLibrary
    clock: Clock


@asynccontextmanager
async def open_resources(settings: Settings) -> AsyncIterator[ResearchResources]:
    clock = SystemClock()
    async with open_database(settings) as database, open_llm(settings, database, clock) as llm:
        yield ResearchResources(database, llm, await current_library(database, settings, clock), clock)


@asynccontextmanager
async def open_sessions(settings: Settings) -> AsyncIterator[ResearchServices]:
    """Research sessions and debates without a server around them, for the terminal."""
    async with AsyncExitStack() as stack:
        resources = await stack.enter_async_context(open_resources(settings))
        events = await stack.enter_async_context(SqlEventLog(resources.database, resources.clock).running())
        coordinator = CoordinatorContainer(
            settings=settings,
            database=resources.database,
            clock=resources.clock,
            library=resources.library,
            platform=resources.llm,
            events=events,
        )
        sessions = await stack.enter_async_context(coordinator.running(take_over=False))
        yield ResearchServices(sessions, events, resources.llm, coordinator.report_library())


@asynccontextmanager
async def open_llm(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[LlmPlatformContainer]:
    """The platform, after the calls of dead processes were written off."""
    llm = LlmPlatformContainer(database, settings, clock)
    try:
        await llm.ledger().recover()
        yield llm
    finally:
        await llm.aclose()


async def current_library(database: Database, settings: Settings, clock: Clock) -> MarketLibrary:
    """The library, after the demo market was brought up to date: no server does it for the terminal."""
    data = DataEngineeringContainer(database, settings, clock)
    await data.look_at_demo()
    return data.library()
