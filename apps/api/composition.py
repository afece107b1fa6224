"""The one place where ports meet adapters."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass

from apps.api.conversation.wiring import open_chat
from apps.api.daily_work import LOAD_DEMO, background_work, follow_the_demo_market
from apps.api.identity import open_identity, tool_tokens
from apps.api.openings.database import open_database
from apps.api.openings.research import open_llm
from apps.api.openings.trading import trading_on
from apps.api.orchestration.shared import Streamers
from apps.api.services import AppContext, Services
from apps.api.strategy_jobs import StrategyJobs, strategy_job_handlers
from apps.mcp.access import TokenAccess
from apps.mcp.mount import ToolServers
from packages.core.clock import Clock, SystemClock
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.drafts import DraftBacktests
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.optimise.service import OptimisationService
from packages.domain.work.jobs import JobCall, JobHandler, Jobs
from packages.infra.accounts import SqlProfiles
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.kernel.build import install_kernel
from packages.infra.queue.dbos_jobs import DbosJobs
from packages.infra.strategy.strategies import strategy_book
from packages.infra.stress.optimisations import SqlOptimisations
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import Settings
from src.modules.audit.container import AUDIT, AuditContainer
from src.modules.coordinator.container import CoordinatorContainer
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
        access = TokenAccess(app.tool_tokens, app.identity.personal_tokens, Ids(app.clock))
        await stack.enter_async_context(app.tools.running(app, access, SqlToolCalls(app.database)))
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
    llm = await stack.enter_async_context(open_llm(settings, database, clock))
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
        draft_backtests=DraftBacktests(work.backtests, book, clock),
        stress=StressService(SqlStress(database), jobs, book, clock, ids),
        optimisations=OptimisationService(SqlOptimisations(database), jobs, book, clock, ids),
        trading=await stack.enter_async_context(aclosing(trading_on(settings, work, base.events))),
        llm=base.llm,
        research=ResearchContainer(library, base.llm, settings, clock),
        sessions=sessions,
        reports=coordinator.report_library(),
        judge=base.judge,
        audits=base.audit.audits(jobs),
    )


@asynccontextmanager
async def _open_data(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[DataEngineeringContainer]:
    """Market data, with a demo market that goes on."""
    data = DataEngineeringContainer(database, settings, clock)
    async with _in_background(follow_the_demo_market(data.look_at_demo)):
        yield data


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
async def _in_background(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs something while the app is open; start-up does not wait for it, and leaving ends it."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        yield
        task.cancel()
