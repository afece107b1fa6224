"""The one place where ports meet adapters."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta

from apps.api.routes.desk import Desk
from packages.core.clock import SystemClock
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.core.jobs import JobCall, JobHandler, JobRequest, Jobs
from packages.domain.accounts.identity import Identity
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.service import Accounts
from packages.infra.db.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.db.migrate import upgrade
from packages.infra.observability.metrics import Metrics
from packages.infra.queue.dbos_jobs import DbosJobs
from packages.infra.security.keyfile import load_or_create_key
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from packages.settings.auth import AuthMode
from packages.settings.load import Settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer

LOAD_DEMO = "data.load_demo"
RunJobs = Callable[[Settings, EventLog, Mapping[str, JobHandler]], AbstractAsyncContextManager[Jobs]]


@asynccontextmanager
async def open_desk(settings: Settings, run_jobs: RunJobs | None = None) -> AsyncIterator[Desk]:
    """A desk that works until the block is left; tests may run its jobs in memory."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        data = DataEngineeringContainer(database, settings, clock)
        jobs = await stack.enter_async_context((run_jobs or _run_on_dbos)(settings, events, _handlers(data)))
        llm = await stack.enter_async_context(_open_llm(settings, database, clock))
        accounts = _accounts(settings, database, clock)
        owner = await accounts.local_owner() if settings.auth_mode is AuthMode.LOCAL else None
        if _wants_demo(settings):
            await stack.enter_async_context(_beside(_load_demo(jobs)))
        yield Desk(
            settings=settings,
            database=database,
            identity=Identity(accounts, owner),
            events=events,
            jobs=jobs,
            library=data.library(),
            llm=llm,
            metrics=Metrics(),
        )


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
async def _open_llm(settings: Settings, database: Database, clock: SystemClock) -> AsyncIterator[LlmPlatformContainer]:
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


def _handlers(data: DataEngineeringContainer) -> dict[str, JobHandler]:
    """Each kind of long work and who does it."""

    async def load_demo(call: JobCall) -> JsonObject:
        loaded = await data.packs().load_demo(call.progress.report)
        return {"bars": loaded.bars, "rows": loaded.rows}

    return {LOAD_DEMO: load_demo}


def _wants_demo(settings: Settings) -> bool:
    """Whether the store is empty, and nobody has said that it should stay so."""
    return settings.data.demo_data and not settings.home.bars.exists()


async def _load_demo(jobs: Jobs) -> None:
    await jobs.submit(JobRequest(LOCAL_OWNER_ID, LOAD_DEMO, {}, idempotency_key="first start"))


@asynccontextmanager
async def _beside(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs something while the desk is open; start-up does not wait for it, and leaving ends it."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        yield
        task.cancel()


def _accounts(settings: Settings, database: Database, clock: SystemClock) -> Accounts:
    ids = Ids(clock)
    key = load_or_create_key(settings.home.keys / "access-tokens.key")
    return Accounts(
        store=SqlAccounts(database),
        hasher=Argon2Hasher(),
        access_tokens=JwtAccessTokens(key, clock, ids, timedelta(minutes=settings.auth.access_token_minutes)),
        clock=clock,
        ids=ids,
        refresh_life=timedelta(days=settings.auth.refresh_token_days),
    )
