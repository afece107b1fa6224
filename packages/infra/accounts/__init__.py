"""Accounts in the SQL database: people and where they are signed in, their tokens, and their answers."""

from packages.infra.accounts.personal_tokens import PersonalTokenRow, SqlPersonalTokens
from packages.infra.accounts.profiles import ProfileRow, SqlProfiles
from packages.infra.accounts.users import SqlAccounts, UserRow

__all__ = ["PersonalTokenRow", "ProfileRow", "SqlAccounts", "SqlPersonalTokens", "SqlProfiles", "UserRow"]
