"""Who uses the desk: accounts and sign-in, what people answered about themselves, and the tokens of their tools."""

from datetime import timedelta

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.accounts.personal_tokens import PersonalTokens
from packages.domain.accounts.service import Accounts, Identity
from packages.infra.accounts import SqlAccounts, SqlPersonalTokens
from packages.infra.db.engine import Database
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens, ToolTokens
from packages.infra.security.vault import load_or_create_key
from packages.settings.auth import AuthMode
from packages.settings.load import Settings


async def open_identity(settings: Settings, database: Database, clock: Clock) -> Identity:
    accounts = _accounts(settings, database, clock)
    tokens = PersonalTokens(SqlPersonalTokens(database), clock, accounts.ids)
    owner = await accounts.local_owner() if settings.auth_mode is AuthMode.LOCAL else None
    return Identity(accounts, tokens, owner)


def _accounts(settings: Settings, database: Database, clock: Clock) -> Accounts:
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


def tool_tokens(settings: Settings, clock: Clock) -> ToolTokens:
    return ToolTokens(load_or_create_key(settings.home.keys / "tool-tokens.key"), clock, Ids(clock))
