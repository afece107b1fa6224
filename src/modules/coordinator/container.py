"""Wires the coordinator: gateways, graph, sessions; without arguments it reads the settings."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cached_property, partial

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from packages.core.clock import Clock, SystemClock
from packages.core.events import EventLog
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.queue.executor_locks import Liveness
from packages.settings.load import Settings, load_settings
from src.modules.coordinator.application.research_orchestration_service import ResearchOrchestrationService
from src.modules.coordinator.application.research_sessions import ResearchSessions, SessionServices
from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.infrastructure.adapters.debate_gateway_adapter import DebateGatewayAdapter
from src.modules.coordinator.infrastructure.adapters.judge_gateway_adapter import JudgeGatewayAdapter
from src.modules.coordinator.infrastructure.adapters.report_library_adapter import ReportLibraryAdapter
from src.modules.coordinator.infrastructure.adapters.research_gateway_adapter import ResearchGatewayAdapter
from src.modules.coordinator.infrastructure.neighbours import Library, Neighbours, Platform, open_library
from src.modules.coordinator.infrastructure.orchestration.checkpoints import open_checkpoints
from src.modules.coordinator.infrastructure.orchestration.langgraph_orchestrator import LangGraphResearchOrchestrator
from src.modules.coordinator.infrastructure.orchestration.nodes import StageTimeouts
from src.modules.coordinator.infrastructure.sessions.journal import RunJournal
from src.modules.coordinator.infrastructure.sessions.ledger_costs import LedgerCosts
from src.modules.coordinator.infrastructure.sessions.sql_sessions import SqlResearchSessions
from src.modules.coordinator.infrastructure.sessions.writer import SessionWriter

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Gateways:
    """Who is asked; without a debate or a judge, the graph has no node for it."""

    research: IResearchExpertGateway
    debate: IDebateGateway | None = None
    judge: IJudgeGateway | None = None


class CoordinatorContainer:
    """One per process. `session` tells which database to read and write; no call shares it. What this opens itself is
    closed by `aclose`; what it is given stays open. Tests may bring gateways of their own."""

    def __init__(
        self,
        session: AsyncSession | None = None,
        *,
        settings: Settings | None = None,
        database: Database | None = None,
        clock: Clock | None = None,
        library: Library | None = None,
        platform: Platform | None = None,
        events: EventLog | None = None,
        gateways: Gateways | None = None,
    ) -> None:
        self._session = session
        self._given_settings = settings
        self._given_database = database
        self._clock = clock or SystemClock()
        self._given_library = library
        self._given_platform = platform
        self._events = events
        self._given_gateways = gateways
        self._ids = Ids(self._clock)

    def research_orchestration_service(self) -> ResearchOrchestrationService:
        """For one question without a session; nothing of it is kept."""
        return ResearchOrchestrationService(self._plain_orchestrator, self._clock)

    @asynccontextmanager
    async def running(self, *, take_over: bool = True) -> AsyncIterator[ResearchSessions]:
        """The research sessions; runs of dead processes are taken over, and at the end those of this one are
        left for the next."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.aclose)
            events = self._events
            if events is None:
                events = await stack.enter_async_context(SqlEventLog(self._database, self._clock).running())
            process = Liveness(self._database.url, self._ids, "research")
            stack.push_async_callback(process.aclose)
            writer = await stack.enter_async_context(SessionWriter(self._database).running())
            journal = RunJournal(events, writer, self._clock, self._ids)
            await stack.enter_async_context(journal.running())
            orchestrator = self._recorded_orchestrator(journal)
            stack.push_async_callback(orchestrator.aclose)
            store = SqlResearchSessions(self._database, writer, process, self._clock)
            services = SessionServices(
                service=ResearchOrchestrationService(orchestrator, self._clock),
                store=store,
                record=journal,
                memory=orchestrator,
                costs=LedgerCosts(self._platform.ledger()),
                clock=self._clock,
                ids=self._ids,
                faults=_log_fault,
            )
            yield await stack.enter_async_context(ResearchSessions(services).working(take_over=take_over))

    def report_library(self) -> IReportLibrary:
        """What reports draw beside a run's own answer."""
        return ReportLibraryAdapter(self._library)

    async def aclose(self) -> None:
        opened = self.__dict__
        if "_platform" in opened and self._given_platform is None:
            await self._platform.aclose()
        if "_database" in opened and self._given_database is None:
            await self._database.aclose()

    def _recorded_orchestrator(self, journal: RunJournal) -> LangGraphResearchOrchestrator:
        file = self._settings.home.home / "checkpoints.sqlite"
        return LangGraphResearchOrchestrator(
            self._gateways.research,
            self._gateways.debate,
            self._gateways.judge,
            timeouts=self._timeouts,
            watch=journal,
            checkpoints=partial(open_checkpoints, self._database.url, file),
        )

    @cached_property
    def _plain_orchestrator(self) -> LangGraphResearchOrchestrator:
        asked = self._gateways
        return LangGraphResearchOrchestrator(asked.research, asked.debate, asked.judge, timeouts=self._timeouts)

    @cached_property
    def _gateways(self) -> Gateways:
        if self._given_gateways is not None:
            return self._given_gateways
        neighbours = Neighbours(
            settings=self._settings,
            database=self._database,
            clock=self._clock,
            library=self._library,
            platform=self._platform,
        )
        return Gateways(
            ResearchGatewayAdapter(self._sessions, neighbours.research),
            DebateGatewayAdapter(self._sessions, neighbours.debate),
            JudgeGatewayAdapter(self._sessions, neighbours.judge),
        )

    @cached_property
    def _library(self) -> Library:
        return self._given_library or open_library(self._database, self._settings, self._clock)

    @property
    def _timeouts(self) -> StageTimeouts:
        return StageTimeouts.by_expert(self._settings.research.expert_timeout_seconds)

    @cached_property
    def _sessions(self) -> async_sessionmaker[AsyncSession]:
        bound = self._session.bind if self._session is not None else None
        engine = bound if isinstance(bound, AsyncEngine) else self._database.engine
        return async_sessionmaker(engine, expire_on_commit=False)

    @cached_property
    def _platform(self) -> Platform:
        return self._given_platform or Platform(self._database, self._settings, self._clock)

    @cached_property
    def _database(self) -> Database:
        return self._given_database or Database(self._settings.database_url)

    @cached_property
    def _settings(self) -> Settings:
        return self._given_settings or load_settings()


def _log_fault(session_id: str, error: BaseException) -> None:
    _log.error("research_broke", session_id=session_id, exc_info=error)
