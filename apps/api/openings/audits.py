"""What puts verdicts to the test, opened: audits, and walks over past days."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from apps.api.openings.research import open_resources
from packages.core.clock import Clock
from packages.settings.load import Settings
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.container import AuditContainer
from src.modules.judge.container import JudgeContainer


@asynccontextmanager
async def open_audit(settings: Settings) -> AsyncIterator[tuple[CounterfactualAudit, Clock]]:
    """Counterfactual audits without a server around them, for the terminal; nothing of them is kept."""
    async with open_resources(settings) as resources:
        audits = AuditContainer(
            settings=settings,
            database=resources.database,
            clock=resources.clock,
            library=resources.library,
            platform=resources.llm,
        )
        yield audits.audit(), resources.clock


@asynccontextmanager
async def open_walk_back(settings: Settings) -> AsyncIterator[JudgeContainer]:
    """The judge with its research, for walking over past days from the terminal."""
    async with open_resources(settings) as resources:
        yield JudgeContainer(
            platform=resources.llm,
            library=resources.library,
            database=resources.database,
            settings=settings,
            clock=resources.clock,
        )
