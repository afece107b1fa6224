"""What puts verdicts to the test, opened: audits, and walks over past days."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from apps.api.openings.research import open_ground
from packages.core.clock import Clock
from packages.settings.load import Settings
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.container import AuditContainer
from src.modules.judge.container import JudgeContainer


@asynccontextmanager
async def open_audit(settings: Settings) -> AsyncIterator[tuple[CounterfactualAudit, Clock]]:
    """Counterfactual audits without a server around them, for the terminal; nothing of them is kept."""
    async with open_ground(settings) as ground:
        audits = AuditContainer(
            settings=settings, database=ground.database, clock=ground.clock, library=ground.library, platform=ground.llm
        )
        yield audits.audit(), ground.clock


@asynccontextmanager
async def open_walk_back(settings: Settings) -> AsyncIterator[JudgeContainer]:
    """The judge with the desk behind it, for walking over past days from the terminal."""
    async with open_ground(settings) as ground:
        yield JudgeContainer(
            platform=ground.llm, library=ground.library, database=ground.database, settings=settings, clock=ground.clock
        )
