"""The one place where ports meet adapters."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass

from apps.api.conversation.wiring import open_chat
from apps.api.daily_work import LOAD_DEMO, background_work, follow_the_demo_market
from apps.api.identity import open_identity, tool_tokens
from apps.api.orchestration.shared import Streamers
from apps.api.services import AppContext, Services
from apps.api.strategy_jobs import StrategyJobs, strategy_job_handlers
from apps.mcp.mount import ToolServers
from packages.core.clock import Clock, SystemClock
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.optimise.service import OptimisationService
from packages.domain.work.jobs import JobCall, JobHandler, Jobs
from packages.infra.accounts import SqlProfiles
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.db.migrate import upgrade
from packages.infra.kernel.build import install_kernel
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.queue.dbos_jobs import DbosJobs
from packages.infra.security.vault import Vault
from packages.infra.strategy.strategies import strategy_book
from packages.infra.stress.optimisations import SqlOptimisations
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import Settings
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.container import AUDIT, AuditContainer
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.sync import SYNC
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.imports.service import IMPORT
from src.modules.judge.container import SETTLE, VERIFY, JudgeContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.container import ResearchContainer

RunJobs = Callable[[Settings, EventLog, Mapping[str, JobHandler]], AbstractAsyncContextManager[Jobs]]


@asynccontextmanager
async def open_app(
    settings: Settings,
    run_jobs: RunJobs | None = None,
    clock: Clock | None = None,
    *,
    trades: bool = False,
    streamers: Streamers | None = None,
) -> AsyncIterator[AppContext]:
    """The app, until the block is left; one that `trades` keeps deployments running. `streamers` answer in the chat
    instead of models and rules."""
    clock = clock or SystemClock()
    install_kernel()
    async with AsyncExitStack() as stack:
        services = await _open_services(stack, settings, clock, run_jobs or _run_on_dbos)
        for work in background_work(services, trades=trades):
            await stack.enter_async_context(_in_background(work))
        chat = await stack.enter_async_context(open_chat(services, streamers))
        app = AppContext.of(services, chat)
        await stack.enter_async_context(app.tools.running(app, app.tool_tokens, SqlToolCalls(app.database)))
        yield app


@dataclass(frozen=True, slots=True)
class _Foundation:
    """What everything else stands on: the store with its events, the market, the models, research and long work."""

    events: EventLog
    data: DataEngineeringContainer
    llm: LlmPlatformContainer
    judge: JudgeContainer
    audit: AuditContainer
    strategy_jobs: StrategyJobs
    jobs: Jobs


async def _open_foundation(stack: AsyncExitStack, settings: Settings, clock: Clock, run_jobs: RunJobs) -> _Foundation:
    """From the bottom up: what is opened first is closed last, so that nothing outlives what it writes to."""
    database = await stack.enter_async_context(open_database(settings))
    events = await stack.enter_async_context(SqlEventLog(database, clock).running())
    data = await stack.enter_async_context(_open_data(settings, database, clock))
    library, book = data.library(), strategy_book(database, clock)
    llm = await stack.enter_async_context(_open_llm(settings, database, clock))
    judge = JudgeContainer(platform=llm, library=library, database=database, settings=settings, clock=clock)
    audit = AuditContainer(settings=settings, database=database, clock=clock, library=library, platform=llm)
    strategy_jobs = StrategyJobs(database, library, book, clock, data.newest, data.whole_market)
    jobs = await stack.enter_async_context(run_jobs(settings, events, _handlers(data, judge, audit, strategy_jobs)))
    return _Foundation(events, data, llm, judge, audit, strategy_jobs, jobs)


async def _open_services(stack: AsyncExitStack, settings: Settings, clock: Clock, run_jobs: RunJobs) -> Services:
    """What the routes, the tools and the chat reach, on a foundation that is open."""
    base = await _open_foundation(stack, settings, clock, run_jobs)
    work, jobs, ids = base.strategy_jobs, base.jobs, Ids(clock)
    database, library, book = work.database, work.library, work.book
    coordinator = CoordinatorContainer(
        settings=settings, database=database, clock=clock, library=library, platform=base.llm, events=base.events
    )
    sessions = await stack.enter_async_context(coordinator.running())
    return Services(
        settings=settings,
        clock=clock,
        database=database,
        events=base.events,
        jobs=jobs,
        identity=await open_identity(settings, database, clock),
        profiles=SqlProfiles(database),
        tool_tokens=tool_tokens(settings, clock),
        tools=ToolServers(),
        library=library,
        coverage=base.data.coverage(),
        data_offers=base.data.offers(),
        imports=base.data.imports(jobs),
        strategies=book,
        drafts=work.drafts(),
        from_research=work.from_research(sessions),
        backtests=BacktestService(SqlBacktests(database), jobs, book, clock, ids),
        stress=StressService(SqlStress(database), jobs, book, clock, ids),
        optimisations=OptimisationService(SqlOptimisations(database), jobs, book, clock, ids),
        trading=await stack.enter_async_context(aclosing(_trading(settings, work, base.events))),
        llm=base.llm,
        research=ResearchContainer(library, base.llm, settings, clock),
        sessions=sessions,
        reports=coordinator.report_library(),
        judge=base.judge,
        audits=base.audit.audits(jobs),
    )


@asynccontextmanager
async def open_audit(settings: Settings) -> AsyncIterator[tuple[CounterfactualAudit, Clock]]:
    """Counterfactual audits without a server around them, for the terminal; nothing of them is kept."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        llm = await stack.enter_async_context(_open_llm(settings, database, clock))
        library = await _current_library(database, settings, clock)
        audits = AuditContainer(settings=settings, database=database, clock=clock, library=library, platform=llm)
        yield audits.audit(), clock


