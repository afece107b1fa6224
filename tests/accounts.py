"""People of a test who are signed in, and who is calling, over its database."""

from packages.domain.accounts.model import LoginSession, RefreshToken, User
from packages.domain.accounts.personal_tokens import PersonalTokens
from packages.domain.accounts.service import Accounts, Identity
from packages.infra.accounts import SqlPersonalTokens
from packages.infra.db.engine import Database


async def join(accounts: Accounts, name: str) -> None:
    """A person who is signed in, once, in a session of their own name."""
    await accounts.store.add_user(User(name, f"{name}@example.org", name, accounts.clock.now()), None)
    await sign_in(accounts, name)


async def sign_in(accounts: Accounts, name: str) -> None:
    """In a session of the person's own name."""
    now = accounts.clock.now()
    until = now + accounts.refresh_life
    session = LoginSession(name, name, "a test", "testclient", now, now, until)
    await accounts.store.start_session(session, RefreshToken(f"of {name}", name, name, until))


def signed_in_as(accounts: Accounts, name: str) -> dict[str, str]:
    """The headers of a person who has joined."""
    return {"authorization": f"Bearer {accounts.access_tokens.issue(name, name)[0]}"}


def identity_over(database: Database, accounts: Accounts, local_owner: User | None = None) -> Identity:
    tokens = PersonalTokens(SqlPersonalTokens(database), accounts.clock, accounts.ids)
    return Identity(accounts, tokens, local_owner)
