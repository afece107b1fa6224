"""Who is calling, told over a database of a test."""

from packages.domain.accounts.model import User
from packages.domain.accounts.personal_tokens import PersonalTokens
from packages.domain.accounts.service import Accounts, Identity
from packages.infra.accounts import SqlPersonalTokens
from packages.infra.db.engine import Database


def identity_over(database: Database, accounts: Accounts, local_owner: User | None = None) -> Identity:
    tokens = PersonalTokens(SqlPersonalTokens(database), accounts.clock, accounts.ids)
    return Identity(accounts, tokens, local_owner)
