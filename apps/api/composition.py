"""The one place where ports meet adapters."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from apps.api.routes.desk import Desk
from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.core.jobs import Jobs
from packages.domain.accounts.identity import Identity
from packages.domain.accounts.service import Accounts
from packages.infra.db.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.db.migrate import upgrade
from packages.infra.observability.metrics import Metrics
from packages.infra.security.keyfile import load_or_create_key
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from packages.settings.auth import AuthMode
from packages.settings.load import Settings


@asynccontextmanager
async def open_desk(settings: Settings, jobs: Jobs | None = None) -> AsyncIterator[Desk]:
    """A desk that works until the block is left; tests hand in jobs of their own."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = Database(settings.database_url)
        stack.push_async_callback(database.aclose)
        await upgrade(database)
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        accounts = _accounts(settings, database, clock)
        owner = await accounts.local_owner() if settings.auth_mode is AuthMode.LOCAL else None
        yield Desk(
            settings=settings,
            database=database,
            identity=Identity(accounts, owner),
            events=events,
            jobs=jobs or __import__("stubjobs").StubJobs(),
            metrics=Metrics(),
        )


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
