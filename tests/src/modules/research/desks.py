"""The five experts over a copy of the demo companies that a test may write into."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from packages.core.errors import ParleyError
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.application.ports import ModelProviders
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.application.running import ExpertFailure, ExpertReport, Outcome, Question, ResearchScope
from src.modules.research.container import ResearchContainer
from src.modules.research.domain.brief import Expert
from tests.demo import NOW
from tests.fakes.clock import StoppedClock

EQUITIES = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
OWNER = "ann"


@dataclass(frozen=True, slots=True)
class ResearchDesk:
    """The experts, and what they stand on."""

    research: ResearchContainer
    data: DataEngineeringContainer
    llm: LlmPlatformContainer
    database: Database

    async def all_five(self, question: Question) -> dict[Expert, Outcome]:
        scope = self.research.scope(OWNER)
        return {expert: await self._outcome(expert, question, scope) for expert in Expert}

    async def _outcome(self, expert: Expert, question: Question, scope: ResearchScope) -> Outcome:
        try:
            return ExpertReport(expert, await self.research.ask(expert, question, scope))
        except ParleyError as error:
            return ExpertFailure(expert, error)

    async def reports(self, question: Question) -> dict[Expert, dict[str, object]]:
        """Of all five, none of which may fail."""
        outcomes = await self.all_five(question)
        assert all(isinstance(outcome, ExpertReport) for outcome in outcomes.values()), outcomes
        return {expert: outcome.result for expert, outcome in outcomes.items() if isinstance(outcome, ExpertReport)}


@asynccontextmanager
async def open_research_desk(providers: ModelProviders | None = None) -> AsyncIterator[ResearchDesk]:
    """By the settings of the environment, at the start of 2026."""
    settings, clock = load_settings(), StoppedClock(NOW)
    database = Database(settings.database_url)
    llm = LlmPlatformContainer(database, settings, clock, providers)
    data = DataEngineeringContainer(database, settings, clock)
    try:
        yield ResearchDesk(ResearchContainer(data.library(), llm, settings, clock), data, llm, database)
    finally:
        await llm.aclose()
        await database.aclose()
