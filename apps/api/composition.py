"""The one place where ports meet adapters."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta

from apps.api.routes.desk import Desk
from packages.core.clock import SystemClock
from packages.core.events import EventLog
from packages.core.ids import Ids
from packages.core.jobs import JobHandler, Jobs
from packages.domain.accounts.identity import Identity
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

RunJobs = Callable[[Settings, EventLog, Mapping[str, JobHandler]], AbstractAsyncContextManager[Jobs]]


@asynccontextmanager
async def open_desk(settings: Settings, run_jobs: RunJobs | None = None) -> AsyncIterator[Desk]:
    """A desk that works until the block is left; tests may run its jobs in memory."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = Database(settings.database_url)
        stack.push_async_callback(database.aclose)
        await upgrade(database)
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        jobs = await stack.enter_async_context((run_jobs or _run_on_dbos)(settings, events, _handlers()))
        accounts = _accounts(settings, database, clock)
        owner = await accounts.local_owner() if settings.auth_mode is AuthMode.LOCAL else None
        yield Desk(
            settings=settings,
            database=database,
            identity=Identity(accounts, owner),
            events=events,
            jobs=jobs,
            metrics=Metrics(),
        )


def _run_on_dbos(
    settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    return DbosJobs(settings.database_url, settings.home, settings.jobs, events, handlers).running()


def _handlers() -> dict[str, JobHandler]:
    """Each kind of long work and who does it."""
    return {}


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