@asynccontextmanager
async def open_walk_back(settings: Settings) -> AsyncIterator[JudgeContainer]:
    """The judge with the desk behind it, for walking over past days from the terminal."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        llm = await stack.enter_async_context(_open_llm(settings, database, clock))
        library = await _current_library(database, settings, clock)
        yield JudgeContainer(platform=llm, library=library, database=database, settings=settings, clock=clock)


@dataclass(frozen=True, slots=True)
class ResearchServices:
    """As much of the desk as stored research needs."""

    sessions: ResearchSessions
    events: EventLog
    llm: LlmPlatformContainer
    reports: IReportLibrary


@asynccontextmanager
async def open_sessions(settings: Settings) -> AsyncIterator[ResearchServices]:
    """Research sessions and debates without a server around them, for the terminal."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        llm = await stack.enter_async_context(_open_llm(settings, database, clock))
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        library = await _current_library(database, settings, clock)
        coordinator = CoordinatorContainer(
            settings=settings, database=database, clock=clock, library=library, platform=llm, events=events
        )
        sessions = await stack.enter_async_context(coordinator.running(take_over=False))
        yield ResearchServices(sessions, events, llm, coordinator.report_library())


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[Database]:
    """The database at the current schema."""
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        yield database
    finally:
        await database.aclose()


@asynccontextmanager
async def _open_data(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[DataEngineeringContainer]:
    """Market data, with a demo market that goes on."""
    data = DataEngineeringContainer(database, settings, clock)
    async with _in_background(follow_the_demo_market(data.look_at_demo)):
        yield data


async def _current_library(database: Database, settings: Settings, clock: Clock) -> MarketLibrary:
    """The library, after the demo market was brought up to date: no server does it for the terminal."""
    data = DataEngineeringContainer(database, settings, clock)
    await data.look_at_demo()
    return data.library()


@asynccontextmanager
async def _open_llm(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[LlmPlatformContainer]:
    """The platform, after the calls of dead processes were written off."""
    llm = LlmPlatformContainer(database, settings, clock)
    try:
        await llm.ledger().recover()
        yield llm
    finally:
        await llm.aclose()


def _run_on_dbos(
    settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    return DbosJobs(settings.database_url, settings.home, settings.jobs, events, handlers).running()


def _handlers(
    data: DataEngineeringContainer, judge: JudgeContainer, audit: AuditContainer, strategy_jobs: StrategyJobs
) -> dict[str, JobHandler]:
    """Each kind of long work and who does it."""

    async def load_demo(call: JobCall) -> JsonObject:
        loaded = await data.packs().load_demo(call.progress.report)
        return {"bars": loaded.bars, "rows": loaded.rows}

    return {
        LOAD_DEMO: load_demo,
        SYNC: data.sync_work().handle,
        IMPORT: data.store_import,
        SETTLE: judge.settle,
        VERIFY: judge.verify,
        AUDIT: audit.work,
        **strategy_job_handlers(strategy_jobs),
    }


@asynccontextmanager
async def open_strategy_jobs(settings: Settings) -> AsyncIterator[StrategyJobs]:
    """Strategies and the work on them without a server around them, for the terminal and for notebooks."""
    clock = SystemClock()
    install_kernel()
    async with open_database(settings) as database:
        data = DataEngineeringContainer(database, settings, clock)
        await data.look_at_demo()
        book = strategy_book(database, clock)
        yield StrategyJobs(database, data.library(), book, clock, data.newest, data.whole_market)


@asynccontextmanager
async def open_trading(settings: Settings) -> AsyncIterator[TradingContainer]:
    """Deployments without a server around them, for the terminal; what they begin, a server goes on with."""
    async with AsyncExitStack() as stack:
        strategy_jobs = await stack.enter_async_context(open_strategy_jobs(settings))
        events = await stack.enter_async_context(SqlEventLog(strategy_jobs.database, strategy_jobs.clock).running())
        yield await stack.enter_async_context(aclosing(_trading(settings, strategy_jobs, events)))


def _trading(settings: Settings, strategy_jobs: StrategyJobs, events: EventLog) -> TradingContainer:
    return TradingContainer(
        database=strategy_jobs.database,
        seals=Vault(settings.home.keys, "broker-keys"),
        book=strategy_jobs.book,
        events=events,
        views=strategy_jobs.library.view,
        stored=strategy_jobs.library.stored,
        calendars=strategy_jobs.library.calendars,
        clock=strategy_jobs.clock,
        bring=strategy_jobs.bring,
    )


@asynccontextmanager
async def _in_background(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs something while the app is open; start-up does not wait for it, and leaving ends it."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        yield
        task.cancel()
