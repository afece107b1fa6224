"""What puts verdicts to the test, opened: audits, and walks over past days."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from apps.api.openings.database import open_database
from apps.api.openings.research import current_library, open_llm
from packages.core.clock import Clock, SystemClock
from packages.settings.load import Settings
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.container import AuditContainer
from src.modules.judge.container import JudgeContainer


@asynccontextmanager
async def open_audit(settings: Settings) -> AsyncIterator[tuple[CounterfactualAudit, Clock]]:
    """Counterfactual audits without a server around them, for the terminal; nothing of them is kept."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        llm = await stack.enter_async_context(open_llm(settings, database, clock))
        library = await current_library(database, settings, clock)
        audits = AuditContainer(settings=settings, database=database, clock=clock, library=library, platform=llm)
        yield audits.audit(), clock


@asynccontextmanager
async def open_walk_back(settings: Settings) -> AsyncIterator[JudgeContainer]:
    """The judge with the desk behind it, for walking over past days from the terminal."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        llm = await stack.enter_async_context(open_llm(settings, database, clock))
        library = await current_library(database, settings, clock)
        yield JudgeContainer(platform=llm, library=library, database=database, settings=settings, clock=clock)
